import { askServer, documentName } from "../store/server.js";
import { Past, PastError } from "../sync/Past.js";
import { BackgroundImage } from "../view/BackgroundImage.js";
import { make, makeButton, makeSelect } from "../view/elements.js";
import { EmojiLayer } from "../view/EmojiLayer.js";
import { boxOf, union, Viewport } from "../view/Viewport.js";
import { Dialog, makeFault } from "./Dialog.js";
import { editor, replica, say } from "./page.js";

/** Milliseconds between two edits that are played. */
const stepTime = 400;
const speeds = ["0.25", "1", "4", "16"];

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

/** Opens the history at the newest revision. */
export const showHistory = () => void new Timeline();

/**
 * The past of the document: a line of time to go along, by hand or by itself, and a way back to any
 * place of it. Nothing here changes the document but that.
 */
class Timeline {
    #past = new Past(replica.core, documentName, (path) => askServer(path, { cache: "no-store" }));
    #picture = make("img", { class: "background", alt: "" });
    #emojiWorld = make("div", { class: "emojis", role: "none" });
    #world = make("div", { class: "world", role: "none" }, this.#picture, this.#emojiWorld);
    #view = make(
        "div",
        { class: "past", role: "listbox", label: "Canvas at this revision", tabIndex: 0 },
        this.#world,
    );
    #emojis = new EmojiLayer(this.#emojiWorld);
    #background = new BackgroundImage(this.#picture);
    #range = make("input", { label: "Revision", type: "range" });
    #what = make("p", { class: "when", role: "status" });
    #fault = makeFault();
    #play = makeButton({ class: "play", text: "Play" }, () => this.#toggle());
    #speed = makeSelect("Speed", speeds, "1", (speed) => `${speed}×`);
    #restore = makeButton({ class: "main", text: "Restore this revision" }, () => {
        const revision = Number(this.#range.value);
        editor.edit({ type: "revert", revision });
        say(`Restored to revision ${revision}`);
        this.#dialog.close();
    });
    #dialog;
    /** @type {import("../sync/Past.js").Moment | null} */
    #moment = null;
    /** @type {Box | null} what of the document was seen */
    #box = null;
    #timer = 0;

    constructor() {
        this.#past.onChange = (change) => this.#emojis.take(change);
        this.#background.onChange = () => this.#fit();
        this.#range.addEventListener("input", () => {
            this.#stop();
            void this.#show(Number(this.#range.value));
        });
        const now = makeButton({ text: "Back to now" }, () => this.#dialog.close());
        this.#restore.hidden = !editor.mayEdit;
        this.#dialog = new Dialog(
            "History",
            make("p", { class: "mark", text: "You are viewing the history; nothing changes." }),
            this.#view,
            this.#range,
            this.#what,
            this.#fault,
            make("div", { class: "player" }, this.#play, this.#speed, now, this.#restore),
        );
        this.#dialog.element.classList.add("history");
        this.#dialog.element.addEventListener("close", () => {
            this.#stop();
            this.#past.end();
        });
        new ResizeObserver(() => this.#fit()).observe(this.#view);
        this.#range.focus();
        void this.#open().catch((error) => this.#fail(error));
    }

    async #open() {
        await this.#past.load();
        this.#range.min = String(this.#past.first);
        this.#range.max = String(this.#past.last);
        this.#range.value = String(this.#past.last);
        await this.#show(this.#past.last);
    }

    /** @param {number} revision */
    async #show(revision) {
        const moment = await this.#past.at(revision).catch((error) => this.#fail(error));
        if (!moment) return;
        this.#moment = moment;
        this.#fault.textContent = "";
        const { view, edit } = moment;
        this.#background.show(view.background);
        this.#fit();
        const text = edit ? describe(edit) : "oldest kept revision";
        this.#what.textContent = `${revision} of ${this.#past.last}: ${text}`;
        this.#range.setAttribute("aria-valuetext", this.#what.textContent);
        this.#restore.disabled = revision === this.#past.last;
        this.#play.disabled = revision >= this.#past.last && this.#past.first === this.#past.last;
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
        const { clientWidth, clientHeight } = this.#view;
        const emojis = boxOf(this.#moment.view.emojis.values());
        this.#box = union(this.#box, union(emojis, this.#background.box));
        let viewport = new Viewport(clientWidth, clientHeight);
        if (this.#box) viewport = viewport.fitted(this.#box, 12);
        this.#world.style.transform = viewport.transform;
    }

    // Playing

    #toggle() {
        if (this.#timer !== 0) return this.#stop();
        if (Number(this.#range.value) >= this.#past.last) this.#range.value = this.#range.min;
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
        if (this.#timer === 0) return;
        if (revision >= this.#past.last) this.#stop();
        else this.#schedule();
    }

    #stop() {
        clearTimeout(this.#timer);
        this.#timer = 0;
        this.#play.textContent = "Play";
    }
}

/**
 * Who did what, and when.
 * @param {import("../sync/Past.js").Edit} edit
 */
function describe({ client, time, type, undo, redo, revert }) {
    const style = /** @type {const} */ ({ dateStyle: "medium", timeStyle: "medium" });
    const when = new Intl.DateTimeFormat(undefined, style);
    let what = words.get(type) ?? type;
    if (revert !== undefined) what = `restore of ${revert}`;
    if (redo !== undefined) what = `redo of ${redo}`;
    if (undo !== undefined) what = `undo of ${undo}`;
    return `${what}, ${nameOf(client)}, ${when.format(time)}`;
}

/** Who a client is: names are not stored with edits, and only who is here now has one. */
function nameOf(/** @type {number} */ client) {
    if (client === replica.state.client) return "you";
    const members = [...replica.members.values()];
    return members.find((member) => member.client === client)?.name || `client ${client}`;
}
