// What Debian's Node, which is of 2022, has under other names.
globalThis.crypto ??= require("node:crypto").webcrypto;
if (typeof WebSocket === "undefined" && process.env.NODE_PATH) {
    globalThis.WebSocket = require("ws");
}
