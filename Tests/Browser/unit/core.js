import "./older.cjs";
import { readdirSync, readFileSync } from "node:fs";

// The core that the server's build has made, where the page's modules look for it.

const root = new URL("../../../.build/plugins/outputs/", import.meta.url);
const [folder] = readdirSync(root);
const file = new URL(`${folder}/Web/destination/PageBundle/core.wasm`, root);

/** The compiled core. */
export const module = new WebAssembly.Module(readFileSync(file));
globalThis.emojiartCore = module;
