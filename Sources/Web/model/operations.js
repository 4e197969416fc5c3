/**
 * What an edit does to a document, as the protocol writes it (PROTOCOL.md, section 6).
 *
 * @typedef {import("./emojiID.js").EmojiID} EmojiID
 * @typedef {{id: EmojiID, text: string, x: number, y: number, size: number}} NewEmoji
 * @typedef {NewEmoji & {z: number}} StoredEmoji
 * @typedef {{id: EmojiID, value: number}} Assignment
 * @typedef {"front" | "back" | "forward" | "backward"} Place
 *
 * @typedef {{type: "add", emojis: NewEmoji[]}} Add
 * @typedef {{type: "move", ids: EmojiID[], dx: number, dy: number}} Move
 * @typedef {{type: "scale", ids: EmojiID[], factor: number}} Scale
 * @typedef {{type: "delete", ids: EmojiID[]}} Delete
 * @typedef {{type: "arrange", ids: EmojiID[], to: Place}} Arrange
 * @typedef {{type: "background", url: string | null}} SetBackground
 * @typedef {{type: "canvas", width: number | null, height: number | null}} SetCanvas
 * @typedef {{type: "restore", emojis: StoredEmoji[]}} Restore
 * @typedef {{type: "resize", items: Assignment[]}} Resize
 * @typedef {{type: "restack", items: Assignment[]}} Restack
 * @typedef {{type: "replace", ids: EmojiID[], emojis: StoredEmoji[], url?: string | null,
 *     width?: number | null, height?: number | null}} Replace
 * @typedef {{type: "none"}} None
 * @typedef {Add | Move | Scale | Delete | Arrange | SetBackground | SetCanvas | Restore | Resize
 *     | Restack | Replace | None} Operation
 *
 * An undo, a redo or a revert is asked for; the server puts what it does in its place.
 * @typedef {{type: "undo"} | {type: "redo"} | {type: "revert", revision: number}} Walk
 * @typedef {Operation | Walk} EditRequest
 */

/** The effect of an operation that changes nothing: it takes its revision nevertheless. */
export const none = Object.freeze({ type: /** @type {const} */ ("none") });

/**
 * Whether an operation is one, and no undo, redo or revert.
 * @param {EditRequest} request
 * @returns {request is Operation}
 */
export const isOperation = (request) => !["undo", "redo", "revert"].includes(request.type);

/**
 * The emojis that an operation takes away, as far as they are there.
 * @param {Operation} operation
 * @returns {EmojiID[]}
 */
export const deletedIDs = (operation) =>
    operation.type === "delete" || operation.type === "replace" ? operation.ids : [];

/**
 * The emojis that an operation would add.
 * @param {EditRequest} request
 * @returns {NewEmoji[]}
 */
export const added = (request) => (request.type === "add" ? request.emojis : []);

/**
 * The emojis that a client's operation is about, if they are there.
 * @param {EditRequest} request
 * @returns {EmojiID[]}
 */
export const namedIDs = (request) => ("ids" in request ? request.ids : []);

/**
 * Whether two operations are the same, their ids being ascending.
 * @param {EditRequest} left
 * @param {EditRequest} right
 */
export const isSameOperation = (left, right) => JSON.stringify(left) === JSON.stringify(right);
