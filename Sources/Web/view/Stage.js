import { BackgroundImage } from "./BackgroundImage.js";
import { CursorLayer } from "./CursorLayer.js";
import { EmojiLayer } from "./EmojiLayer.js";
import { LaserLayer } from "./LaserLayer.js";
import { PresenceLayer } from "./PresenceLayer.js";
import { ReactionLayer } from "./ReactionLayer.js";
import { transientsOf } from "./Transients.js";
import { Viewport } from "./Viewport.js";

/**
 * @typedef {import("../model/emojiID.js").EmojiID} EmojiID
 * @typedef {import("../sync/Replica.js").Replica} Replica
 * @typedef {import("./Viewport.js").Point} Point
 * @typedef {"none" | "unknown" | "accepted" | "rejected"} DropState of a drag over the canvas (D4)
 */

/**
 * The canvas as it is seen: draws what the replica holds, at most once a frame.
 *
 * Whoever changes something asks for a frame with `refresh`; what is drawn is always made from the
 * replica and the viewport alone.
 */
export class Stage {
    #viewport = new Viewport(0, 0);
    #isAsked = false;
    #emojis;
    #presence;
    #cursors;
    #lasers;
    #reactions;
    /** Whether nothing is shown of where others point and what they say there (P8). */
    hidesCursors = false;
    /** @type {{ids: EmojiID[], dx: number, dy: number} | null} */
    #copies = null;
    /** Called when another part of the document is shown. */
    onMove = () => {};
    /** Called when the same part is shown larger or smaller, since the canvas is. */
    onResize = () => {};

    /**
     * @param {HTMLElement} element the canvas
     * @param {Replica} replica
     * @param {(url: string) => Promise<string>} addressOf where a background is to be had
     */
    constructor(element, replica, addressOf) {
        this.element = element;
        this.replica = replica;
        this.world = part(element, ".world");
        this.marquee = part(element, ".marquee");
        const image = /** @type {HTMLImageElement} */ (part(element, ".background"));
        this.background = new BackgroundImage(image, addressOf);
        this.#emojis = new EmojiLayer(part(element, ".emojis"));
        const presence = part(element, ".presence");
        this.#presence = new PresenceLayer(presence);
        this.#lasers = new LaserLayer(presence);
        this.#cursors = new CursorLayer(presence);
        this.#reactions = new ReactionLayer(presence);
        new ResizeObserver(() => this.#resize()).observe(element);
        this.#resize();
    }

    #resize() {
        const { clientWidth, clientHeight } = this.element;
        this.#viewport = this.#viewport.resized(clientWidth, clientHeight);
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

    /** Asks for a frame. */
    refresh() {
        if (this.#isAsked) return;
        this.#isAsked = true;
        requestAnimationFrame(() => {
            this.#isAsked = false;
            this.#draw();
        });
    }

    #draw() {
        const { viewport, replica } = this;
        const { x, y } = viewport.toScreen({ x: 0, y: 0 });
        this.world.style.transform = `translate(${x}px, ${y}px) scale(${viewport.zoom})`;
        const document = replica.view;
        const { member, members, presence } = replica;
        const others = [...members.byNumber].filter(([number]) => number !== member);
        const transients = transientsOf([
            ...others.flatMap(([, { gesture }]) => gesture ?? []),
            ...(presence.gesture ? [presence.gesture] : []),
        ]);
        this.#emojis.show(document, transients, presence.selection);
        this.#emojis.showCopies(this.#copies);
        this.#presence.show(document, viewport, transients, presence, new Map(others));
        this.background.show(document.background);
        const seen = new Map(this.hidesCursors ? [] : others);
        this.#cursors.show(viewport, seen);
        const own = members.byNumber.get(member ?? 0);
        // What is told of oneself comes back late: the own laser is where the pointer is now.
        if (member !== null && own) {
            seen.set(member, { ...own, ...presence.signals, cursor: presence.cursor });
        }
        this.#lasers.show(viewport, seen);
        this.#reactions.show(viewport, seen);
    }

    /**
     * Shows what a marquee takes in, until both corners are null.
     * @param {Point | null} from
     * @param {Point | null} to
     */
    showMarquee(from, to) {
        this.marquee.hidden = !from || !to;
        if (!from || !to) return;
        const { style } = this.marquee;
        style.left = `${Math.min(from.x, to.x)}px`;
        style.top = `${Math.min(from.y, to.y)}px`;
        style.width = `${Math.abs(to.x - from.x)}px`;
        style.height = `${Math.abs(to.y - from.y)}px`;
    }

    /**
     * Shows whether what is dragged could be dropped here.
     * @param {DropState} state
     */
    showDrop(state) {
        this.element.dataset.drop = state;
    }

    /**
     * Shows where copies would come.
     * @param {EmojiID[]} ids
     * @param {number} dx
     * @param {number} dy
     */
    showCopies(ids, dx, dy) {
        this.#copies = { ids, dx, dy };
        this.refresh();
    }

    /** Ends `showCopies`; what it showed last. */
    takeCopies() {
        const copies = this.#copies;
        this.#copies = null;
        this.refresh();
        return copies;
    }

    /**
     * Shows which emoji the keyboard is at.
     * @param {EmojiID | null} id
     */
    setActive(id) {
        this.#presence.active = id;
        this.refresh();
    }

    /**
     * The element of an emoji, if it is shown.
     * @param {EmojiID} id
     */
    elementOf(id) {
        return this.#emojis.elementOf(id);
    }
}

/**
 * A part of an element that must be there.
 * @param {HTMLElement} element
 * @param {string} selector
 */
function part(element, selector) {
    const found = element.querySelector(selector);
    if (!(found instanceof HTMLElement)) throw new Error(`The page has no ${selector}.`);
    return found;
}
