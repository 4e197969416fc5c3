import { BackgroundImage } from "./BackgroundImage.js";
import { showCursors, showReactions } from "./cursors.js";
import { onceAFrame, part } from "./elements.js";
import { EmojiLayer } from "./EmojiLayer.js";
import { showLasers } from "./lasers.js";
import { showOutlines } from "./outlines.js";
import { boxOf, union, Viewport } from "./Viewport.js";

/** The smallest side of what can be hit, in pixels: a finger finds it (WCAG 2.2, 2.5.8). */
const leastSide = { touch: 44, mouse: 24 };

/**
 * The canvas as it is seen: draws what the replica holds, at most once a frame.
 *
 * Whoever changes something asks for a frame with `refresh`; what is drawn is always made from the
 * replica and the viewport alone.
 */
export class Stage {
    #viewport = new Viewport(0, 0);
    /** Whether the drawing was looked for. */
    #isOpen = false;
    element = part("#canvas");
    #world = part("#canvas .world");
    #marquee = part(".marquee");
    background = new BackgroundImage(/** @type {HTMLImageElement} */ (part(".background")));
    emojis = new EmojiLayer(part("#canvas .emojis"));
    /** @type {EmojiID | null} the emoji that the keyboard is at */
    #active = null;
    /** Whether nothing is shown of where others point and what they say there (P8). */
    hidesCursors = false;
    /** Called when another part of the document is shown. */
    onMove = () => {};
    /** Called when the same part is shown larger or smaller, since the canvas is. */
    onResize = () => {};
    /** Asks for a frame. */
    refresh = onceAFrame(() => this.#draw());

    /** @param {Replica} replica */
    constructor(replica) {
        this.replica = replica;
        replica.onChange = (change) => this.emojis.take(change);
        new ResizeObserver(() => this.#resize()).observe(this.element);
        this.#resize();
    }

    #resize() {
        const { clientWidth, clientHeight } = this.element;
        const { zoom, pan } = this.#viewport;
        // The centre stays where it is in the document.
        this.#viewport = new Viewport(clientWidth, clientHeight, zoom, pan);
        this.refresh();
        this.onResize();
    }

    /** Which part of the document is shown. */
    get viewport() {
        return this.#viewport;
    }

    set viewport(viewport) {
        this.#viewport = viewport;
        this.refresh();
        this.onMove();
    }

    /** A point of the page as one of the canvas. */
    pointOf(/** @type {{clientX: number, clientY: number}} */ { clientX, clientY }) {
        const { left, top } = this.element.getBoundingClientRect();
        return { x: clientX - left, y: clientY - top };
    }

    /**
     * The topmost emoji under a point of the canvas; null for none. O(emojis).
     *
     * One that is small on the screen is hit around it, too, unless another one is really there.
     * @returns {EmojiID | null}
     */
    emojiAt(/** @type {Point} */ point, /** @type {boolean} */ isTouch) {
        const { x, y } = this.viewport.toDocument(point);
        const least = (isTouch ? leastSide.touch : leastSide.mouse) / 2 / this.viewport.zoom;
        return this.replica.core.text("emojiAt", x, y, least);
    }

    /** Where the own cursor is on the canvas; its middle while there is none. */
    get ownPoint() {
        const { cursor } = this.replica.presence;
        return cursor ? this.viewport.toScreen(cursor) : this.viewport.middle;
    }

    /** The box around all emojis and the background's picture; null without either. */
    get drawing() {
        return union(boxOf(this.replica.view.emojis.values()), this.background.box);
    }

    /**
     * Shows a part of the document, as large as can be.
     * @param {Box | null} box null changes nothing
     */
    showBox(box) {
        if (box) this.viewport = this.viewport.fitted(box);
    }

    /** Shows the whole drawing, and the document's origin. */
    fit() {
        const { drawing } = this;
        this.showBox(drawing && union(drawing, { left: 0, right: 0, top: 0, bottom: 0 }));
    }

    /** Shows all emojis, once, if none of them is in sight. */
    findDrawing() {
        const emojis = [...this.replica.view.emojis.values()];
        if (this.#isOpen || emojis.length === 0) return;
        this.#isOpen = true;
        const { visible } = this.viewport;
        const isSeen = emojis.some(
            ({ x, y, size }) =>
                visible.left <= x + size / 2 &&
                visible.right >= x - size / 2 &&
                visible.bottom <= y + size / 2 &&
                visible.top >= y - size / 2,
        );
        if (!isSeen) this.showBox(boxOf(emojis));
    }

    #draw() {
        const { viewport, replica } = this;
        this.#world.style.transform = viewport.transform;
        const { view, member, members, presence } = replica;
        const others = [...members].filter(([number]) => number !== member);
        const transients = transientsOf([
            ...others.flatMap(([, { gesture }]) => gesture ?? []),
            ...(presence.gesture ? [presence.gesture] : []),
        ]);
        this.emojis.show(transients, presence.selection);
        showOutlines(replica, viewport, transients, new Map(others), this.#active);
        this.background.show(view.background);
        const seen = new Map(this.hidesCursors ? [] : others);
        showCursors(viewport, seen);
        const own = members.get(member ?? 0);
        // What is told of oneself comes back late: the own laser is where the pointer is now.
        if (member !== null && own) seen.set(member, { ...own, ...presence });
        showLasers(viewport, seen);
        showReactions(viewport, seen);
    }

    /** Shows what a marquee takes in, until both corners are null. */
    showMarquee(/** @type {Point | null} */ from, /** @type {Point | null} */ to) {
        this.#marquee.hidden = !from || !to;
        if (!from || !to) return;
        const { style } = this.#marquee;
        style.left = `${Math.min(from.x, to.x)}px`;
        style.top = `${Math.min(from.y, to.y)}px`;
        style.width = `${Math.abs(to.x - from.x)}px`;
        style.height = `${Math.abs(to.y - from.y)}px`;
    }

    /** Shows which emoji the keyboard is at; its element, if it is shown. */
    activate(/** @type {EmojiID | null} */ id) {
        this.#active = id;
        this.refresh();
        return id === null ? undefined : this.emojis.elementOf(id);
    }
}

/**
 * What gestures in flight do to what is shown, until they end: the model is untouched (H9).
 *
 * Gestures add up: two people may drag the same emoji.
 */
function transientsOf(/** @type {Iterable<import("../core/Replica.js").Gesture>} */ gestures) {
    /** @type {Map<EmojiID, import("./EmojiLayer.js").Transient>} */
    const transients = new Map();
    for (const gesture of gestures) {
        for (const id of gesture.ids) {
            const { dx, dy, factor } = transients.get(id) ?? { dx: 0, dy: 0, factor: 1 };
            transients.set(
                id,
                gesture.type === "move"
                    ? { dx: dx + gesture.dx, dy: dy + gesture.dy, factor }
                    : { dx, dy, factor: factor * gesture.factor },
            );
        }
    }
    return transients;
}
