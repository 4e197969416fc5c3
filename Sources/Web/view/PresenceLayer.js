import { textColour } from "./textColour.js";

/**
 * @typedef {import("../model/Document.js").Document} Document
 * @typedef {import("../model/Emoji.js").Emoji} Emoji
 * @typedef {import("../model/emojiID.js").EmojiID} EmojiID
 * @typedef {import("../sync/Members.js").Member} Member
 * @typedef {import("../sync/OwnPresence.js").OwnPresence} OwnPresence
 * @typedef {import("./Transients.js").Transient} Transient
 * @typedef {import("./Viewport.js").Viewport} Viewport
 */

/** Outlines that are drawn at most: beyond that nobody tells them apart. */
const outlinesMax = 2_000;
/** Pixels between the emoji and its outline; the outlines of others stand further out. */
const gap = 3;

/** Selections over the emojis, in pixels: their lines are as fine at any zoom. */
export class PresenceLayer {
    /** @type {Map<string, HTMLElement>} */
    #elements = new Map();
    /**
     * The emoji that the keyboard is at.
     * @type {EmojiID | null}
     */
    active = null;

    /** @param {HTMLElement} element */
    constructor(element) {
        this.element = element;
    }

    /**
     * @param {Document} document
     * @param {Viewport} viewport
     * @param {Map<EmojiID, Transient>} transients
     * @param {OwnPresence} own
     * @param {Map<number, Member>} others
     */
    show(document, viewport, transients, own, others) {
        /** @type {Set<string>} */
        const wanted = new Set();
        // The own outlines are hidden while a gesture goes on (H7), and so are another's (H7b).
        if (!own.gesture) {
            for (const id of own.selection) {
                this.#outline(wanted, `own ${id}`, document.emojis.get(id), viewport, transients);
            }
        }
        if (this.active !== null) {
            const emoji = document.emojis.get(this.active);
            this.#outline(wanted, `active ${this.active}`, emoji, viewport, transients);
        }
        for (const [number, member] of others) {
            if (!member.gesture) {
                for (const id of member.selection) {
                    const key = `${number} ${id}`;
                    const emoji = document.emojis.get(id);
                    this.#outline(wanted, key, emoji, viewport, transients, member, number);
                }
            }
        }
        for (const [key, element] of this.#elements) {
            if (wanted.has(key)) continue;
            element.remove();
            this.#elements.delete(key);
        }
    }

    /**
     * @param {Set<string>} wanted
     * @param {string} key
     * @param {Emoji | undefined} emoji
     * @param {Viewport} viewport
     * @param {Map<EmojiID, Transient>} transients
     * @param {Member} [member] whose selection it is; the own one by default
     * @param {number} [number]
     */
    #outline(wanted, key, emoji, viewport, transients, member, number = 0) {
        if (!emoji || wanted.size >= outlinesMax) return;
        const moved = transients.get(emoji.id);
        const { x, y } = viewport.toScreen({
            x: emoji.x + (moved?.dx ?? 0),
            y: emoji.y + (moved?.dy ?? 0),
        });
        const room = member ? gap + 2 + (number % 3) * 3 : gap;
        const side = emoji.size * (moved?.factor ?? 1) * viewport.zoom + 2 * room;
        const isSeen =
            x + side > 0 && y + side > 0 && x - side < viewport.width && y - side < viewport.height;
        if (!isSeen) return;
        wanted.add(key);
        const element = this.#element(key, () => makeOutline(emoji.id, member, number));
        element.classList.toggle("active", key.startsWith("active"));
        element.style.width = element.style.height = `${side}px`;
        element.style.transform = `translate(${x - side / 2}px, ${y - side / 2}px)`;
    }

    /**
     * @param {string} key
     * @param {() => HTMLElement} make
     */
    #element(key, make) {
        const known = this.#elements.get(key);
        if (known) return known;
        const element = make();
        this.#elements.set(key, element);
        this.element.append(element);
        return element;
    }
}

/**
 * @param {EmojiID} id
 * @param {Member | undefined} member
 * @param {number} number
 */
function makeOutline(id, member, number) {
    const element = document.createElement("div");
    element.className = member ? "outline other" : "outline own";
    element.dataset.id = id;
    if (!member) return element;
    element.dataset.member = String(number);
    // Who cannot tell the colours apart tells the dashes apart, and reads the initial (A11y-7).
    element.dataset.dash = String(number % 3);
    element.style.color = member.colour;
    const initial = document.createElement("span");
    initial.textContent = [...member.name][0] ?? "?";
    initial.style.backgroundColor = member.colour;
    initial.style.color = textColour(member.colour);
    element.append(initial);
    return element;
}
