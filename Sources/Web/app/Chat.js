import { plainText } from "../model/plainText.js";
import { make, part } from "./elements.js";

/**
 * @typedef {import("./Editor.js").Editor} Editor
 * @typedef {import("../view/Stage.js").Stage} Stage
 */

/** What a chat holds at most: UTF-16 units, which are never more bytes than the protocol takes. */
const lengthMax = 64;
/** Milliseconds after which a chat vanishes: since a key was typed, and since it was closed. */
const typedTime = 5_000;
const closedTime = 2_000;

/** Words beside the own cursor: seen by others while they are typed, and kept nowhere (P9). */
export class Chat {
    /** @type {HTMLInputElement | null} */
    #field = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;

    /**
     * @param {Editor} editor
     * @param {Stage} stage
     */
    constructor(editor, stage) {
        this.editor = editor;
        this.stage = stage;
    }

    /** Whether there are keys to type on, and somewhere to say it. */
    get isPossible() {
        return !matchMedia("(pointer: coarse)").matches && !this.editor.isHidden;
    }

    /** Opens the field. */
    open() {
        if (this.#field) return this.#field.focus();
        this.#say(null);
        const field = make("input", { class: "say", label: "Chat" });
        field.maxLength = lengthMax;
        field.placeholder = "Say something";
        field.autocomplete = "off";
        field.addEventListener("input", () => this.#typed());
        field.addEventListener("keydown", (event) => this.#key(event));
        field.addEventListener("blur", () => this.#close());
        part("main").append(field);
        this.#field = field;
        this.show();
        field.focus();
    }

    /** Keeps the field beside the cursor. */
    show() {
        const field = this.#field;
        if (!field) return;
        const { viewport } = this.stage;
        const { cursor } = this.editor.replica.presence;
        const { x, y } = cursor
            ? viewport.toScreen(cursor)
            : { x: viewport.width / 2, y: viewport.height / 2 };
        const left = Math.min(Math.max(x + 12, 0), viewport.width - field.offsetWidth);
        const top = Math.min(Math.max(y + 12, 0), viewport.height - field.offsetHeight);
        field.style.left = `${left}px`;
        field.style.top = `${top}px`;
    }

    #typed() {
        this.#say(plainText(this.#field?.value ?? "") || null);
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#vanish(), typedTime);
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        // Enter and Escape of an input method are its own.
        if (event.isComposing || !this.#field) return;
        if (event.key === "Enter") {
            event.preventDefault();
            this.#field.value = "";
            this.#say(null);
        } else if (event.key === "Escape") {
            event.preventDefault();
            this.#close();
        }
    }

    /** What was said last is left to be read. */
    #close() {
        const field = this.#field;
        if (!field) return;
        const hasFocus = document.activeElement === field;
        this.#field = null;
        field.remove();
        if (hasFocus) this.stage.element.focus();
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#say(null), closedTime);
    }

    #vanish() {
        this.#close();
        this.#say(null);
    }

    /** @param {string | null} chat */
    #say(chat) {
        if (chat === null) clearTimeout(this.#timer);
        this.editor.signal({ chat });
    }
}
