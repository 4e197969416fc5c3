/**
 * What a client says (PROTOCOL.md, section 4), field for field as on the wire.
 *
 * @typedef {{type: "hello", key?: string, name?: string, colour?: string, token?: string}
 *     & Partial<import("./readServerMessage.js").Position>} Hello
 * @typedef {{type: "edit", seq: number,
 *     operation: import("../model/operations.js").EditRequest}} OwnEdit
 * @typedef {{type: "presence"} & import("./readPresence.js").PresencePatch} OwnPresence
 * @typedef {{type: "resync", revision: number}} Resync
 * @typedef {{type: "ping", number: number}} Ping
 * @typedef {{type: "token", token: string}} TokenMessage
 * @typedef {Hello | OwnEdit | OwnPresence | Resync | Ping | TokenMessage} ClientMessage
 */

/**
 * Writes a message in the protocol's one way (JS10, JS12).
 *
 * Its fields stand in the protocol's order, as those of whoever makes a message do. Factors have
 * at most six places.
 * @param {ClientMessage | import("./readServerMessage.js").ServerMessage} message
 * @returns {string}
 */
export const writeMessage = (message) => write(message);

/**
 * @param {unknown} value
 * @returns {string}
 */
function write(value) {
    if (typeof value === "string") return writeText(value);
    if (Array.isArray(value)) return `[${value.map(write).join(",")}]`;
    if (typeof value !== "object" || value === null) return String(value);
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return `{${members.map(([name, member]) => `"${name}":${write(member)}`).join(",")}}`;
}

const escapes = /["\\\u0000-\u001f]/g;

/** @param {string} text */
function writeText(text) {
    const written = text.replace(escapes, (character) =>
        character === '"' || character === "\\"
            ? `\\${character}`
            : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    return `"${written}"`;
}
