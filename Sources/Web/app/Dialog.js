import { make, makeButton, makeIcon } from "../view/elements.js";

/** A dialog over the page, the browser's own: it takes the focus, and Escape closes it. */
export class Dialog {
    constructor(/** @type {string} */ title, /** @type {Node[]} */ ...content) {
        const close = makeButton({ label: "Close" }, () => this.close(), makeIcon("close"));
        const header = make("header", {}, make("h2", { text: title }), close);
        this.element = make("dialog", { class: "dialog", label: title }, header, ...content);
        this.element.addEventListener("click", (event) => {
            // Beside the dialog there is only its backdrop, which is the dialog's own.
            if (event.target === this.element) this.close();
        });
        this.element.addEventListener("close", () => this.element.remove());
        document.body.append(this.element);
        this.element.showModal();
    }

    close() {
        this.element.close();
    }
}

/** A line that says what is wrong. */
export const makeFault = () => make("p", { class: "fault", role: "alert" });

/**
 * Asks for a text; what was typed goes to `take`, which says what is wrong with it, or null.
 * @param {string} title
 * @param {string} label
 * @param {string} value
 * @param {(text: string) => string | null | Promise<string | null>} take
 * @param {...Node} more further fields
 */
export function ask(title, label, value, take, ...more) {
    const input = make("input", { value, autocomplete: "off" });
    const fault = makeFault();
    const form = make(
        "form",
        {},
        make("label", { text: label }, input),
        ...more,
        fault,
        make("button", { class: "main", text: "Done" }),
    );
    const dialog = new Dialog(title, form);
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        fault.textContent = (await take(input.value.trim())) ?? "";
        if (fault.textContent === "") dialog.close();
    });
    input.select();
    return dialog;
}
