// y-websocket: its server with LevelDB, and its provider. It has no acknowledgement.
// y-websocket.mjs server PORT FOLDER, y-websocket.mjs client PORT ROLE
import { print, yjsClient } from "./adapter.mjs";

const [part, port, folder] = process.argv.slice(2);

if (part === "server") {
  // The server reads its settings from the environment as it is loaded.
  Object.assign(process.env, { HOST: "127.0.0.1", PORT: port, YPERSISTENCE: `${folder}/leveldb` });
  await import("@y/websocket-server/server");
} else {
  const { Doc } = await import("yjs");
  const { WebsocketProvider } = await import("y-websocket");
  const { default: WebSocketPolyfill } = await import("ws");
  const document = new Doc();
  const provider = new WebsocketProvider(`ws://127.0.0.1:${port}`, "trust", document, {
    WebSocketPolyfill,
    disableBc: true,
  });
  provider.once("sync", () => print({ ready: true }));
  yjsClient(document);
}
