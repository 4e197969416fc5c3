import { Dialog } from "./Dialog.js";
import { make } from "./elements.js";

/** A document's name: the protocol's form. */
const nameForm = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/**
 * @typedef {{name: string, revision: number, time: number}} DocumentSummary
 */

/**
 * Makes a name of what somebody typed: "Sunday picnic!" is `sunday-picnic`.
 * @param {string} text
 * @returns {string | null} null when nothing is left
 */
function documentName(text) {
    const name = text
        .normalize("NFKD")
        .replace(/\p{Mark}/gu, "")
        .toLowerCase()
        .replace(/[^a-z0-9_]+/g, "-")
        .replace(/^[-_]+|-+$/g, "")
        .slice(0, 64);
    return nameForm.test(name) ? name : null;
}

/**
 * Shows the documents of this server; a press opens one, a name makes a new one (L15-1, O20-1).
 * @param {string} current the name of the one that is open
 */
export async function showDocuments(current) {
    const list = make("ul", { class: "documents" });
    const input = make("input", { label: "Name of a new document" });
    input.placeholder = "Name of a new document";
    const fault = make("p", { class: "fault", role: "alert" });
    const form = make("form", {}, input, make("button", { class: "main", text: "New" }), fault);
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        const name = documentName(input.value);
        if (name === null) fault.textContent = "A name has letters or digits.";
        else location.assign(`/canvas/${name}`);
    });
    const dialog = new Dialog("Documents", form, list);
    list.append(make("li", { text: "Loading…" }));
    try {
        const answer = await fetch("/documents");
        if (!answer.ok) throw new Error(String(answer.status));
        /** @type {DocumentSummary[]} */
        const documents = await answer.json();
        list.replaceChildren(...documents.map((summary) => entry(summary, current)));
        if (documents.length === 0) list.append(make("li", { text: "There are none yet." }));
    } catch {
        list.replaceChildren(make("li", { text: "The list cannot be had now." }));
    }
    return dialog;
}

/**
 * @param {DocumentSummary} summary
 * @param {string} current
 */
function entry({ name, revision, time }, current) {
    const link = make("a", {});
    link.href = `/canvas/${name}`;
    if (name === current) link.setAttribute("aria-current", "page");
    const image = make("img");
    // The revision makes it another picture when the document has changed.
    image.src = `/documents/${name}.svg?${revision}`;
    image.alt = "";
    image.loading = "lazy";
    const when = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
    link.append(
        image,
        make("span", { class: "title", text: name }),
        make("span", { class: "when", text: when.format(time) }),
    );
    return make("li", {}, link);
}
