import { part } from "./elements.js";

/**
 * @typedef {import("../sync/Client.js").Client} Client
 * @typedef {import("../wire/closing.js").Closing} Closing
 */

/** Why a connection is not made again by itself, in words, by the name of its close code. */
const reasons = new Map([
    ["superseded", "This canvas was opened in another tab; this one has disconnected."],
    ["removed", "An operator removed you from this document."],
    [
        "no_document",
        "This document was deleted or never existed; a view-only link does not create one.",
    ],
    ["unauthorized", "This server needs an access link; yours is missing or no longer valid."],
    ["forbidden", "Your link is not for this document."],
    ["bad_message", "A message broke the protocol; reload the page."],
    ["too_many_unanswered", "Too many edits were unanswered; reload the page."],
    ["diverged", "This page kept drawing another picture than the server has; reload it."],
]);

/** Says whether work is safe: "Saved" only when all of it is durable at the server (P12, P13). */
export class StatusLine {
    #words = part(".save");
    #latency = part(".latency");
    #role = part(".role");
    /** Whether the page goes to another by itself, and takes along what is pending. */
    isMoving = false;
    /** Whether there is no such document, any more. */
    #isGone = false;
    /** Whether the page has said that the connection is lost: once, not at each retry. */
    #isLossKnown = false;
    #again = /** @type {HTMLButtonElement} */ (part(".again"));

    /**
     * @param {Client} client
     * @param {(text: string) => void} alert tells of what needs attention
     * @param {() => void} beginAnew gives up what is kept for a document that is gone
     */
    constructor(client, alert, beginAnew) {
        this.client = client;
        this.alert = alert;
        this.element = part(".state");
        this.#again.addEventListener("click", () => {
            if (this.#isGone) beginAnew();
            else client.connect();
        });
        addEventListener("beforeunload", (event) => {
            // What is pending is kept in this browser, but nobody else has it yet.
            const { list } = client.replica.pending;
            if (list.length > 0 && !this.isMoving) event.preventDefault();
        });
    }

    /** @param {Closing | null} closing how the connection ended, if it just did */
    show(closing = null) {
        const { status, latency, replica } = this.client;
        this.element.dataset.status = status;
        this.#words.textContent = this.#say();
        // Both at once may take two lines of a narrow window: the canvas would move with each edit,
        // and whoever is about to press an emoji would miss it.
        const isShown = latency !== null && !(status === "online" && !replica.isSynced);
        this.#latency.textContent = isShown ? `${Math.round(latency)} ms` : "";
        this.#role.hidden = replica.mayEdit;
        this.#again.hidden = status === "online" || status === "connecting";
        if (closing) this.#isGone = closing.name === "no_document";
        this.#again.textContent = this.#isGone ? "Start over" : "Reconnect";
        if (status === "online") this.#isLossKnown = false;
        const isRetry = this.#isLossKnown && status !== "stopped";
        if (!closing || isRetry) return;
        this.#isLossKnown = true;
        const reason = reasons.get(closing.name) ?? `The connection ended (${closing.name}).`;
        const count = replica.pending.list.length;
        const kept = count > 0 ? ` Unsaved edits kept here: ${count}.` : "";
        this.alert(status === "stopped" ? `${reason}${kept}` : `Connection lost.${kept}`);
    }

    #say() {
        const { status, replica } = this.client;
        const count = replica.pending.list.length;
        const edits = count === 1 ? "1 edit" : `${count} edits`;
        const kept = this.client.isKept ? "kept here" : "not kept yet";
        switch (status) {
            case "connecting":
                return "Connecting…";
            case "online":
                return replica.isSynced ? "Saved" : `Saving ${edits}…`;
            case "reconnecting":
                return count > 0 ? `Offline, ${edits} ${kept}` : "Offline";
            case "stopped":
                return count > 0 ? `Disconnected, ${edits} ${kept}` : "Disconnected";
        }
    }
}
