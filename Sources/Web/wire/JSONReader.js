import { Limits } from "../model/Limits.js";
import { DecodeError } from "./DecodeError.js";

/** A number that is no integer a field could hold: it is kept as it was written. */
export class Decimal {
    /** @param {string} text */
    constructor(text) {
        this.text = text;
    }
}

/** A string that was written with escapes: a text may be, an id or a word may not (JS4). */
export class EscapedText {
    /** @param {string} text */
    constructor(text) {
        this.text = text;
    }
}

/**
 * The members of an object by name, in the order written.
 * @extends {Map<string, unknown>}
 */
export class JSONObject extends Map {}

/**
 * Reads a text strictly (RFC 8259 and PROTOCOL.md, section 3).
 *
 * It refuses what parsers disagree on, such as a key that stands twice, which `JSON.parse` takes.
 * O(text).
 * @param {string} text
 * @returns {unknown} null, a boolean, an integer, a `Decimal`, a string, an `EscapedText`, an array
 *     or a `JSONObject`
 * @throws {DecodeError}
 */
export const readJSON = (text) => new JSONReader(text).whole();

const space = /[ \t\n\r]*/y;
const plain = /"([^"\\\u0000-\u001f]*)"/y;
const escaped = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
/** Half of a surrogate pair: other parsers make other texts of it. */
const halfPair = /\p{Surrogate}/u;
const number = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const word = /true|false|null/y;

class JSONReader {
    #offset = 0;

    /** @param {string} text */
    constructor(text) {
        this.text = text;
    }

    /** @returns {unknown} */
    whole() {
        if (this.text.startsWith("\ufeff")) throw DecodeError.json("byte order mark");
        const value = this.#value(0);
        this.#take(space);
        if (this.#offset < this.text.length) throw DecodeError.json("bytes after the value");
        return value;
    }

    /**
     * @param {number} depth
     * @returns {unknown}
     */
    #value(depth) {
        this.#take(space);
        switch (this.text[this.#offset]) {
            case undefined:
                throw DecodeError.json("unexpected end");
            case "{":
                return this.#object(depth + 1);
            case "[":
                return this.#array(depth + 1);
            case '"':
                return this.#string();
            case "t":
            case "f":
            case "n":
                return this.#word();
            default:
                return this.#number();
        }
    }

    /**
     * Takes what a sticky pattern matches here.
     * @param {RegExp} pattern
     */
    #take(pattern) {
        pattern.lastIndex = this.#offset;
        const match = pattern.exec(this.text);
        if (match) this.#offset = pattern.lastIndex;
        return match;
    }

    /**
     * Takes a character, with space around it, if it comes next.
     * @param {string} character
     */
    #takeMark(character) {
        this.#take(space);
        if (this.text[this.#offset] !== character) return false;
        this.#offset += 1;
        return true;
    }

    #unexpected() {
        const isEnd = this.#offset >= this.text.length;
        return DecodeError.json(isEnd ? "unexpected end" : "unexpected byte");
    }

    /**
     * @param {number} depth
     * @returns {JSONObject}
     */
    #object(depth) {
        if (depth > Limits.depthMax) throw DecodeError.json("nested too deeply");
        const object = new JSONObject();
        this.#offset += 1;
        if (this.#takeMark("}")) return object;
        do {
            this.#take(space);
            const name = this.#take(plain);
            if (!name) throw this.#unexpected();
            if (object.has(name[1])) throw DecodeError.json("duplicate key");
            if (object.size === Limits.keysMax) throw DecodeError.json("too many keys");
            if (!this.#takeMark(":")) throw this.#unexpected();
            object.set(name[1], this.#value(depth));
        } while (this.#takeMark(","));
        if (!this.#takeMark("}")) throw this.#unexpected();
        return object;
    }

    /**
     * @param {number} depth
     * @returns {unknown[]}
     */
    #array(depth) {
        if (depth > Limits.depthMax) throw DecodeError.json("nested too deeply");
        /** @type {unknown[]} */
        const items = [];
        this.#offset += 1;
        if (this.#takeMark("]")) return items;
        do {
            if (items.length === Limits.itemsMax) throw DecodeError.json("too many items");
            items.push(this.#value(depth));
        } while (this.#takeMark(","));
        if (!this.#takeMark("]")) throw this.#unexpected();
        return items;
    }

    #string() {
        const match = this.#take(plain);
        if (match) return match[1];
        const start = this.#offset;
        if (!this.#take(escaped)) throw DecodeError.json("invalid string");
        const text = JSON.parse(this.text.slice(start, this.#offset));
        if (halfPair.test(text)) throw DecodeError.json("invalid string");
        return new EscapedText(text);
    }

    #number() {
        const match = this.#take(number);
        if (!match) throw this.#unexpected();
        const [text, fraction, exponent] = match;
        if (text.length > Limits.numberBytesMax) throw DecodeError.json("invalid number");
        const value = Number(text);
        // A minus zero, a fraction, and what is not exact are the field's fault, not the text's.
        const isInteger = !fraction && !exponent && Number.isSafeInteger(value);
        return isInteger && text !== "-0" ? value : new Decimal(text);
    }

    #word() {
        const match = this.#take(word);
        if (!match) throw this.#unexpected();
        return match[0] === "null" ? null : match[0] === "true";
    }
}
