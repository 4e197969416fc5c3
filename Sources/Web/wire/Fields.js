import { isEmojiID, sortedIDs } from "../model/emojiID.js";
import { factorUnit, Limits } from "../model/Limits.js";
import { byteCount } from "../model/utf8.js";
import { DecodeError } from "./DecodeError.js";
import { Decimal, EscapedText, JSONObject } from "./JSONReader.js";

/** @typedef {import("../model/emojiID.js").EmojiID} EmojiID */

const wordForm = /^[0-9a-f]{16}$/;
const colourForm = /^#[0-9a-f]{6}$/;
const factorForm = /^([0-9]+)(?:\.([0-9]{1,6}))?$/;

/** The fields of an object: each is read by its name, or the message is an error that names it. */
export class Fields {
    /**
     * @param {unknown} value
     * @param {string} name what the object is, for errors
     */
    constructor(value, name) {
        if (!(value instanceof JSONObject)) throw DecodeError.malformed(name);
        this.members = value;
    }

    /** @param {string} name */
    has(name) {
        return this.members.has(name);
    }

    /**
     * @param {string} name
     * @returns {unknown}
     */
    value(name) {
        const value = this.members.get(name);
        if (value === undefined) throw DecodeError.missing(name);
        return value;
    }

    /**
     * An integer of least to most.
     * @param {string} name
     * @param {number} least
     * @param {number} most
     */
    integer(name, least, most) {
        const value = this.value(name);
        if (value instanceof Decimal) throw DecodeError.outOfRange(name);
        if (typeof value !== "number") throw DecodeError.malformed(name);
        if (value < least || value > most) throw DecodeError.outOfRange(name);
        return value;
    }

    /**
     * A coordinate, either way.
     * @param {string} name
     */
    coordinate(name) {
        return this.integer(name, -Limits.coordinateMax, Limits.coordinateMax);
    }

    /**
     * Half a move.
     * @param {string} name
     */
    delta(name) {
        return this.integer(name, -2 * Limits.coordinateMax, 2 * Limits.coordinateMax);
    }

    /** @param {string} name */
    boolean(name) {
        const value = this.value(name);
        if (typeof value !== "boolean") throw DecodeError.malformed(name);
        return value;
    }

    /**
     * A text of so many bytes at most.
     * @param {string} name
     * @param {number} bytesMax
     */
    text(name, bytesMax) {
        const value = this.value(name);
        const text = value instanceof EscapedText ? value.text : value;
        if (typeof text !== "string") throw DecodeError.malformed(name);
        if (byteCount(text) > bytesMax) throw DecodeError.outOfRange(name);
        return text;
    }

    /**
     * 64 bits as 16 hexadecimal digits.
     * @param {string} name
     */
    word(name) {
        return this.#form(name, wordForm);
    }

    /** @param {string} name */
    colour(name) {
        return this.#form(name, colourForm);
    }

    /**
     * @param {string} name
     * @param {RegExp} form
     */
    #form(name, form) {
        const value = this.value(name);
        if (typeof value !== "string" || !form.test(value)) throw DecodeError.malformed(name);
        return value;
    }

    /**
     * @param {string} name
     * @returns {EmojiID}
     */
    id(name) {
        const value = this.value(name);
        if (!isEmojiID(value)) throw DecodeError.malformed(name);
        return value;
    }

    /**
     * Ids as a set: ascending, each once (JS11).
     * @param {string} name
     */
    ids(name, max = Limits.idsMax) {
        const items = this.array(name, max);
        if (!items.every(isEmojiID)) throw DecodeError.malformed(name);
        return sortedIDs(items);
    }

    /**
     * Ids, at least one.
     * @param {string} name
     */
    someIDs(name) {
        const ids = this.ids(name);
        if (ids.length === 0) throw DecodeError.malformed(name);
        return ids;
    }

    /**
     * @param {string} name
     * @param {number} max
     * @returns {unknown[]}
     */
    array(name, max) {
        const value = this.value(name);
        if (!Array.isArray(value)) throw DecodeError.malformed(name);
        if (value.length > max) throw DecodeError.tooMany(name);
        return value;
    }

    /**
     * The objects of an array.
     * @param {string} name
     * @param {number} max
     */
    objects(name, max) {
        return this.array(name, max).map((value) => new Fields(value, name));
    }

    /**
     * A factor of at most six places (JS9).
     * @param {string} name
     */
    factor(name) {
        const value = this.value(name);
        const text = value instanceof Decimal ? value.text : value;
        if (typeof text !== "string" && typeof text !== "number") {
            throw DecodeError.malformed(name);
        }
        const match = factorForm.exec(String(text));
        const millionths = match && Math.round(Number(match[0]) * factorUnit);
        if (!millionths || millionths < Limits.factorMin || millionths > Limits.factorMax) {
            throw DecodeError.outOfRange(name);
        }
        return millionths / factorUnit;
    }
}
