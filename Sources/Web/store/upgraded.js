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
    const settled = edits.filter((edit) => edit.settled);
    const lines = (/** @type {FormerKept["edits"]} */ some) =>
        some.map(({ seq, request }) => {
            return `> ${JSON.stringify({ type: "edit", seq, operation: request })}`;
        });
    const welcome = (/** @type {boolean} */ resumed, /** @type {number} */ seq) => {
        const who = { resumed, member: 1, client, seq, counter };
        return `< ${JSON.stringify({ type: "welcome", document: "", ...place, ...who })}`;
    };
    const before = (edits[0]?.seq ?? 1) - 1;
    const snapshot = { type: "snapshot", part: 0, last: true, ...place, ...state, emojis: [] };
    const known = [
        welcome(false, before),
        `< ${JSON.stringify({ ...snapshot, seq: before })}`,
        ...lines(settled),
        welcome(true, settled.at(-1)?.seq ?? before),
    ];
    const unsettled = lines(edits.filter((edit) => !edit.settled));
    const all = [...(client === null ? [] : known), "# closed", ...unsettled];
    return { count: edits.length, lines: edits.length > 0 ? all : [] };
}
