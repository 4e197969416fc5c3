/**
 * closed: no connection; greeting: hello was sent; loading: the parts of a snapshot are coming;
 * resyncing: so are they, since the state differed; live: edits are applied as they come.
 * @typedef {"closed" | "greeting" | "loading" | "resyncing" | "live"} Connection
 */

/** The last seq that a welcome may tell, 2^52 - 1 (SM3): as many more can still be written. */
const seqMax = (Number.MAX_SAFE_INTEGER - 1) / 2;

/**
 * What is wrong with a welcome; null for nothing.
 * @param {import("../wire/readServerMessage.js").Welcome} welcome
 * @param {Connection} connection
 * @param {boolean} hasPosition whether the hello told a place in the history
 */
export function welcomeFault({ resumed, seq = 0, client, access }, connection, hasPosition) {
    if (connection !== "greeting") return "welcome comes once";
    if (resumed && !hasPosition) return "nothing to resume";
    // Who may only look, and never edited, has no number.
    if (client === undefined && access?.role !== "viewer") return "client is missing";
    return seq > seqMax ? "no seqs are left" : null;
}
