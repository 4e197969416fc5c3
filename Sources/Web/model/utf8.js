const encoder = new TextEncoder();

/**
 * A text's bytes in UTF-8.
 * @param {string} text
 * @returns {Uint8Array}
 */
export const utf8 = (text) => encoder.encode(text);

/**
 * How many bytes a text takes in UTF-8.
 * @param {string} text
 */
export const byteCount = (text) => encoder.encode(text).length;
