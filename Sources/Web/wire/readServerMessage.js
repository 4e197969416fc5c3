import { Limits } from "../model/Limits.js";
import { byteCount } from "../model/utf8.js";
import { DecodeError } from "./DecodeError.js";
import { Fields } from "./Fields.js";
import { JSONObject, readJSON } from "./JSONReader.js";
import { readBackground, readCanvas, readEmojis, readOperation } from "./readOperation.js";
import { readPresence } from "./readPresence.js";

/**
 * What a server says (PROTOCOL.md, section 5), field for field as on the wire.
 *
 * @typedef {{epoch: string, revision: number, chain: string}} Position a place in a history
 * @typedef {{type: "welcome", document: string, resumed: boolean, forked?: true, member: number,
 *     client?: number, seq?: number, counter?: number, undo?: string, redo?: string,
 *     access?: Access, limits?: ServerLimits} & Position} Welcome
 * @typedef {{members: number, messages: number, edits: number, presence: number, bytes: number}}
 *     ServerLimits what a server allows one client: all but members are per second
 * @typedef {{role: "viewer" | "editor" | "owner", user?: string, expires?: number}} Access what a
 *     member may do, and for how long
 * @typedef {{checksum: string, background: string | null,
 *     canvas: import("../model/Document.js").Canvas | null,
 *     stackTop: number, stackBottom: number, seq?: number} & Position} SnapshotHeader
 * @typedef {{type: "snapshot", part: number, last: boolean,
 *     emojis: import("../model/operations.js").StoredEmoji[]} & Partial<SnapshotHeader>}
 *     SnapshotPart
 * @typedef {{type: "edit", revision: number, client: number, seq: number, time: number,
 *     undo?: number, redo?: number, revert?: number,
 *     operation: import("../model/operations.js").Operation,
 *     checksum: string}} Edit
 * @typedef {{type: "ack", seq: number, revision: number}} Ack
 * @typedef {{type: "refused", seq: number, code: string, text?: string}} Refused
 * @typedef {{type: "history", revision: number, undo?: string, redo?: string}} History
 * @typedef {{type: "presence", full?: true,
 *     members?: import("./readPresence.js").MemberPatch[], left?: number[]}} PresenceUpdate
 * @typedef {{type: "pong", number: number}} Pong
 * @typedef {{type: "access"} & Access} AccessMessage
 * @typedef {Welcome | SnapshotPart | Edit | Ack | Refused | History | PresenceUpdate | Pong
 *     | AccessMessage} ServerMessage
 */

/**
 * Reads a message of the server; null for a type that this version does not know (SM1).
 *
 * O(text).
 * @param {string} text
 * @returns {ServerMessage | null}
 * @throws {DecodeError} the server is not one of this protocol
 */
export function readServerMessage(text) {
    if (byteCount(text) > Limits.serverMessageBytesMax) throw DecodeError.json("too long");
    const value = readJSON(text);
    const type = value instanceof JSONObject ? value.get("type") : undefined;
    if (typeof type !== "string") throw new DecodeError("not an object with a type");
    const fields = new Fields(value, "message");
    switch (type) {
        case "edit":
            return readEdit(fields);
        case "presence":
            return readPresence(fields);
        case "welcome":
            return readWelcome(fields);
        case "snapshot":
            return readSnapshotPart(fields);
        case "ack":
            return { type, seq: readCount(fields, "seq"), revision: readCount(fields, "revision") };
        case "refused":
            return {
                type,
                seq: readCount(fields, "seq"),
                code: fields.text("code", 64),
                ...(fields.has("text") && { text: fields.text("text", 1_024) }),
            };
        case "history":
            return { type, revision: readNumber(fields, "revision"), ...readNames(fields) };
        case "pong":
            return { type, number: readNumber(fields, "number") };
        case "access":
            return { type, ...readAccess(fields) };
        default:
            return null;
    }
}

/**
 * @param {Fields} fields
 * @returns {Access}
 */
function readAccess(fields) {
    const role = fields.text("role", 16);
    if (role !== "viewer" && role !== "editor" && role !== "owner") {
        throw DecodeError.malformed("role");
    }
    return {
        role,
        ...(fields.has("user") && { user: fields.text("user", Limits.userBytesMax) }),
        ...(fields.has("expires") && { expires: readNumber(fields, "expires") }),
    };
}

/**
 * An integer of 1 or more.
 * @param {Fields} fields
 * @param {string} name
 */
const readCount = (fields, name) => fields.integer(name, 1, Limits.stackMax);

/**
 * An integer of 0 or more.
 * @param {Fields} fields
 * @param {string} name
 */
const readNumber = (fields, name) => fields.integer(name, 0, Limits.stackMax);

/**
 * @param {Fields} fields
 * @returns {Position}
 */
const readPosition = (fields) => ({
    epoch: fields.word("epoch"),
    revision: readNumber(fields, "revision"),
    chain: fields.word("chain"),
});

/**
 * What the next undo and redo take, where there is something.
 * @param {Fields} fields
 */
const readNames = (fields) => ({
    ...(fields.has("undo") && { undo: fields.text("undo", 64) }),
    ...(fields.has("redo") && { redo: fields.text("redo", 64) }),
});

/**
 * @param {Fields} fields
 * @returns {Edit}
 */
function readEdit(fields) {
    const walk = ["undo", "redo"].find((name) => fields.has(name));
    return {
        type: "edit",
        revision: readCount(fields, "revision"),
        client: fields.integer("client", 1, Limits.identifierMax),
        seq: readCount(fields, "seq"),
        time: readNumber(fields, "time"),
        ...(walk && { [walk]: readCount(fields, walk) }),
        ...(fields.has("revert") && { revert: readNumber(fields, "revert") }),
        operation: readOperation(new Fields(fields.value("operation"), "type")),
        checksum: fields.word("checksum"),
    };
}

/**
 * @param {Fields} fields
 * @returns {Welcome}
 */
function readWelcome(fields) {
    const resumed = fields.boolean("resumed");
    const forked = fields.has("forked") && fields.boolean("forked");
    if (forked && resumed) throw DecodeError.malformed("forked");
    return {
        type: "welcome",
        document: fields.text("document", Limits.documentNameBytesMax),
        ...readPosition(fields),
        resumed,
        ...(forked && { forked }),
        member: readCount(fields, "member"),
        ...(fields.has("client") && {
            client: fields.integer("client", 1, Limits.identifierMax),
            seq: readNumber(fields, "seq"),
            counter: fields.integer("counter", 0, Limits.identifierMax),
        }),
        ...readNames(fields),
        ...(fields.has("access") && {
            access: readAccess(new Fields(fields.value("access"), "access")),
        }),
        ...(fields.has("limits") && {
            limits: readLimits(new Fields(fields.value("limits"), "limits")),
        }),
    };
}

/**
 * @param {Fields} fields
 * @returns {ServerLimits}
 */
function readLimits(fields) {
    return {
        members: readCount(fields, "members"),
        messages: readCount(fields, "messages"),
        edits: readCount(fields, "edits"),
        presence: readCount(fields, "presence"),
        bytes: readCount(fields, "bytes"),
    };
}

/**
 * @param {Fields} fields
 * @returns {SnapshotPart}
 */
function readSnapshotPart(fields) {
    const last = fields.boolean("last");
    const part = fields.integer("part", 0, Limits.emojisMax);
    return {
        type: "snapshot",
        part,
        last,
        ...(part === 0 && readSnapshotHeader(fields)),
        emojis: readEmojis(fields, "emojis"),
        ...(part === 0 && fields.has("seq") && { seq: readNumber(fields, "seq") }),
    };
}

/**
 * @param {Fields} fields
 * @returns {SnapshotHeader}
 */
function readSnapshotHeader(fields) {
    const canvas = fields.value("canvas");
    return {
        ...readPosition(fields),
        checksum: fields.word("checksum"),
        background: readBackground(fields, "background"),
        canvas: canvas === null ? null : readCanvas(new Fields(canvas, "canvas")),
        stackTop: fields.integer("stackTop", -Limits.stackMax, Limits.stackMax),
        stackBottom: fields.integer("stackBottom", -Limits.stackMax, Limits.stackMax),
    };
}
