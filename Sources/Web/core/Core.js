/**
 * The core: the Swift code that the server and the terminal run, as WebAssembly. An instance has
 * one document. Its functions are in Sources/PageCore/WebAssembly/Exports.swift.
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** One instance of the core. */
export class Core {
    /** @type {Record<string, Function> & {memory: WebAssembly.Memory}} */
    #exports;
    /** @type {Map<string, number>} the places of the functions, by their names */
    #places = new Map();
    /** What it prints, until the line ends. */
    #line = "";

    /** @param {WebAssembly.Module} module */
    constructor(module) {
        const page = {
            random: (/** @type {number} */ start, /** @type {number} */ count) => {
                crypto.getRandomValues(this.#bytes(start, count));
            },
            print: (/** @type {number} */ character) => {
                if (character !== 10) {
                    this.#line += String.fromCharCode(character);
                } else {
                    console.error(this.#line);
                    this.#line = "";
                }
            },
        };
        const { exports } = new WebAssembly.Instance(module, { page });
        this.#exports = /** @type {any} */ (exports);
        /** @type {string[]} */
        const names = JSON.parse(this.#answer(this.#exports.names()));
        names.forEach((name, place) => this.#places.set(name, place));
    }

    /** Reads the last answer, of a number of bytes. */
    #answer(/** @type {number} */ count) {
        return decoder.decode(this.#bytes(this.#exports.answer(), count));
    }

    /** Memory may have grown, and moved, with each call. */
    #bytes(/** @type {number} */ start, /** @type {number} */ count) {
        return new Uint8Array(this.#exports.memory.buffer, start, count);
    }

    /**
     * Calls a function.
     * @param {string} name
     * @param {...(string | number)} values a text is passed as UTF-8
     * @returns {number}
     * @throws {WebAssembly.RuntimeError} the core has failed: this instance is of no use any more
     */
    call(name, ...values) {
        // One that is not in the core has it fail.
        const place = this.#places.get(name) ?? -1;
        const [first, ...rest] = values;
        if (typeof first !== "string") return this.#exports.call(place, 0, 0, ...values);
        const most = 3 * first.length;
        const start = this.#exports.allocate(most);
        const { written } = encoder.encodeInto(first, this.#bytes(start, most));
        const result = this.#exports.call(place, start, written, ...rest);
        this.#exports.release(start);
        return result;
    }

    /**
     * Calls a function that answers with a text.
     * @returns {string | null} null for no answer
     */
    text(/** @type {string} */ name, /** @type {(string | number)[]} */ ...values) {
        const count = this.call(name, ...values);
        return count < 0 ? null : this.#answer(count);
    }

    /**
     * Calls a function that answers with JSON.
     * @returns {any} null for no answer
     */
    json(/** @type {string} */ name, /** @type {(string | number)[]} */ ...values) {
        const text = this.text(name, ...values);
        return text ? JSON.parse(text) : null;
    }
}
