import { spotOf } from "../core/Replica.js";
import { displayText, make, paint, part, removeOthers } from "./elements.js";
import { edgePoint } from "./Viewport.js";

// The others' cursors: names, words and reactions, and where those are who point elsewhere.

/** Milliseconds for which a reaction is to be seen, whatever its sender does. */
const reactionTime = 2_000;

/** @type {Map<number, Cursor>} the cursors by their members' numbers */
const cursors = new Map();
/** @type {Map<number, string | null>} what each member's reaction was when it was looked at last */
let reactions = new Map();

/**
 * @param {Viewport} viewport
 * @param {Map<number, Member>} others
 */
export function showCursors(viewport, others) {
    /** @type {Set<number>} */
    const wanted = new Set();
    for (const [number, member] of others) {
        // Who says something and points nowhere, by keyboard or finger, says it in the middle of
        // the view. Who is away is shown only while something is said there (P3).
        const silent = member.activity === "away" ? null : member.cursor;
        const spot = member.chat ? spotOf(member) : silent;
        if (!spot) continue;
        wanted.add(number);
        let cursor = cursors.get(number);
        if (!cursor) {
            cursor = new Cursor(number, member);
            cursors.set(number, cursor);
            part(".presence").append(cursor.element);
        }
        cursor.show(member, viewport, viewport.toScreen(spot));
    }
    removeOthers(cursors, wanted);
}

/** One cursor: an arrow with a name, or a marker with an initial at the edge (P1, P2). */
class Cursor {
    #name = make("span");
    element = make("div", {}, this.#name);
    #chat = make("p", { class: "chat" });

    constructor(/** @type {number} */ number, /** @type {Member} */ { name, colour }) {
        this.element.dataset.member = String(number);
        this.element.style.color = colour;
        paint(this.#name, colour);
        paint(this.#chat, colour);
        this.label = name || "someone";
    }

    /**
     * @param {Member} member
     * @param {Viewport} viewport
     * @param {Point} place pixels
     */
    show({ activity, chat }, viewport, place) {
        const { element } = this;
        const edge = edgePoint(viewport, place);
        element.className = edge ? "cursor outside" : "cursor";
        element.dataset.activity = activity;
        setText(this.#name, edge ? [...this.label][0].toUpperCase() : this.label);
        const { x, y } = edge ?? place;
        element.style.transform = `translate(${x}px, ${y}px)`;
        element.style.setProperty("--direction", `${edge?.angle ?? 0}rad`);
        if (edge || !chat) return this.#chat.remove();
        setText(this.#chat, chat);
        if (!this.#chat.isConnected) element.append(this.#chat);
    }
}

/** Sets a text: one that changes nothing would still be laid out again. */
function setText(/** @type {HTMLElement} */ element, /** @type {string} */ text) {
    if (element.textContent !== text) element.textContent = text;
}

/**
 * Has each reaction float up from who had it, once (P10).
 * @param {Viewport} viewport
 * @param {Map<number, Member>} members
 */
export function showReactions(viewport, members) {
    for (const [number, member] of members) {
        const { reaction } = member;
        const spot = spotOf(member);
        if (!reaction || !spot || reactions.get(number) === reaction) continue;
        const { x, y } = viewport.toScreen(spot);
        const element = make("div", { class: "reaction", text: displayText(reaction) });
        element.style.left = `${x}px`;
        element.style.top = `${y}px`;
        part(".presence").append(element);
        setTimeout(() => element.remove(), reactionTime);
    }
    reactions = new Map([...members].map(([number, { reaction }]) => [number, reaction]));
}
