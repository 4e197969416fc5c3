import { askServer, documentName, pictureAddress } from "../store/server.js";
import { make, makeButton, makeIcon } from "../view/elements.js";
import { ask, Dialog, makeFault } from "./Dialog.js";

/** @typedef {{name: string, revision: number, time: number}} DocumentSummary */

const noName = "Enter a name with letters or digits.";

/** Makes a name of what somebody typed: "Sunday picnic!" is `sunday-picnic`; null of nothing. */
function nameOf(/** @type {string} */ text) {
    // What remains is a valid name, or empty.
    const name = text
        .normalize("NFKD")
        .replace(/\p{Mark}/gu, "")
        .toLowerCase()
        .replace(/[^a-z0-9_]+/g, "-")
        .replace(/^[-_]+|-+$/g, "")
        .slice(0, 64);
    return name || null;
}

/** Shows the documents of this server; a press opens one, a name makes a new one (L15-1, O20-1). */
export async function showDocuments() {
    const list = make("ul", { class: "documents" });
    const label = "Name of a new document";
    const input = make("input", { label, placeholder: label });
    const fault = makeFault();
    const form = make("form", {}, input, make("button", { class: "main", text: "New" }), fault);
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        const name = nameOf(input.value);
        if (name === null) fault.textContent = noName;
        else location.assign(`/canvas/${name}`);
    });
    new Dialog("Documents", form, list);
    const show = (/** @type {string} */ text) => list.replaceChildren(make("li", { text }));
    show("Loading…");
    const load = async () => {
        const answer = await askServer("/documents").catch(() => null);
        /** @type {DocumentSummary[] | null} */
        const documents = answer?.ok ? await answer.json().catch(() => null) : null;
        if (documents === null) show("The list could not be loaded.");
        else if (documents.length === 0) show("No documents yet.");
        else list.replaceChildren(...documents.map((summary) => makeEntry(summary, load)));
    };
    await load();
}

/**
 * A document in the list, to be opened, renamed (O20-1) or deleted.
 * @param {DocumentSummary} summary
 * @param {() => void} changed
 */
function makeEntry({ name, revision, time }, changed) {
    const image = make("img", { alt: "", loading: "lazy" });
    // The revision makes it another picture when the document has changed.
    void pictureAddress(`/documents/${name}.svg?${revision}`).then((address) => {
        image.src = address;
    });
    const when = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
    const link = make(
        "a",
        { href: `/canvas/${name}` },
        image,
        make("span", { class: "title", text: name }),
        make("span", { class: "when", text: when.format(time) }),
    );
    if (name === documentName) link.setAttribute("aria-current", "page");
    const rename = makeButton({ label: `Rename ${name}` }, () => {
        ask(`Rename ${name}`, "New name", name, async (text) => {
            const newName = nameOf(text);
            if (newName === null) return noName;
            const fault = await change("POST", `/documents/${name}?name=${newName}`);
            if (fault === null) changed();
            return fault;
        });
    }, makeIcon("rename"));
    const remove = makeButton({ label: `Delete ${name}` }, () => {
        const fault = makeFault();
        const confirm = makeButton({ class: "main", text: `Delete ${name}` }, async () => {
            fault.textContent = (await change("DELETE", `/documents/${name}`)) ?? "";
            if (fault.textContent !== "") return;
            dialog.close();
            changed();
        });
        const warning = "This deletes the document and its history for everyone.";
        const dialog = new Dialog(`Delete ${name}?`, make("p", { text: warning }), fault, confirm);
    }, makeIcon("delete"));
    return make("li", {}, link, rename, remove);
}

/** Has the server change a document; what is wrong, or null. */
async function change(/** @type {string} */ method, /** @type {`/${string}`} */ path) {
    const answer = await askServer(path, { method }).catch(() => null);
    if (!answer) return "The server cannot be reached; check your connection.";
    return answer.ok ? null : (await answer.text()).trim();
}
