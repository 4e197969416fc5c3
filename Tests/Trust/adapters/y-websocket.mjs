// y-websocket: its provider. It has no acknowledgement. ../peers.py starts the server's own program.
// y-websocket.mjs client PORT ROLE ROOM
import { Doc } from "yjs";
import { WebsocketProvider } from "y-websocket";
import WebSocketPolyfill from "ws";
import { print, yjsClient } from "./adapter.mjs";

const [, port, , room] = process.argv.slice(2);
const document = new Doc();
const provider = new WebsocketProvider(`ws://127.0.0.1:${port}`, room, document, {
  WebSocketPolyfill,
  disableBc: true,
});
provider.once("sync", () => print({ ready: true }));
yjsClient(document);
