// The common part of the adapters: JSON lines in and out, as ../peers.py lists them.
import { createInterface } from "node:readline";

/** Prints a line. @param {object} event */
export function print(event) {
  process.stdout.write(JSON.stringify(event) + "\n");
}

/**
 * Passes the lines that are read to a client.
 * @param {{ add: (mark: string) => void, items: () => string[] }} client
 */
export function serve(client) {
  for (const signal of ["uncaughtException", "unhandledRejection"]) {
    process.on(signal, (error) => console.error(signal, error));
  }
  createInterface({ input: process.stdin }).on("line", (line) => {
    const message = JSON.parse(line);
    if (message.add) client.add(message.add);
    if (message.read) print({ items: client.items() });
  });
}

/**
 * A Yjs document whose array holds the marks.
 * @param {import("yjs").Doc} document
 * @param {(mark: string) => void} [onAdd] called before an item is added
 */
export function yjsClient(document, onAdd = () => {}) {
  const array = document.getArray("items");
  array.observe((event, transaction) => {
    if (transaction.local) return;
    const seen = event.changes.delta.flatMap((part) => part.insert ?? []);
    if (seen.length) print({ seen });
  });
  serve({
    add(mark) {
      onAdd(mark);
      array.push([mark]);
    },
    items: () => array.toArray(),
  });
}
