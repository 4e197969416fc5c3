/**
 * What version 0.2 kept of a client's edits.
 * @typedef {{client: number | null, counter: number, epoch?: string,
 *     edits: {seq: number, request: object, settled: boolean}[]}} FormerKept
 */

/**
 * What is kept, as this version keeps it: a transcript as Replica+Transcript.swift writes one.
 * @returns {Kept | null}
 */
export function upgraded(/** @type {Kept | FormerKept | null} */ kept) {
    if (!kept || "lines" in kept) return kept;
    const { client, counter, epoch, edits } = kept;
    const zero = "0".repeat(16);
    const place = { epoch: epoch ?? zero, revision: 0, chain: zero };
    const state = { checksum: zero, background: null, canvas: null, stackTop: 0, stackBottom: 0 };
    const lines = (/** @type {boolean} */ isSettled) =>
        edits
            .filter(({ settled }) => settled === isSettled)
            .map(({ seq, request }) => {
                return `> ${JSON.stringify({ type: "edit", seq, operation: request })}`;
            });
    const seq = (edits[0]?.seq ?? 1) - 1;
    const who = { resumed: false, member: 1, client, seq, counter };
    const known = [
        { type: "welcome", document: "", ...place, ...who },
        { type: "snapshot", part: 0, last: true, ...place, ...state, emojis: [] },
    ].map((message) => `< ${JSON.stringify(message)}`);
    // Those that are settled may have been sent.
    const all = [...(client === null ? [] : known), ...lines(true), "# closed", ...lines(false)];
    return { count: edits.length, lines: edits.length > 0 ? all : [] };
}
