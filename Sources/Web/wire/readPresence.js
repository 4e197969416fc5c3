import { Limits } from "../model/Limits.js";
import { isPlain } from "../model/plainText.js";
import { DecodeError } from "./DecodeError.js";
import { Fields } from "./Fields.js";

/**
 * What a member shares (PROTOCOL.md, section 10): an absent field is as before, null is none.
 *
 * @typedef {import("../model/emojiID.js").EmojiID} EmojiID
 * @typedef {{x: number, y: number}} Cursor
 * @typedef {{type: "move", ids: EmojiID[], dx: number, dy: number}
 *     | {type: "scale", ids: EmojiID[], factor: number}} Gesture
 * @typedef {{x: number, y: number, width: number, height: number}} View what a member sees: its
 *     middle and its sides, in document units
 * @typedef {"active" | "idle" | "away"} Activity
 *
 * What a member tells besides (PR17 to PR23).
 * @typedef {{view: View | null, activity: Activity, chat: string | null, reaction: string | null,
 *     laser: boolean}} Signals
 * @typedef {{selection?: EmojiID[], cursor?: Cursor | null, gesture?: Gesture | null}
 *     & Partial<Signals>} PresencePatch
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
            members: fields.objects("members", Limits.itemsMax).map(readMember),
        }),
        ...(fields.has("left") && { left: readLeft(fields) }),
    };
}

/** @param {Fields} fields */
function readLeft(fields) {
    return fields.array("left", Limits.itemsMax).map((number) => {
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
    return { ...patch, ...readSignals(fields) };
}

/**
 * @param {Fields} fields
 * @returns {Partial<Signals>}
 */
const readSignals = (fields) => ({
    ...(fields.has("view") && { view: readView(fields) }),
    ...(fields.has("activity") && { activity: readActivity(fields) }),
    ...(fields.has("chat") && { chat: readChat(fields) }),
    ...(fields.has("reaction") && { reaction: readReaction(fields) }),
    ...(fields.has("laser") && { laser: fields.boolean("laser") }),
});

/** @param {Fields} member */
function readView(member) {
    const value = member.value("view");
    if (value === null) return null;
    const fields = new Fields(value, "view");
    return {
        x: fields.coordinate("x"),
        y: fields.coordinate("y"),
        width: fields.integer("width", 1, Limits.viewSideMax),
        height: fields.integer("height", 1, Limits.viewSideMax),
    };
}

/**
 * One that a newer server may tell of counts as active (PR18).
 * @param {Fields} member
 * @returns {Activity}
 */
function readActivity(member) {
    const activity = member.value("activity");
    if (typeof activity !== "string") throw DecodeError.malformed("activity");
    return activity === "idle" || activity === "away" ? activity : "active";
}

/** @param {Fields} member */
function readChat(member) {
    if (member.value("chat") === null) return null;
    const chat = member.text("chat", Limits.chatBytesMax);
    if (!isPlain(chat)) throw DecodeError.malformed("chat");
    return chat || null;
}

/**
 * The server has judged that it is one emoji: a browser may know fewer of them.
 * @param {Fields} member
 */
function readReaction(member) {
    if (member.value("reaction") === null) return null;
    const reaction = member.text("reaction", Limits.textBytesMax);
    if (reaction === "") throw DecodeError.malformed("reaction");
    return reaction;
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
