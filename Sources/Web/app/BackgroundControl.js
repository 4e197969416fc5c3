import { fittingPicture, keepPicture, PictureError } from "../files/pictures.js";
import { hostElsewhere } from "../model/background.js";
import { imageURL } from "../model/imageURL.js";
import { ask } from "./Dialog.js";
import { make, makeButton, part } from "./elements.js";

/**
 * @typedef {import("./Editor.js").Editor} Editor
 * @typedef {import("../view/Stage.js").Stage} Stage
 */

/** Sets the background, and says what becomes of it: by address, file, drop or paste. */
export class BackgroundControl {
    #state = part(".background-state");

    /**
     * @param {HTMLElement} canvas
     * @param {Editor} editor
     * @param {Stage} stage
     * @param {string} name of the document
     * @param {import("../store/Token.js").Token} token
     * @param {{fit: () => void, alert: (text: string) => void}} page
     */
    constructor(canvas, editor, stage, name, token, page) {
        this.token = token;
        this.editor = editor;
        this.stage = stage;
        this.name = name;
        this.page = page;
        stage.background.onChange = () => this.#show();
        canvas.addEventListener("dragover", (event) => {
            if (!event.dataTransfer) return;
            event.preventDefault();
            event.dataTransfer.dropEffect = "copy";
        });
        canvas.addEventListener("drop", (event) => {
            event.preventDefault();
            const data = event.dataTransfer;
            // Only the first usable item counts (L11-4); a file is one, and not taken here.
            if (data?.files.length) return;
            this.take(data?.getData("text/uri-list") || data?.getData("text/plain") || "");
        });
    }

    /**
     * Sets the background that a text stands for; whether it stands for one.
     * @param {string} text
     */
    take(text) {
        const url = imageURL(text);
        if (url === null) return false;
        // Who chose it has seen where it is.
        this.stage.background.allow(url);
        this.editor.setBackground(url);
        return true;
    }

    /** Asks for an address; none takes the background away. */
    ask() {
        const { background } = this.editor.document;
        const upload = makeButton({ text: "Choose a picture…" }, () => {
            dialog.close();
            this.#choose();
        });
        const take = (/** @type {string} */ text) => {
            if (text === "") {
                if (background !== null) this.editor.setBackground(null);
                return null;
            }
            return this.take(text) ? null : "Use a URL that starts with http, https or data:image.";
        };
        const dialog = ask("Background", "Picture URL", background ?? "", take, upload);
    }

    /** Has the person choose a file; a phone offers its camera as well (O21-1). */
    #choose() {
        const input = make("input");
        input.type = "file";
        input.accept = "image/*";
        input.addEventListener("change", () => {
            const file = input.files?.[0];
            if (file) void this.upload(file);
        });
        input.click();
    }

    /**
     * Has the server keep a picture, and makes it the background.
     * @param {Blob} file
     */
    async upload(file) {
        this.#say("Uploading the picture…", "fetching");
        try {
            const url = await keepPicture(await fittingPicture(file), this.name, this.token);
            this.editor.setBackground(url);
        } catch (error) {
            if (!(error instanceof PictureError)) throw error;
            this.page.alert(error.message);
        } finally {
            this.#show();
        }
    }

    /**
     * @param {string} text
     * @param {string} state
     */
    #say(text, state) {
        this.#state.hidden = false;
        this.#state.textContent = text;
        this.#state.dataset.state = state;
    }

    /**
     * Offers a picture of another host.
     * @param {string} url
     */
    #offer(url) {
        this.#say(`The background is a picture on ${hostElsewhere(url)}. `, "asking");
        this.#state.append(
            makeButton({ text: "Show it" }, () => this.stage.background.allow(url)),
        );
    }

    /** What is being fetched, or has failed; the emojis stay as they are (L12-3, L14-2). */
    #show() {
        const { state, url } = this.stage.background;
        const name = (url ?? "").slice(0, 80);
        if (state === "asking" && url !== null) this.#offer(url);
        else if (state === "fetching") this.#say("Loading the background…", state);
        else if (state === "failed") this.#say(`Background not loaded: ${name}`, state);
        else this.#state.hidden = true;
        if (state === "found") this.page.fit();
        if (state === "failed") this.page.alert(`Cannot load the background: ${name}`);
    }
}
