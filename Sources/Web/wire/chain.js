import { Checksum, Digest } from "../model/Digest.js";

/** The chain before the first edit of any history. */
export const startOfChain = "0".repeat(16);

/**
 * The chain after an edit (CK7): a digest of the chain before it and of the edit's message as it
 * came.
 * @param {string} chain
 * @param {string} message
 * @returns {string}
 */
export function extendChain(chain, message) {
    const { high, low } = Checksum.of(chain);
    return String(new Digest().word(high).word(low).text(message).value);
}
