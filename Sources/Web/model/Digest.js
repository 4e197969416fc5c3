import { utf8 } from "./utf8.js";

/**
 * A 64-bit digest in two 32-bit lanes: MurmurHash3_x86_32 with a seed for each.
 *
 * It finds accidents (a diverged replica, a flipped bit), not forgeries. PROTOCOL.md, section 8.
 */
export class Digest {
    #low = 0x454d4f4a; // "EMOJ"
    #high = 0x49415254; // "IART"
    #words = 0;

    /**
     * Takes in one word.
     * @param {number} word a whole number, of which the low 32 bits count
     * @returns {this}
     */
    word(word) {
        const key = Math.imul(rotate(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593);
        this.#low = (Math.imul(rotate(this.#low ^ key, 13), 5) + 0xe6546b64) | 0;
        this.#high = (Math.imul(rotate(this.#high ^ key, 13), 5) + 0xe6546b64) | 0;
        this.#words += 1;
        return this;
    }

    /**
     * Takes in a signed integer of at most 53 bits as two words, the low one first.
     * @param {number} integer
     * @returns {this}
     */
    integer(integer) {
        return this.word(integer >>> 0).word(Math.floor(integer / 0x1_0000_0000) >>> 0);
    }

    /**
     * Takes in bytes, four to a word, the first lowest, then their count as one word.
     * @param {Uint8Array} bytes
     * @returns {this}
     */
    bytes(bytes) {
        const whole = bytes.length & ~3;
        for (let i = 0; i < whole; i += 4) {
            this.word(bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24));
        }
        if (whole < bytes.length) {
            let word = 0;
            for (let i = whole; i < bytes.length; i += 1) word |= bytes[i] << (8 * (i - whole));
            this.word(word);
        }
        return this.word(bytes.length);
    }

    /**
     * Takes in a text's UTF-8 bytes as `bytes` does.
     * @param {string} text
     * @returns {this}
     */
    text(text) {
        return this.bytes(utf8(text));
    }

    /**
     * The digest of all that was taken in.
     * @returns {Checksum}
     */
    get value() {
        return new Checksum(finish(this.#high ^ this.#words), finish(this.#low ^ this.#words));
    }
}

/** A sum of digests, lane by lane: adding and removing a part costs the same as digesting it. */
export class Checksum {
    /**
     * @param {number} high the high lane, 32 bits
     * @param {number} low the low lane, 32 bits
     */
    constructor(high, low) {
        this.high = high >>> 0;
        this.low = low >>> 0;
    }

    static zero = new Checksum(0, 0);

    /**
     * Reads 16 hexadecimal digits, the high lane first.
     * @param {string} word
     */
    static of(word) {
        return new Checksum(parseInt(word.slice(0, 8), 16), parseInt(word.slice(8), 16));
    }

    /**
     * @param {Checksum} part
     * @returns {Checksum}
     */
    plus(part) {
        return new Checksum(this.high + part.high, this.low + part.low);
    }

    /**
     * @param {Checksum} part
     * @returns {Checksum}
     */
    minus(part) {
        return new Checksum(this.high - part.high, this.low - part.low);
    }

    /** The checksum as the protocol writes it: 16 hexadecimal digits. */
    toString() {
        return hexadecimal(this.high) + hexadecimal(this.low);
    }
}

/**
 * @param {number} word
 * @param {number} count
 */
const rotate = (word, count) => (word << count) | (word >>> (32 - count));

/** @param {number} lane */
const finish = (lane) => {
    lane = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b);
    lane = Math.imul(lane ^ (lane >>> 13), 0xc2b2ae35);
    return (lane ^ (lane >>> 16)) >>> 0;
};

/** @param {number} lane */
const hexadecimal = (lane) => lane.toString(16).padStart(8, "0");
