/**
 * What a client does after a connection ended (PROTOCOL.md, section 7): connects again by itself
 * after a pause, or only when asked, since the same would happen again.
 *
 * `newName` is the name that the document has now (ER10).
 *
 * @typedef {{code: number, name: string, again: "soon" | "onRequest", retryAfter: number | null,
 *     newName: string | null}} Closing
 */

/**
 * The names of codes, and whether to come back soon.
 * @type {Map<number, [string, boolean]>}
 */
const codes = new Map([
    [1000, ["normal", false]],
    [1001, ["going_away", true]],
    [1002, ["protocol_error", false]],
    [1003, ["not_text", false]],
    [1007, ["not_utf8", false]],
    [1009, ["too_big", false]],
    [1011, ["server_failed", true]],
    [1012, ["restarting", true]],
    [1013, ["overloaded", true]],
    [4301, ["renamed", true]],
    [4400, ["bad_message", false]],
    [4401, ["unauthorized", false]],
    [4403, ["forbidden", false]],
    [4404, ["no_document", false]],
    [4408, ["hello_timeout", true]],
    [4409, ["seq_gap", true]],
    [4410, ["removed", false]],
    [4411, ["superseded", false]],
    [4412, ["too_many_unanswered", false]],
    [4413, ["crowded", true]],
    [4414, ["diverged", false]],
    [4429, ["too_fast", true]],
    [4430, ["too_slow", true]],
]);

/** The longest that a server may ask to wait, in milliseconds (ER6). */
const retryAfterMax = 60_000;

/**
 * Reads how a connection ended; one that broke without a code is to be made again soon (ER4).
 * @param {number} code
 * @param {string} reason
 * @returns {Closing}
 */
export function readClosing(code, reason) {
    const [name, isSoon] = codes.get(code) ?? ["lost", code < 4000];
    const asked = /(?:^|\s)retry_after=([0-9]{1,9})/.exec(reason);
    const retryAfter = asked ? Math.min(Number(asked[1]), retryAfterMax) : null;
    const moved = /(?:^|\s)name=([a-z0-9][a-z0-9_-]{0,63})(?:\s|$)/.exec(reason);
    const newName = name === "renamed" && moved ? moved[1] : null;
    return { code, name, again: isSoon ? "soon" : "onRequest", retryAfter, newName };
}
