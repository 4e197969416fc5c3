// Adds a frog to a document, and prints what happens there until CHANGES have happened:
//
//     node example.mjs ws://localhost:8080/documents/demo CHANGES
//
// Node 22 has all that this needs. An older one has no WebSocket: see the package `ws`.
import { open } from "./emojiart-sync.js";

const [url = "ws://localhost:8080/documents/demo", count = "Infinity"] = process.argv.slice(2);
const picnic = await open(url, { name: "Script" });
await picnic.joined();
console.log(`revision ${picnic.revision}, ${picnic.emojis.size} emojis`);

const [frog] = picnic.edit({ type: "add", emojis: [{ text: "🐸", x: 0, y: 0, size: 40 }] });
await picnic.saved();
console.log(`saved ${frog} as revision ${picnic.revision}`);

let changes = 0;
picnic.on("change", ({ put = [], removed = [] }) => {
    for (const { id, text, x, y } of put) console.log(`${text} ${id} at ${x}, ${y}`);
    for (const id of removed) console.log(`${id} is gone`);
    if (put.length + removed.length > 0 && ++changes >= Number(count)) picnic.close();
});
