const epoch = "00000000000000e1";
const zero = "0000000000000000";

/**
 * The welcome to an empty document.
 * @param {object} fields that are otherwise
 */
export const welcome = (fields) =>
    JSON.stringify({
        ...{ type: "welcome", document: "picnic", epoch, revision: 0, chain: zero },
        ...{ resumed: false, member: 1, client: 1, seq: 0, counter: 0, ...fields },
    });

/** The snapshot of an empty document. */
export const snapshot = JSON.stringify({
    ...{ type: "snapshot", part: 0, last: true, epoch, revision: 0, chain: zero },
    ...{ checksum: zero, background: null, canvas: null, stackTop: 0, stackBottom: 0 },
    emojis: [],
});
