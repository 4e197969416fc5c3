import { editor, say, stage } from "./page.js";

// The emoji that the keyboard is at: Tab goes through all in reading order, and a screen reader is
// told of each (A11y-1, A11y-3).

/** @type {EmojiID | null} */
let active = null;

/** The emoji that the keyboard is at, if it is still there. */
const activeEmoji = () => (active === null ? undefined : editor.document.emojis.get(active));

/** Goes on to the next emoji, or the one before; false at the end, where the focus goes on. */
export function readNext(/** @type {1 | -1} */ step) {
    const order = readingOrder();
    const place = order.findIndex(({ id }) => id === active);
    const next = place < 0 ? (step > 0 ? 0 : order.length - 1) : place + step;
    const emoji = order[next];
    goTo(emoji);
    return emoji !== undefined;
}

/**
 * Goes to the nearest emoji in a direction.
 * @param {number} dx -1, 0 or 1, right
 * @param {number} dy -1, 0 or 1, up
 */
export function readNearest(dx, dy) {
    const from = activeEmoji() ?? { id: null, x: 0, y: 0 };
    /** @type {Emoji | undefined} */
    let best;
    let least = Infinity;
    for (const emoji of editor.document.emojis.values()) {
        const along = (emoji.x - from.x) * dx + (emoji.y - from.y) * dy;
        const aside = Math.abs((emoji.x - from.x) * dy) + Math.abs((emoji.y - from.y) * dx);
        const distance = along + 2 * aside;
        if (emoji.id === from.id || along <= 0 || distance >= least) continue;
        best = emoji;
        least = distance;
    }
    if (best) goTo(best);
}

/** Selects the emoji that the keyboard is at, or takes it out of the selection. */
export function toggleRead() {
    const emoji = activeEmoji();
    if (!emoji) return;
    editor.toggle(emoji.id);
    const isSelected = editor.selection.includes(emoji.id);
    const count = editor.selection.length;
    say(`${emoji.text} ${isSelected ? "selected" : "not selected"}, ${count} selected`);
}

/** @param {Emoji | undefined} emoji */
function goTo(emoji) {
    active = emoji?.id ?? null;
    const element = stage.activate(active);
    if (!emoji) return stage.element.removeAttribute("aria-activedescendant");
    if (element) {
        element.id = `emoji-${emoji.id.replace(".", "-")}`;
        stage.element.setAttribute("aria-activedescendant", element.id);
    }
    const { viewport } = stage;
    if (!viewport.holds(viewport.toScreen(emoji))) stage.viewport = viewport.centred(emoji);
    const order = readingOrder();
    const place = order.indexOf(emoji) + 1;
    const isSelected = editor.selection.includes(emoji.id);
    say(`${emoji.text}, ${place} of ${order.length}${isSelected ? ", selected" : ""}`);
}

/** From the top down, and along each row as wide as an emoji; O(n log n). */
function readingOrder() {
    const row = (/** @type {Emoji} */ { y }) => -Math.round(y / 40);
    return [...editor.document.emojis.values()].sort(
        (left, right) => row(left) - row(right) || left.x - right.x,
    );
}
