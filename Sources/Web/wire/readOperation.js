import { backgroundFault } from "../model/background.js";
import { Limits } from "../model/Limits.js";
import { none } from "../model/operations.js";
import { DecodeError } from "./DecodeError.js";

/**
 * @typedef {import("./Fields.js").Fields} Fields
 * @typedef {import("../model/operations.js").Operation} Operation
 */

/**
 * Reads an operation of the server. What it does not know in one is ignored (SM2).
 * @param {Fields} fields
 * @returns {Operation}
 * @throws {DecodeError}
 */
export function readOperation(fields) {
    const type = fields.value("type");
    switch (type) {
        case "add":
            return { type, emojis: readNewEmojis(fields) };
        case "move":
            return {
                type,
                ids: fields.someIDs("ids"),
                dx: fields.delta("dx"),
                dy: fields.delta("dy"),
            };
        case "scale":
            return { type, ids: fields.someIDs("ids"), factor: fields.factor("factor") };
        case "delete":
            return { type, ids: fields.someIDs("ids") };
        case "arrange":
            return { type, ids: fields.someIDs("ids"), to: readPlace(fields) };
        case "background":
            return { type, url: readBackground(fields, "url") };
        case "canvas":
            return { type, ...(readCanvas(fields) ?? { width: null, height: null }) };
        case "restore":
            return { type, emojis: readEmojis(fields, "emojis") };
        case "resize":
            return { type, items: readItems(fields, Limits.sizeMin, Limits.sizeMax) };
        case "restack":
            return { type, items: readItems(fields, -Limits.stackMax, Limits.stackMax) };
        case "replace":
            return readReplace(fields);
        case "none":
            return none;
        default:
            throw new DecodeError("unknown type");
    }
}

/**
 * @param {Fields} fields
 * @returns {import("../model/operations.js").Replace}
 */
function readReplace(fields) {
    return {
        type: "replace",
        ids: fields.ids("ids", Limits.itemsMax),
        emojis: readEmojis(fields, "emojis"),
        ...(fields.has("url") && { url: readBackground(fields, "url") }),
        ...(fields.has("width") && (readCanvas(fields) ?? { width: null, height: null })),
    };
}

/**
 * @param {Fields} fields
 * @returns {import("../model/operations.js").Place}
 */
function readPlace(fields) {
    const to = fields.text("to", 16);
    if (to === "front" || to === "back" || to === "forward" || to === "backward") return to;
    throw DecodeError.malformed("to");
}

/**
 * A URL or null.
 * @param {Fields} fields
 * @param {string} name
 */
export function readBackground(fields, name) {
    if (fields.value(name) === null) return null;
    const url = fields.text(name, Limits.serverMessageBytesMax);
    if (backgroundFault(url)) throw new DecodeError("bad_background");
    return url;
}

/**
 * Bounds from `width` and `height`, both null for none.
 * @param {Fields} fields
 */
export function readCanvas(fields) {
    if (fields.value("width") === null && fields.value("height") === null) return null;
    return {
        width: fields.integer("width", 1, Limits.canvasSideMax),
        height: fields.integer("height", 1, Limits.canvasSideMax),
    };
}

/** @param {Fields} fields */
function readNewEmojis(fields) {
    const emojis = fields.objects("emojis", Limits.addedEmojisMax);
    if (emojis.length === 0) throw DecodeError.malformed("emojis");
    return emojis.map((emoji) => ({
        ...readPlaced(emoji),
        size: emoji.has("size")
            ? emoji.integer("size", Limits.sizeMin, Limits.sizeMax)
            : Limits.sizeDefault,
    }));
}

/**
 * Whole emojis, as in a snapshot.
 * @param {Fields} fields
 * @param {string} name
 */
export const readEmojis = (fields, name) =>
    fields.objects(name, Limits.itemsMax).map((emoji) => ({
        ...readPlaced(emoji),
        size: emoji.integer("size", Limits.sizeMin, Limits.sizeMax),
        z: emoji.integer("z", -Limits.stackMax, Limits.stackMax),
    }));

/**
 * Who an emoji is, and where. Its text was judged by the server, whose table of emojis may be newer
 * than this browser's.
 * @param {Fields} emoji
 */
function readPlaced(emoji) {
    const placed = {
        id: emoji.id("id"),
        text: emoji.text("text", Limits.textBytesMax),
        x: emoji.coordinate("x"),
        y: emoji.coordinate("y"),
    };
    if (placed.text === "") throw new DecodeError("not_emoji");
    return placed;
}

/**
 * @param {Fields} fields
 * @param {number} least
 * @param {number} most
 */
const readItems = (fields, least, most) =>
    fields.objects("items", Limits.itemsMax).map((item) => ({
        id: item.id("id"),
        value: item.integer("value", least, most),
    }));
