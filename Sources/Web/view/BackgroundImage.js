import { addressOf } from "../store/server.js";
import { hostElsewhere, isDrawing } from "./background.js";

/**
 * asking: it is on another host, which the viewer has not allowed to be asked for it.
 * @typedef {"none" | "asking" | "fetching" | "found" | "failed"} BackgroundState
 */

/**
 * The other hosts that the viewer lets pictures come from, until the page is closed: whoever edits
 * could else have any host on the viewer's network asked for anything.
 */
const allowed = new Set();

/**
 * The picture below all emojis, centred on the document's origin: a pixel of it is a unit.
 *
 * What comes of a picture that is wanted no more is dropped (L14-1).
 */
export class BackgroundImage {
    /** @type {BackgroundState} */
    state = "none";
    /** @type {string | null} */
    url = null;
    /** Called when the state has changed. */
    onChange = () => {};

    /** @param {HTMLImageElement} element */
    constructor(element) {
        this.element = element;
    }

    /** Shows the picture behind a URL; costs nothing while it is the same. */
    show(/** @type {string | null} */ url) {
        if (url !== this.url) this.#begin(url);
    }

    /** @param {string} url of a picture that the viewer lets come from where it is */
    allow(url) {
        allowed.add(hostElsewhere(url));
        if (url === this.url) this.#begin(url);
    }

    /** @param {string | null} url */
    #begin(url) {
        this.url = url;
        this.element.hidden = true;
        this.element.onload = this.element.onerror = null;
        this.element.removeAttribute("src");
        if (url === null) return this.#become("none");
        // The server refuses drawings now, and an old document may have one.
        if (isDrawing(url)) return this.#become("failed");
        const host = hostElsewhere(url);
        if (host !== null && !allowed.has(host)) return this.#become("asking");
        this.#become("fetching");
        this.element.onload = () => {
            this.element.hidden = false;
            this.#become("found");
        };
        this.element.onerror = () => this.#become("failed");
        void addressOf(url).then((address) => {
            if (url === this.url) this.element.src = address;
        });
    }

    /** @param {BackgroundState} state */
    #become(state) {
        this.state = state;
        this.onChange();
    }

    /** The part of the document that it covers; null while there is none to be seen. */
    get box() {
        if (this.state !== "found") return null;
        const { naturalWidth: width, naturalHeight: height } = this.element;
        return { left: -width / 2, right: width / 2, bottom: -height / 2, top: height / 2 };
    }
}
