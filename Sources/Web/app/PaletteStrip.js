import { Limits } from "../model/Limits.js";
import { displayText } from "../view/displayText.js";
import { onLongPress } from "./elements.js";
import { editPalette, listPalettes } from "./PaletteEditor.js";

/**
 * @typedef {import("../store/Palettes.js").Palettes} Palettes
 * @typedef {import("./Menu.js").Menu} Menu
 * @typedef {import("../view/Stage.js").Stage} Stage
 * @typedef {import("./Editor.js").Editor} Editor
 * @typedef {import("../view/Viewport.js").Point} Point
 */

/** A finger that moves so far up or down, in pixels, within so many milliseconds swipes (G5). */
const swipe = { distance: 24, time: 250 };
/** Pixels before a press of an emoji is a drag. */
const dragMin = 6;

/**
 * The emojis of one palette, to be dragged onto the canvas, or picked and then placed by a tap.
 *
 * A palette's emoji is never used up: it stays where it is (D2).
 */
export class PaletteStrip {
    /** @type {string | null} */
    #picked = null;
    #shown = "";

    /**
     * @param {HTMLElement} element the strip and the button beside it
     * @param {Palettes} palettes
     * @param {Menu} menu
     * @param {Stage} stage
     * @param {Editor} editor
     * @param {(text: string) => void} say tells what happened
     */
    constructor(element, palettes, menu, stage, editor, say) {
        this.palettes = palettes;
        this.menu = menu;
        this.stage = stage;
        this.editor = editor;
        this.say = say;
        this.strip = /** @type {HTMLElement} */ (element.querySelector(".strip"));
        this.button = /** @type {HTMLButtonElement} */ (element.querySelector(".next"));
        this.button.addEventListener("click", () => this.turn(1));
        onLongPress(this.button, () => this.#openMenu());
        this.strip.addEventListener("pointerdown", (event) => this.#press(event));
        // A wheel that only turns up and down goes along the strip.
        this.strip.addEventListener("wheel", (event) => {
            if (event.deltaX !== 0 || event.ctrlKey) return;
            event.preventDefault();
            const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
            this.strip.scrollLeft += event.deltaY * unit;
        });
        this.show();
    }

    /** Whether an emoji is picked to be placed by the next tap. */
    get isPicked() {
        return this.#picked !== null;
    }

    /** What else can be done with palettes (L13-1). */
    #openMenu() {
        const { palettes } = this;
        const { store } = palettes;
        const { left, top } = this.button.getBoundingClientRect();
        const places = store.palettes.map(({ name }, place) => ({
            label: `Go to ${name || "Untitled"}`,
            isOn: place !== store.cursor,
            run: () => palettes.change((store) => store.goTo(place)),
        }));
        const items = [
            { label: "New", run: () => editPalette(palettes, palettes.makeNew()) },
            { label: "Edit", run: () => editPalette(palettes, store.current.id) },
            {
                label: "Delete",
                run: () => {
                    this.say(`Palette ${store.current.name || "Untitled"} deleted`);
                    palettes.change((store) => store.remove(store.current.id));
                },
            },
            ...palettes.repairs.map(({ label, run }) => ({ label, run })),
            { label: "List", run: () => listPalettes(palettes) },
        ];
        this.menu.open("Palettes", [...items, ...places], { x: left, y: top });
    }

    /**
     * Shows another palette, the first after the last (L11-10).
     * @param {number} step
     */
    turn(step) {
        this.palettes.change((store) => store.goTo(store.cursor + step));
        this.say(this.palettes.store.current.name);
    }

    /** Shows the palette that is chosen; costs nothing while it is the same. */
    show() {
        const { current } = this.palettes.store;
        const state = JSON.stringify(current);
        if (state === this.#shown) return;
        this.#shown = state;
        const { emojis } = current;
        const name = current.name || "Untitled";
        this.button.textContent = name;
        this.button.setAttribute("aria-label", `Palette ${name}, show the next one`);
        this.strip.setAttribute("aria-label", name);
        this.strip.replaceChildren(...emojis.map((text) => this.#makeButton(text)));
        this.strip.scrollLeft = 0;
        this.pick(null);
    }

    /** @param {string} text */
    #makeButton(text) {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = displayText(text);
        button.dataset.text = text;
        button.setAttribute("aria-pressed", "false");
        button.addEventListener("click", (event) => {
            // By keyboard there is nowhere to tap: the middle of the view is as good a place.
            if (event.detail === 0) this.#addSelected(text, this.#middle);
            else this.pick(this.#picked === text ? null : text);
        });
        return button;
    }

    /**
     * Picks the emoji that the next tap on the canvas places; null for none.
     * @param {string | null} text
     */
    pick(text) {
        this.#picked = text;
        for (const button of this.strip.querySelectorAll("button")) {
            button.setAttribute("aria-pressed", String(button.dataset.text === text));
        }
        if (text !== null) this.say(`${text} picked: tap the canvas to place it`);
    }

    /**
     * Places what was picked; whether something was.
     * @param {Point} point of the canvas
     */
    place(point) {
        const text = this.#picked;
        if (text === null) return false;
        this.pick(null);
        this.#addSelected(text, point);
        return true;
    }

    /**
     * Adds an emoji and selects it: what comes next is about it.
     * @param {string} text
     * @param {Point} point of the canvas
     */
    #addSelected(text, point) {
        const added = this.#add(text, point);
        if (added.length > 0) this.editor.select(added);
    }

    get #middle() {
        const { width, height } = this.stage.viewport;
        return { x: width / 2, y: height / 2 };
    }

    /**
     * Adds an emoji that looks as large as in the palette, at any zoom (L11-2).
     * @param {string} text
     * @param {Point} point of the canvas
     */
    #add(text, point) {
        const { viewport } = this.stage;
        const { x, y } = viewport.toDocument(point);
        const size = Limits.sizeDefault / viewport.zoom;
        const added = this.editor.add([{ text, x, y, size }]);
        this.say(added.length > 0 ? `${text} added` : `${text} cannot be placed there`);
        return added;
    }

    // Dragging onto the canvas

    /** @param {PointerEvent} start */
    #press(start) {
        const button = start.target instanceof Element && start.target.closest("button");
        const text = button && button.dataset.text;
        if (!text || start.button !== 0) return;
        /** @type {HTMLElement | null} */
        let ghost = null;
        const move = (/** @type {PointerEvent} */ event) => {
            if (event.pointerId !== start.pointerId) return;
            const up = start.clientY - event.clientY;
            const across = Math.abs(event.clientX - start.clientX);
            if (!ghost && Math.hypot(up, across) < dragMin) return;
            ghost ??= this.#takeUp(text, start);
            const place = `translate(${event.clientX}px, ${event.clientY}px)`;
            ghost.style.transform = `${place} translate(-50%, -50%)`;
            this.stage.showDrop(this.#judge(event));
        };
        const end = (/** @type {PointerEvent} */ event) => {
            if (event.pointerId !== start.pointerId) return;
            for (const [name, listener] of listeners) removeEventListener(name, listener);
            removeEventListener("keydown", escape);
            this.stage.showDrop("none");
            ghost?.remove();
            if (!ghost || event.type !== "pointerup") return;
            if (isSwipe(start, event)) {
                this.turn(event.clientY < start.clientY ? 1 : -1);
            } else if (this.#judge(event) === "accepted") {
                this.#add(text, this.#pointOf(event));
            }
        };
        const escape = (/** @type {KeyboardEvent} */ event) => {
            if (event.key === "Escape") end(new PointerEvent("pointercancel", start));
        };
        /** @type {[string, any][]} */
        const listeners = [
            ["pointermove", move],
            ["pointerup", end],
            ["pointercancel", end],
        ];
        for (const [name, listener] of listeners) addEventListener(name, listener);
        addEventListener("keydown", escape);
    }

    /**
     * An emoji under the pointer, over everything.
     * @param {string} text
     * @param {PointerEvent} start
     */
    #takeUp(text, start) {
        this.strip.setPointerCapture(start.pointerId);
        this.pick(null);
        const ghost = document.createElement("span");
        ghost.className = "dragged";
        ghost.textContent = displayText(text);
        document.body.append(ghost);
        return ghost;
    }

    /** @param {PointerEvent} event */
    #pointOf(event) {
        const { left, top } = this.stage.element.getBoundingClientRect();
        return { x: event.clientX - left, y: event.clientY - top };
    }

    /**
     * Whether a drop here would be taken, by where the pointer is (D4, D7).
     * @param {PointerEvent} event
     * @returns {import("../view/Stage.js").DropState}
     */
    #judge(event) {
        const { viewport } = this.stage;
        const { x, y } = this.#pointOf(event);
        if (x < 0 || y < 0 || x > viewport.width || y > viewport.height) return "unknown";
        return this.editor.accepts(viewport.toDocument({ x, y })) ? "accepted" : "rejected";
    }
}

/**
 * Whether a finger went quickly up or down: that turns the palette, and drops nothing.
 * @param {PointerEvent} start
 * @param {PointerEvent} end
 */
function isSwipe(start, end) {
    const up = Math.abs(end.clientY - start.clientY);
    return (
        start.pointerType === "touch" &&
        end.timeStamp - start.timeStamp < swipe.time &&
        up > swipe.distance &&
        up > 2 * Math.abs(end.clientX - start.clientX)
    );
}
