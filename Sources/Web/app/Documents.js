import { ask, Dialog } from "./Dialog.js";
import { make, makeButton } from "./elements.js";
import { makeIcon } from "./icons.js";

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
 * @param {import("../store/Token.js").Token} token
 */
export async function showDocuments(current, token) {
    const list = make("ul", { class: "documents" });
    const input = make("input", { label: "Name of a new document" });
    input.placeholder = "Name of a new document";
    const fault = make("p", { class: "fault", role: "alert" });
    const form = make("form", {}, input, make("button", { class: "main", text: "New" }), fault);
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        const name = documentName(input.value);
        if (name === null) fault.textContent = "Enter a name with letters or digits.";
        else location.assign(`/canvas/${name}`);
    });
    const dialog = new Dialog("Documents", form, list);
    list.append(make("li", { text: "Loading…" }));
    const load = async () => {
        const documents = await fetchDocuments(token);
        if (documents === null) {
            return list.replaceChildren(make("li", { text: "The list could not be loaded." }));
        }
        list.replaceChildren(...documents.map((summary) => entry(summary, current, token, load)));
        if (documents.length === 0) list.append(make("li", { text: "No documents yet." }));
    };
    await load();
    return dialog;
}

/**
 * @param {import("../store/Token.js").Token} token
 * @returns {Promise<DocumentSummary[] | null>}
 */
async function fetchDocuments(token) {
    try {
        const answer = await token.ask("/documents");
        if (!answer.ok) throw new Error(String(answer.status));
        return await answer.json();
    } catch {
        return null;
    }
}

/**
 * @param {DocumentSummary} summary
 * @param {string} current
 * @param {import("../store/Token.js").Token} token
 * @param {() => void} changed
 */
function entry({ name, revision, time }, current, token, changed) {
    const link = make("a", {});
    link.href = `/canvas/${name}`;
    if (name === current) link.setAttribute("aria-current", "page");
    const image = make("img");
    // The revision makes it another picture when the document has changed.
    void token.pictureAddress(`/documents/${name}.svg?${revision}`).then((address) => {
        image.src = address;
    });
    image.alt = "";
    image.loading = "lazy";
    const when = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
    link.append(
        image,
        make("span", { class: "title", text: name }),
        make("span", { class: "when", text: when.format(time) }),
    );
    const rename = makeButton({ label: `Rename ${name}` }, () => askName(name, token, changed));
    rename.append(makeIcon("rename"));
    const remove = makeButton({ label: `Delete ${name}` }, () => askDelete(name, token, changed));
    remove.append(makeIcon("delete"));
    return make("li", {}, link, rename, remove);
}

/**
 * Asks for another name (O20-1).
 * @param {string} name
 * @param {import("../store/Token.js").Token} token
 * @param {() => void} changed
 */
function askName(name, token, changed) {
    ask(`Rename ${name}`, "New name", name, async (text) => {
        const newName = documentName(text);
        if (newName === null) return "Enter a name with letters or digits.";
        const fault = await change(token, "POST", `/documents/${name}?name=${newName}`);
        if (fault === null) changed();
        return fault;
    });
}

/**
 * Asks whether a document shall go, with its history.
 * @param {string} name
 * @param {import("../store/Token.js").Token} token
 * @param {() => void} changed
 */
function askDelete(name, token, changed) {
    const fault = make("p", { class: "fault", role: "alert" });
    const remove = makeButton({ class: "main", text: `Delete ${name}` }, async () => {
        fault.textContent = (await change(token, "DELETE", `/documents/${name}`)) ?? "";
        if (fault.textContent !== "") return;
        dialog.close();
        changed();
    });
    const dialog = new Dialog(
        `Delete ${name}?`,
        make("p", { text: "This deletes the document and its history for everyone." }),
        fault,
        remove,
    );
}

/**
 * Has the server change a document; what is wrong, or null.
 * @param {import("../store/Token.js").Token} token
 * @param {string} method
 * @param {`/${string}`} path
 * @returns {Promise<string | null>}
 */
async function change(token, method, path) {
    const answer = await token.ask(path, { method }).catch(() => null);
    if (!answer) return "The server cannot be reached; check your connection.";
    return answer.ok ? null : (await answer.text()).trim();
}
