/** Why a text is not a message of this protocol; the message says what, in one phrase. */
export class DecodeError extends Error {
    /** @param {string} reason */
    static json(reason) {
        return new DecodeError(`not JSON: ${reason}`);
    }

    /** @param {string} field */
    static missing(field) {
        return new DecodeError(`${field} is missing`);
    }

    /** @param {string} field */
    static malformed(field) {
        return new DecodeError(`${field} is malformed`);
    }

    /** @param {string} field */
    static outOfRange(field) {
        return new DecodeError(`${field} is out of range`);
    }

    /** @param {string} field */
    static tooMany(field) {
        return new DecodeError(`${field} has too many items`);
    }
}
