import { spotOf } from "../sync/Members.js";
import { make, removeOthers } from "./elements.js";
import { paint } from "./looks.js";

/**
 * @typedef {import("../sync/Members.js").Member} Member
 * @typedef {import("./Viewport.js").Point} Point
 * @typedef {import("./Viewport.js").Viewport} Viewport
 */

/** Pixels from each edge to a marker's middle; at the right the tools stand in between. */
const room = { left: 22, right: 76, top: 22, bottom: 22 };

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
            // Who says something and points nowhere, by keyboard or finger, says it in the middle
            // of the view. Who is away is shown only while something is said there (P3).
            const silent = member.activity === "away" ? null : member.cursor;
            const spot = member.chat ? spotOf(member) : silent;
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
        removeOthers(this.#cursors, wanted);
    }
}

/** One cursor: an arrow with a name, or a marker with an initial at the edge (P1, P2). */
class Cursor {
    #name = make("span");
    element = make("div", {}, this.#name);
    /** @type {HTMLElement | null} */
    #chat = null;

    /**
     * @param {number} number
     * @param {Member} member
     */
    constructor(number, { name, colour }) {
        this.element.dataset.member = String(number);
        this.element.style.color = colour;
        paint(this.#name, colour);
        this.label = name || "someone";
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
        setText(this.#name, edge ? [...this.label][0].toUpperCase() : this.label);
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
            this.#chat = make("p", { class: "chat" });
            paint(this.#chat, colour);
            this.element.append(this.#chat);
        }
        setText(this.#chat, chat);
    }
}

/**
 * Sets a text: one that changes nothing would still be laid out again.
 * @param {HTMLElement} element
 * @param {string} text
 */
function setText(element, text) {
    if (element.textContent !== text) element.textContent = text;
}

/**
 * Where the edge of a view is crossed on the way from its middle to a point that is outside, and
 * in which direction that is: radians, clockwise from the right. Null for a point inside.
 * @param {{width: number, height: number}} viewport
 * @param {Point} point pixels from the left top
 */
export function edgePoint({ width, height }, { x, y }) {
    if (x >= 0 && x <= width && y >= 0 && y <= height) return null;
    const middle = { x: width / 2, y: height / 2 };
    const dx = x - middle.x;
    const dy = y - middle.y;
    // How far it goes, and how many times as far away the point is; any view has a pixel.
    const along = Math.max(1, middle.x - (dx < 0 ? room.left : room.right));
    const down = Math.max(1, middle.y - (dy < 0 ? room.top : room.bottom));
    const part = 1 / Math.max(Math.abs(dx) / along, Math.abs(dy) / down);
    return { x: middle.x + dx * part, y: middle.y + dy * part, angle: Math.atan2(dy, dx) };
}
