// Hocuspocus: its server with the SQLite extension, and its provider.
// hocuspocus.mjs server PORT FOLDER [DEBOUNCE], hocuspocus.mjs client PORT ROLE ROOM
import { print, yjsClient } from "./adapter.mjs";

// The last is the DEBOUNCE of a server, or the ROOM of a client.
const [part, port, folder, last] = process.argv.slice(2);

if (part === "server") {
  const { Server } = await import("@hocuspocus/server");
  const { SQLite } = await import("@hocuspocus/extension-sqlite");
  const server = new Server({
    port: Number(port),
    address: "127.0.0.1",
    quiet: true,
    ...(last === undefined ? {} : { debounce: Number(last) }),
    extensions: [new SQLite({ database: `${folder}/documents.sqlite` })],
  });
  await server.listen();
} else {
  const { HocuspocusProvider } = await import("@hocuspocus/provider");
  const { Doc } = await import("yjs");
  const { default: WebSocketPolyfill } = await import("ws");
  const document = new Doc();
  // The provider counts the changes that the server has not confirmed; the oldest are confirmed first.
  const unconfirmed = [];
  new HocuspocusProvider({
    url: `ws://127.0.0.1:${port}`,
    name: last,
    document,
    WebSocketPolyfill,
    onSynced: () => print({ ready: true }),
    onUnsyncedChanges({ number }) {
      const confirmed = unconfirmed.splice(0, Math.max(0, unconfirmed.length - number));
      if (confirmed.length) print({ acknowledged: confirmed });
    },
  });
  yjsClient(document, (mark) => unconfirmed.push(mark));
}
