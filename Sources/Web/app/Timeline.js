import { PastError } from "../sync/Past.js";
import { BackgroundImage } from "../view/BackgroundImage.js";
import { boxOf, union } from "../view/bounds.js";
import { EmojiLayer } from "../view/EmojiLayer.js";
import { Viewport } from "../view/Viewport.js";
import { Dialog } from "./Dialog.js";
import { make, makeButton } from "./elements.js";

/**
 * @typedef {import("../sync/Past.js").Moment} Moment
 * @typedef {import("../sync/Past.js").Past} Past
 * @typedef {import("../wire/readServerMessage.js").Edit} Edit
 */

/** Milliseconds between two edits that are played. */
const stepTime = 400;
const speeds = [0.25, 1, 4, 16];

/** What people call an operation, where that is another word. */
const words = new Map([
    ["scale", "resize"],
    ["arrange", "rearrange"],
    ["restack", "rearrange"],
    ["restore", "undelete"],
    ["replace", "restore"],
    ["canvas", "bounds"],
    ["none", "nothing"],
]);

/**
 * The past of the document: a line of time to go along, by hand or by itself, and a way back to any
 * place of it. Nothing here changes the document but that.
 */
export class Timeline {
    #emojis;
    #background;
    #range;
    #what = make("p", { class: "when", role: "status" });
    #fault = make("p", { class: "fault", role: "alert" });
    #play;
    #speed;
    #restore;
    /** @type {Moment | null} */
    #moment = null;
    /**
     * What of the document was seen.
     * @type {import("../view/Viewport.js").Box | null}
     */
    #box = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;

    /**
     * Opens it at the newest revision.
     * @param {Past} past
     * @param {(url: string) => Promise<string>} addressOf where a background is to be had
     * @param {(client: number) => string} nameOf who a client is, as far as they are here
     * @param {((revision: number) => void) | null} restore takes the document back, for who may
     */
    constructor(past, addressOf, nameOf, restore) {
        this.past = past;
        this.nameOf = nameOf;
        this.world = make("div", { class: "world", role: "none" });
        const image = make("img", { class: "background" });
        image.alt = "";
        const emojis = make("div", { class: "emojis", role: "none" });
        this.world.append(image, emojis);
        this.#emojis = new EmojiLayer(emojis);
        this.#background = new BackgroundImage(image, addressOf);
        this.#background.onChange = () => this.#fit();
        const look = { class: "past", role: "listbox", label: "Canvas at this revision" };
        this.view = make("div", look, this.world);
        this.view.tabIndex = 0;
        this.#range = make("input", { label: "Revision" });
        this.#range.type = "range";
        this.#range.addEventListener("input", () => {
            this.#stop();
            void this.#show(Number(this.#range.value));
        });
        this.#play = makeButton({ class: "play", text: "Play" }, () => this.#toggle());
        this.#speed = make("select", { label: "Speed" });
        for (const speed of speeds) {
            const option = make("option", { text: `${speed}×` });
            option.value = String(speed);
            this.#speed.append(option);
        }
        this.#speed.value = "1";
        this.#restore = makeButton({ class: "main", text: "Restore this revision" }, () => {
            restore?.(Number(this.#range.value));
            this.dialog.close();
        });
        const now = makeButton({ text: "Back to now" }, () => this.dialog.close());
        const buttons = make("div", { class: "player" }, this.#play, this.#speed);
        buttons.append(now, this.#restore);
        this.#restore.hidden = restore === null;
        this.dialog = new Dialog(
            "History",
            make("p", { class: "mark", text: "You are viewing the history; nothing changes." }),
            this.view,
            this.#range,
            this.#what,
            this.#fault,
            buttons,
        );
        this.dialog.element.classList.add("history");
        this.dialog.element.addEventListener("close", () => this.#stop());
        new ResizeObserver(() => this.#fit()).observe(this.view);
        this.#range.focus();
        void this.#open();
    }

    async #open() {
        try {
            await this.past.load();
        } catch (error) {
            return this.#fail(error);
        }
        this.#range.min = String(this.past.first);
        this.#range.max = String(this.past.last);
        this.#range.value = String(this.past.last);
        await this.#show(this.past.last);
    }

    /** @param {number} revision */
    async #show(revision) {
        try {
            const moment = await this.past.at(revision);
            if (!moment) return;
            this.#moment = moment;
        } catch (error) {
            return this.#fail(error);
        }
        this.#fault.textContent = "";
        const { document, edit } = this.#moment;
        this.#emojis.show(document, new Map(), []);
        this.#background.show(document.background);
        this.#fit();
        const text = edit ? this.#tell(edit) : "oldest kept revision";
        this.#what.textContent = `${revision} of ${this.past.last}: ${text}`;
        this.#range.setAttribute("aria-valuetext", this.#what.textContent);
        this.#restore.disabled = revision === this.past.last;
        this.#play.disabled = revision >= this.past.last && this.past.first === this.past.last;
    }

    /**
     * Who did what, and when.
     * @param {Edit} edit
     */
    #tell({ client, time, operation, undo, redo, revert }) {
        const style = /** @type {const} */ ({ dateStyle: "medium", timeStyle: "medium" });
        const when = new Intl.DateTimeFormat(undefined, style);
        const what = words.get(operation.type) ?? operation.type;
        const way =
            undo !== undefined
                ? `undo of ${undo}`
                : redo !== undefined
                  ? `redo of ${redo}`
                  : revert !== undefined
                    ? `restore of ${revert}`
                    : what;
        return `${way}, ${this.nameOf(client)}, ${when.format(time)}`;
    }

    /** @param {unknown} error */
    #fail(error) {
        this.#stop();
        if (!(error instanceof PastError)) throw error;
        this.#fault.textContent = error.message;
        this.#restore.disabled = true;
    }

    /** Shows all that was seen so far as large as it fits: what plays does not jump about. */
    #fit() {
        if (!this.#moment) return;
        const { clientWidth, clientHeight } = this.view;
        for (const box of [boxOf(this.#moment.document.emojis.values()), this.#background.box]) {
            if (box) this.#box = this.#box ? union(this.#box, box) : box;
        }
        let viewport = new Viewport(clientWidth, clientHeight);
        if (this.#box) viewport = viewport.fitted(this.#box, 12);
        const { x, y } = viewport.toScreen({ x: 0, y: 0 });
        this.world.style.transform = `translate(${x}px, ${y}px) scale(${viewport.zoom})`;
    }

    // Playing

    #toggle() {
        if (this.#timer !== undefined) return this.#stop();
        if (Number(this.#range.value) >= this.past.last) this.#range.value = this.#range.min;
        this.#play.textContent = "Pause";
        this.#schedule();
    }

    #schedule() {
        this.#timer = setTimeout(() => void this.#step(), stepTime / Number(this.#speed.value));
    }

    async #step() {
        const revision = Number(this.#range.value) + 1;
        this.#range.value = String(revision);
        await this.#show(revision);
        if (this.#timer === undefined) return;
        if (revision >= this.past.last) this.#stop();
        else this.#schedule();
    }

    #stop() {
        clearTimeout(this.#timer);
        this.#timer = undefined;
        this.#play.textContent = "Play";
    }
}
