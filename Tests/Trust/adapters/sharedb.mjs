// ShareDB with sharedb-postgres. DATABASE_URL names a database that has its tables.
// sharedb.mjs server PORT, sharedb.mjs client PORT ROLE ROOM
import { print, serve } from "./adapter.mjs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const [part, port, , room] = process.argv.slice(2);

if (part === "server") {
  const ShareDB = require("sharedb");
  const WebSocketJSONStream = require("@teamwork/websocket-json-stream");
  const { WebSocketServer } = require("ws");
  const db = require("sharedb-postgres")({ connectionString: process.env.DATABASE_URL });
  const backend = new ShareDB({ db });
  const server = new WebSocketServer({ host: "127.0.0.1", port: Number(port) });
  server.on("connection", (socket) => backend.listen(new WebSocketJSONStream(socket)));
} else {
  const { Connection } = require("sharedb/lib/client");
  const ReconnectingWebSocket = require("reconnecting-websocket");
  const socket = new ReconnectingWebSocket(`ws://127.0.0.1:${port}`, [], {
    WebSocket: require("ws"),
    maxReconnectionDelay: 500,
  });
  const document = new Connection(socket).get("canvases", room);
  document.on("op", (operation, source) => {
    const seen = source ? [] : operation.flatMap((part) => part.li ?? []);
    if (seen.length) print({ seen });
  });
  document.subscribe((error) => {
    if (error) throw error;
    if (document.type) return print({ ready: true });
    // Another client may create it meanwhile: then it is there all the same.
    document.create({ items: [] }, () => print({ ready: true }));
  });
  serve({
    add(mark) {
      const operation = [{ p: ["items", document.data.items.length], li: mark }];
      document.submitOp(operation, (error) => {
        if (!error) print({ acknowledged: [mark] });
      });
    },
    items: () => document.data?.items ?? [],
  });
}
