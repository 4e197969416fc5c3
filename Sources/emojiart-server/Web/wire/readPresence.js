import { Limits } from "../model/Limits.js";
import { DecodeError } from "./DecodeError.js";
import { Fields } from "./Fields.js";

/**
 * What a member shares (PROTOCOL.md, section 10): an absent field is as before, null is none.
 *
 * @typedef {import("../model/emojiID.js").EmojiID} EmojiID
 * @typedef {{x: number, y: number}} Cursor
 * @typedef {{type: "move", ids: EmojiID[], dx: number, dy: number}
 *     | {type: "scale", ids: EmojiID[], factor: number}} Gesture
 * @typedef {{selection?: EmojiID[], cursor?: Cursor | null, gesture?: Gesture | null}}
 *     PresencePatch
 * @typedef {{member: number, client?: number, name?: string, colour?: string} & PresencePatch}
 *     MemberPatch
 */

/**
 * @param {Fields} fields
 * @returns {import("./readServerMessage.js").PresenceUpdate}
 * @throws {DecodeError}
 */
export function readPresence(fields) {
    const full = fields.has("full") && fields.boolean("full");
    return {
        type: "presence",
        ...(full && { full }),
        ...(fields.has("members") && {
            members: fields.objects("members", Limits.emojisMax).map(readMember),
        }),
        ...(fields.has("left") && { left: readLeft(fields) }),
    };
}

/** @param {Fields} fields */
function readLeft(fields) {
    return fields.array("left", Limits.emojisMax).map((number) => {
        if (typeof number !== "number") throw DecodeError.malformed("left");
        return number;
    });
}

/**
 * @param {Fields} fields
 * @returns {MemberPatch}
 */
function readMember(fields) {
    /** @type {MemberPatch} */
    const patch = { member: fields.integer("member", 1, Limits.stackMax) };
    if (fields.has("name")) {
        if (fields.has("client")) {
            patch.client = fields.integer("client", 1, Limits.identifierMax);
        }
        patch.name = fields.text("name", Limits.memberNameBytesMax);
        patch.colour = fields.colour("colour");
    }
    if (fields.has("selection")) patch.selection = fields.ids("selection");
    if (fields.has("cursor")) patch.cursor = readCursor(fields);
    if (fields.has("gesture")) patch.gesture = readGesture(fields);
    return patch;
}

/**
 * @param {Fields} member
 * @returns {Cursor | null}
 */
function readCursor(member) {
    const value = member.value("cursor");
    if (value === null) return null;
    const fields = new Fields(value, "cursor");
    return { x: fields.coordinate("x"), y: fields.coordinate("y") };
}

/**
 * @param {Fields} member
 * @returns {Gesture | null}
 */
function readGesture(member) {
    const value = member.value("gesture");
    if (value === null) return null;
    const fields = new Fields(value, "gesture");
    const type = fields.value("type");
    const ids = fields.someIDs("ids");
    switch (type) {
        case "move":
            return { type, ids, dx: fields.delta("dx"), dy: fields.delta("dy") };
        case "scale":
            return { type, ids, factor: fields.factor("factor") };
        default:
            throw DecodeError.malformed("gesture");
    }
}
