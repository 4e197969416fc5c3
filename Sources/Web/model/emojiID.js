import { Limits } from "./Limits.js";

/**
 * The identity of an emoji, `"<client>.<counter>"`: who made it, and that client's own count.
 *
 * Both are decimal, 1 to `Limits.identifierMax`, without leading zeros.
 * @typedef {string} EmojiID
 */

const form = /^[1-9][0-9]{0,9}\.[1-9][0-9]{0,9}$/;

/**
 * Whether a value is an id in its one form.
 * @param {unknown} value
 * @returns {value is EmojiID}
 */
export const isEmojiID = (value) =>
    typeof value === "string" &&
    form.test(value) &&
    clientOf(value) <= Limits.identifierMax &&
    counterOf(value) <= Limits.identifierMax;

/**
 * The number that the document gave the client.
 * @param {EmojiID} id
 */
export const clientOf = (id) => Number(id.slice(0, id.indexOf(".")));

/**
 * The client's own count of the emojis that it made.
 * @param {EmojiID} id
 */
export const counterOf = (id) => Number(id.slice(id.indexOf(".") + 1));

/**
 * @param {number} client
 * @param {number} counter
 * @returns {EmojiID}
 */
export const emojiID = (client, counter) => `${client}.${counter}`;

/**
 * Orders by client, then by counter, as numbers.
 * @param {EmojiID} left
 * @param {EmojiID} right
 */
export const compareIDs = (left, right) =>
    clientOf(left) - clientOf(right) || counterOf(left) - counterOf(right);

/**
 * Ids as a set is written: ascending, each once.
 * @param {Iterable<EmojiID>} ids
 * @returns {EmojiID[]}
 */
export const sortedIDs = (ids) => [...new Set(ids)].sort(compareIDs);
