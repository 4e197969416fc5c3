import "./older.cjs";
import { readdirSync, readFileSync } from "node:fs";

// The core that the server's build has made, where the page's modules look for it.

const root = new URL("../../../.build/plugins/outputs/", import.meta.url);
const [folder] = readdirSync(root);
const built = new URL(`${folder}/Web/destination/PageBundle/`, root);

/** The compiled core. */
export const module = new WebAssembly.Module(readFileSync(new URL("core.wasm", built)));
globalThis.emojiartCore = module;

/** The names of the functions that are in it. */
export const symbols = readFileSync(new URL("core.symbols", built), "utf8").trim().split("\n");
