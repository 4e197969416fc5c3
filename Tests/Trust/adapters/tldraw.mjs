// tldraw sync: a room in memory, kept as a snapshot in a file, and its client.
// tldraw.mjs server PORT FOLDER MILLISECONDS, tldraw.mjs client PORT ROLE ROOM
// MILLISECONDS is how often a changed room is written; 0 writes it at each change.
import { print, serve } from "./adapter.mjs";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

const [part, port, folder, milliseconds] = process.argv.slice(2);

/** Serves the one room of the test. */
async function runServer() {
  const { TLSocketRoom } = await import("@tldraw/sync-core");
  const { WebSocketServer } = await import("ws");
  const file = `${folder}/room.json`;
  const interval = Number(milliseconds);
  let isChanged = false;
  const save = () => {
    isChanged = false;
    writeFileSync(`${file}.new`, JSON.stringify(room.getCurrentSnapshot()));
    renameSync(`${file}.new`, file);
  };
  const room = new TLSocketRoom({
    initialSnapshot: existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined,
    onDataChange() {
      isChanged = true;
      if (interval === 0) save();
    },
  });
  if (interval > 0) setInterval(() => isChanged && save(), interval);
  const server = new WebSocketServer({ host: "127.0.0.1", port: Number(port) });
  server.on("connection", (socket, request) => {
    const sessionId = new URL(request.url, "ws://127.0.0.1").searchParams.get("sessionId");
    room.handleSocketConnect({ sessionId, socket });
  });
}

/** Gives the client's packages the parts of a browser that they expect. */
async function pretendBrowser() {
  const { default: WebSocket } = await import("ws");
  const ignore = () => {};
  const listening = { addEventListener: ignore, removeEventListener: ignore };
  Object.assign(globalThis, listening, {
    WebSocket,
    window: globalThis,
    document: { hidden: false, ...listening },
    requestAnimationFrame: (run) => setTimeout(() => run(performance.now()), 16),
    cancelAnimationFrame: clearTimeout,
  });
}

/** Edits or observes the room. */
async function runClient() {
  await pretendBrowser();
  const { ClientWebSocketAdapter, TLSyncClient } = await import("@tldraw/sync-core");
  const { createTLSchema } = await import("@tldraw/tlschema");
  const { Store } = await import("@tldraw/store");
  const { atom } = await import("@tldraw/state");
  const isMark = (id) => id.startsWith("shape:");
  const mark = (id) => id.slice("shape:".length);
  const assets = { upload: async () => ({ src: "" }), resolve: () => null, remove: async () => {} };
  const store = new Store({
    schema: createTLSchema(),
    props: { defaultName: "", assets, onMount() {} },
  });
  let connections = 0;
  const socket = new ClientWebSocketAdapter(
    () => `ws://127.0.0.1:${port}/trust?sessionId=${process.pid}-${connections++}`,
  );
  // A push is confirmed by a `push_result` with its clock.
  const pushes = new Map();
  const send = socket.sendMessage.bind(socket);
  socket.sendMessage = (message) => {
    if (message.type === "push" && message.diff) {
      pushes.set(message.clientClock, Object.keys(message.diff).filter(isMark).map(mark));
    }
    return send(message);
  };
  socket.onReceiveMessage((message) => {
    for (const event of message.type === "data" ? message.data : [message]) {
      if (event.type !== "push_result") continue;
      if (event.action === "commit") print({ acknowledged: pushes.get(event.clientClock) ?? [] });
      pushes.delete(event.clientClock);
    }
  });
  store.listen(
    ({ changes }) => {
      const seen = Object.keys(changes.added).filter(isMark).map(mark);
      if (seen.length) print({ seen });
    },
    { source: "remote", scope: "document" },
  );
  new TLSyncClient({
    store,
    socket,
    presence: atom("presence", null),
    presenceMode: atom("presence mode", "full"),
    onLoad() {},
    onSyncError: (reason) => console.error(reason),
    onAfterConnect: () => print({ ready: true }),
  });
  const shape = { typeName: "shape", type: "group", parentId: "page:page", index: "a1", props: {} };
  const place = { x: 0, y: 0, rotation: 0, isLocked: false, opacity: 1, meta: {} };
  serve({
    add: (name) => store.put([{ id: `shape:${name}`, ...shape, ...place }]),
    items: () => store.allRecords().map((record) => record.id).filter(isMark).map(mark),
  });
}

await (part === "server" ? runServer() : runClient());
