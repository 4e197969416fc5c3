import { spotOf } from "../sync/Members.js";
import { edgePoint } from "./edge.js";
import { textColour } from "./textColour.js";

/**
 * @typedef {import("../sync/Members.js").Member} Member
 * @typedef {import("./Viewport.js").Point} Point
 * @typedef {import("./Viewport.js").Viewport} Viewport
 */

/** The others' cursors: their names, what they say, and where those are who point elsewhere. */
export class CursorLayer {
    /**
     * The cursors by their members' numbers.
     * @type {Map<number, Cursor>}
     */
    #cursors = new Map();

    /** @param {HTMLElement} element */
    constructor(element) {
        this.element = element;
    }

    /**
     * @param {Viewport} viewport
     * @param {Map<number, Member>} others
     */
    show(viewport, others) {
        /** @type {Set<number>} */
        const wanted = new Set();
        for (const [number, member] of others) {
            const spot = this.#spot(member);
            if (!spot) continue;
            wanted.add(number);
            let cursor = this.#cursors.get(number);
            if (!cursor) {
                cursor = new Cursor(number, member);
                this.#cursors.set(number, cursor);
                this.element.append(cursor.element);
            }
            cursor.show(member, viewport, viewport.toScreen(spot));
        }
        for (const [number, { element }] of this.#cursors) {
            if (wanted.has(number)) continue;
            element.remove();
            this.#cursors.delete(number);
        }
    }

    /**
     * Where a cursor is shown: of who is away only while something is said there (P3). Who says
     * something and points nowhere, by keyboard or finger, says it in the middle of the view.
     * @param {Member} member
     */
    #spot(member) {
        if (member.chat) return spotOf(member);
        return member.activity === "away" ? null : member.cursor;
    }
}

/** One cursor: an arrow with a name, or a marker with an initial at the edge (P1, P2). */
class Cursor {
    element = document.createElement("div");
    #name = document.createElement("span");
    /** @type {HTMLElement | null} */
    #chat = null;

    /**
     * @param {number} number
     * @param {Member} member
     */
    constructor(number, { name, colour }) {
        this.element.dataset.member = String(number);
        this.element.style.color = colour;
        this.#name.style.backgroundColor = colour;
        this.#name.style.color = textColour(colour);
        this.label = name || "someone";
        this.#name.textContent = this.label;
        this.element.append(this.#name);
    }

    /**
     * @param {Member} member
     * @param {Viewport} viewport
     * @param {Point} place pixels
     */
    show({ activity, chat, colour }, viewport, place) {
        const { element } = this;
        const edge = edgePoint(viewport, place);
        element.className = edge ? "cursor outside" : "cursor";
        element.dataset.activity = activity;
        // A text that changes nothing would still be laid out again.
        const label = edge ? [...this.label][0].toUpperCase() : this.label;
        if (this.#name.textContent !== label) this.#name.textContent = label;
        const { x, y } = edge ?? place;
        element.style.transform = `translate(${x}px, ${y}px)`;
        element.style.setProperty("--direction", `${edge?.angle ?? 0}rad`);
        this.#say(edge ? null : chat, colour);
    }

    /**
     * @param {string | null} chat
     * @param {string} colour
     */
    #say(chat, colour) {
        if (!chat) {
            this.#chat?.remove();
            this.#chat = null;
            return;
        }
        if (!this.#chat) {
            this.#chat = document.createElement("p");
            this.#chat.className = "chat";
            this.#chat.style.backgroundColor = colour;
            this.#chat.style.color = textColour(colour);
            this.element.append(this.#chat);
        }
        // Text, never markup: anybody may have written it.
        if (this.#chat.textContent !== chat) this.#chat.textContent = chat;
    }
}
