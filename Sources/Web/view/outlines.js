import { make, paint, part, removeOthers } from "./elements.js";

// Selections over the emojis, in pixels: their lines are as fine at any zoom.

/** Outlines that are drawn at most: beyond that nobody tells them apart. */
const outlinesMax = 2_000;
/** Pixels between the emoji and its outline; the outlines of others stand further out. */
const gap = 3;

/** @type {Map<string, {element: HTMLElement}>} */
const outlines = new Map();

/**
 * @param {Replica} replica
 * @param {Viewport} viewport
 * @param {Map<EmojiID, import("./EmojiLayer.js").Transient>} transients
 * @param {Map<number, Member>} others
 * @param {EmojiID | null} active the emoji that the keyboard is at
 */
export function showOutlines({ view, presence }, viewport, transients, others, active) {
    /** @type {Set<string>} */
    const wanted = new Set();
    /**
     * @param {string} key
     * @param {EmojiID} id
     * @param {Member} [member] whose selection it is; the own one by default
     * @param {number} [number]
     */
    const show = (key, id, member, number = 0) => {
        const emoji = view.emojis.get(id);
        if (!emoji || wanted.size >= outlinesMax) return;
        const { dx, dy, factor } = transients.get(id) ?? { dx: 0, dy: 0, factor: 1 };
        const { x, y } = viewport.toScreen({ x: emoji.x + dx, y: emoji.y + dy });
        const room = member ? gap + 2 + (number % 3) * 3 : gap;
        const side = emoji.size * factor * viewport.zoom + 2 * room;
        const { width, height } = viewport;
        if (x + side <= 0 || y + side <= 0 || x - side >= width || y - side >= height) return;
        wanted.add(key);
        let outline = outlines.get(key);
        if (!outline) {
            outline = { element: makeOutline(id, member, number) };
            outlines.set(key, outline);
            part(".presence").append(outline.element);
        }
        const { style, classList } = outline.element;
        classList.toggle("active", key.startsWith("active"));
        style.width = style.height = `${side}px`;
        style.transform = `translate(${x - side / 2}px, ${y - side / 2}px)`;
    };
    // The own outlines are hidden while a gesture goes on (H7), and so are another's (H7b).
    if (!presence.gesture) for (const id of presence.selection) show(`own ${id}`, id);
    if (active !== null) show(`active ${active}`, active);
    for (const [number, member] of others) {
        if (member.gesture) continue;
        for (const id of member.selection) show(`${number} ${id}`, id, member, number);
    }
    removeOthers(outlines, wanted);
}

/**
 * @param {EmojiID} id
 * @param {Member | undefined} member
 * @param {number} number
 */
function makeOutline(id, member, number) {
    const element = make("div", { class: member ? "outline other" : "outline own" });
    element.dataset.id = id;
    if (!member) return element;
    element.dataset.member = String(number);
    // Who cannot tell the colours apart tells the dashes apart, and reads the initial (A11y-7).
    element.dataset.dash = String(number % 3);
    element.style.color = member.colour;
    const initial = make("span", { text: [...member.name][0] ?? "?" });
    paint(initial, member.colour);
    element.append(initial);
    return element;
}
