import { Limits } from "../core/module.js";
import { palettes } from "../store/palettes.js";
import { displayText, make, makeButton, onLongPress, part } from "../view/elements.js";
import { openMenu } from "./menu.js";
import { editor, say, stage } from "./page.js";
import { editPalette, listPalettes } from "./paletteEditor.js";

// The emojis of one palette, to be dragged onto the canvas, or picked and then placed by a tap. A
// palette's emoji is never used up: it stays where it is (D2).

/** A finger that moves so far up or down, in pixels, within so many milliseconds swipes (G5). */
const swipe = { distance: 24, time: 250 };
/** Pixels before a press of an emoji is a drag. */
const dragMin = 6;

const strip = part(".strip");
const button = part(".palette .next");
/** @type {string | null} the emoji that the next tap on the canvas places; null for none */
export let picked = null;
let shown = "";

button.addEventListener("click", () => turnPalette(1));
onLongPress(button, openPaletteMenu);
strip.addEventListener("pointerdown", press);
// A wheel that only turns up and down goes along the strip.
strip.addEventListener("wheel", (event) => {
    if (event.deltaX !== 0 || event.ctrlKey) return;
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    strip.scrollLeft += event.deltaY * unit;
});
palettes.onChange = show;
show();

/** Offers what else can be done with palettes (L13-1). */
function openPaletteMenu() {
    const { store } = palettes;
    const { left, top } = button.getBoundingClientRect();
    const places = store.palettes.map(({ name }, place) => ({
        label: `Go to ${name || "Untitled"}`,
        isOn: place !== store.cursor,
        run: () => palettes.change((store) => store.goTo(place)),
    }));
    const remove = () => {
        say(`Palette ${store.current.name || "Untitled"} deleted`);
        palettes.change((store) => store.remove(store.current.id));
    };
    const items = [
        { label: "New", run: () => editPalette(palettes.makeNew()) },
        { label: "Edit", run: () => editPalette(store.current.id) },
        { label: "Delete", run: remove },
        ...palettes.repairs,
        { label: "List", run: listPalettes },
    ];
    openMenu("Palettes", [...items, ...places], { x: left, y: top });
}

/** Shows another palette, the first after the last (L11-10). */
export function turnPalette(/** @type {number} */ step) {
    palettes.change((store) => store.goTo(store.cursor + step));
    say(palettes.store.current.name);
}

/** Shows the palette that is chosen; costs nothing while it is the same. */
function show() {
    const { current } = palettes.store;
    const state = JSON.stringify(current);
    if (state === shown) return;
    shown = state;
    const name = current.name || "Untitled";
    button.textContent = name;
    button.setAttribute("aria-label", `Palette ${name}, show the next one`);
    strip.setAttribute("aria-label", name);
    strip.replaceChildren(...current.emojis.map(makeEmoji));
    strip.scrollLeft = 0;
    pick(null);
}

/** @param {string} text */
function makeEmoji(text) {
    const button = makeButton({ text: displayText(text) }, ({ detail }) => {
        // By keyboard there is nowhere to tap: the middle of the view is as good a place.
        if (detail === 0) addSelected(text, stage.viewport.middle);
        else pick(picked === text ? null : text);
    });
    button.dataset.text = text;
    button.setAttribute("aria-pressed", "false");
    return button;
}

/** @param {string | null} text */
export function pick(text) {
    picked = text;
    for (const button of strip.querySelectorAll("button")) {
        button.setAttribute("aria-pressed", String(button.dataset.text === text));
    }
    if (text !== null) say(`${text} picked: tap the canvas to place it`);
}

/**
 * Places what was picked; whether something was.
 * @param {Point} point of the canvas
 */
export function placePicked(point) {
    const text = picked;
    if (text === null) return false;
    pick(null);
    addSelected(text, point);
    return true;
}

/**
 * Adds an emoji and selects it: what comes next is about it.
 * @param {string} text
 * @param {Point} point of the canvas
 */
function addSelected(text, point) {
    const added = add(text, point);
    if (added.length > 0) editor.select(added);
}

/**
 * Adds an emoji that looks as large as in the palette, at any zoom (L11-2).
 * @param {string} text
 * @param {Point} point of the canvas
 */
function add(text, point) {
    const { viewport } = stage;
    const { x, y } = viewport.toDocument(point);
    const size = Limits.sizeDefault / viewport.zoom;
    const added = editor.add([{ text, x, y, size }]);
    say(added.length > 0 ? `${text} added` : `${text} cannot be placed there`);
    return added;
}

// Dragging onto the canvas

/** @param {PointerEvent} start */
function press(start) {
    const button = start.target instanceof Element && start.target.closest("button");
    const text = button && button.dataset.text;
    if (!text || start.button !== 0) return;
    /** @type {HTMLElement | null} the emoji under the pointer, over everything */
    let ghost = null;
    const move = (/** @type {PointerEvent} */ event) => {
        if (event.pointerId !== start.pointerId) return;
        const up = start.clientY - event.clientY;
        const across = Math.abs(event.clientX - start.clientX);
        if (!ghost && Math.hypot(up, across) < dragMin) return;
        if (!ghost) {
            strip.setPointerCapture(start.pointerId);
            pick(null);
            ghost = make("span", { class: "dragged", text: displayText(text) });
            document.body.append(ghost);
        }
        const place = `translate(${event.clientX}px, ${event.clientY}px)`;
        ghost.style.transform = `${place} translate(-50%, -50%)`;
        stage.element.dataset.drop = judge(event);
    };
    const listening = new AbortController();
    const { signal } = listening;
    const end = (/** @type {PointerEvent} */ event) => {
        if (event.pointerId !== start.pointerId) return;
        listening.abort();
        stage.element.dataset.drop = "none";
        ghost?.remove();
        if (!ghost || event.type !== "pointerup") return;
        const up = start.clientY - event.clientY;
        // A finger that went quickly up or down turns the palette, and drops nothing.
        const isSwipe =
            start.pointerType === "touch" &&
            event.timeStamp - start.timeStamp < swipe.time &&
            Math.abs(up) > swipe.distance &&
            Math.abs(up) > 2 * Math.abs(event.clientX - start.clientX);
        if (isSwipe) turnPalette(up > 0 ? 1 : -1);
        else if (judge(event) === "accepted") add(text, stage.pointOf(event));
    };
    addEventListener("pointermove", move, { signal });
    addEventListener("pointerup", end, { signal });
    addEventListener("pointercancel", end, { signal });
    const escape = (/** @type {KeyboardEvent} */ event) => {
        if (event.key === "Escape") end(new PointerEvent("pointercancel", start));
    };
    addEventListener("keydown", escape, { signal });
}

/** Whether a drop here would be taken, by where the pointer is (D4, D7). */
function judge(/** @type {PointerEvent} */ event) {
    const point = stage.pointOf(event);
    if (!stage.viewport.holds(point)) return "unknown";
    return editor.accepts(stage.viewport.toDocument(point)) ? "accepted" : "rejected";
}
