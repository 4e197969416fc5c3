/** Controls, and what turns the direction of text (CM2). */
const forbidden =
    /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * Whether a text may be a name or a chat, as far as its characters go.
 * @param {string} text
 */
export const isPlain = (text) => text.search(forbidden) < 0;

/**
 * Whether a text shows something: not only spaces and what is drawn as nothing (CM2).
 * @param {string} text
 */
export const isSeen = (text) => /[^\s\u2800\p{Default_Ignorable_Code_Point}]/u.test(text);

/**
 * A text without the characters that a name or a chat may not hold.
 * @param {string} text
 */
export const plainText = (text) => text.replace(forbidden, "");
