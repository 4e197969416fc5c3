/**
 * What a client does after a connection ended (PROTOCOL.md, section 7): connects again by itself
 * after a pause, or only when asked, since the same would happen again.
 *
 * `newName` is the name that the document has now (ER10).
 *
 * @typedef {{code: number, name: string, again: "soon" | "onRequest", retryAfter: number | null,
 *     newName: string | null}} Closing
 */

/** The longest that a server may ask to wait, in milliseconds (ER6). */
const retryAfterMax = 60_000;

/**
 * Reads how a connection ended; one that broke without a code is to be made again soon (ER4).
 * @param {Map<number, [string, boolean]>} codes their names, and whether to come back soon
 * @param {number} code
 * @param {string} [reason]
 * @returns {Closing}
 */
export function readClosing(codes, code, reason = "") {
    const [name, isSoon] = codes.get(code) ?? ["lost", code < 4000];
    const asked = /(?:^|\s)retry_after=([0-9]{1,9})/.exec(reason);
    const retryAfter = asked ? Math.min(Number(asked[1]), retryAfterMax) : null;
    const moved = /(?:^|\s)name=([a-z0-9][a-z0-9_-]{0,63})(?:\s|$)/.exec(reason);
    const newName = name === "renamed" && moved ? moved[1] : null;
    return { code, name, again: isSoon ? "soon" : "onRequest", retryAfter, newName };
}
