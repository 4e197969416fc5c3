import { database } from "../store/database.js";
import { countText, part } from "../view/elements.js";
import { alert, client, onRefresh, replica, seat } from "./page.js";

// Says whether work is safe: "Saved" only when all of it is durable at the server (P12, P13).

/** Why a connection is not made again by itself, in words, by the name of its close code. */
const reasons = new Map([
    ["superseded", "A copy of this browser's data is at this canvas; this page has disconnected."],
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

const again = part(".again");
/** Whether the page goes to another by itself, and takes along what is pending. */
let isMoving = false;
/** Whether there is no such document, any more. */
let isGone = false;
/** Whether the page has said that the connection is lost: once, not at each retry. */
let isLossKnown = false;

again.addEventListener("click", async () => {
    if (!isGone) {
        client.connect();
        return;
    }
    // Gives up what is kept for a document that is gone.
    await seat.keep(null);
    isMoving = true;
    location.reload();
});
addEventListener("beforeunload", (event) => {
    // What is pending is kept in this browser, but nobody else has it yet.
    if (replica.kept.count > 0 && !isMoving) event.preventDefault();
});

/** Goes where the document is now, with what is not sent yet if it can be kept. */
async function move(/** @type {string} */ newName) {
    if (!database) {
        alert(`This document was renamed to ${newName}.`);
        return;
    }
    await seat.move(newName);
    isMoving = true;
    location.replace(`/canvas/${newName}`);
}

/** @param {Closing | null} closing how the connection just ended */
export function showStatus(closing = null) {
    if (closing?.newName) {
        void move(closing.newName);
        return;
    }
    const { status, latency } = client;
    part(".state").dataset.status = status;
    part(".save").textContent = describe();
    // Both at once may take two lines of a narrow window: the canvas would move with each edit,
    // and whoever is about to press an emoji would miss it.
    const isShown = latency !== null && !(status === "online" && !replica.state.isSynced);
    part(".latency").textContent = isShown ? `${Math.round(latency)} ms` : "";
    part(".role").hidden = replica.state.mayEdit;
    again.hidden = status === "online" || status === "connecting";
    if (closing) isGone = closing.name === "no_document";
    again.textContent = isGone ? "Start over" : "Reconnect";
    if (status === "online") isLossKnown = false;
    const isRetry = isLossKnown && status !== "stopped";
    if (!closing || isRetry) return;
    isLossKnown = true;
    const reason = reasons.get(closing.name) ?? `The connection ended (${closing.name}).`;
    const count = replica.state.pending;
    const kept = count > 0 ? ` Unsaved edits ${whereKept()}: ${count}.` : "";
    alert(status === "stopped" ? `${reason}${kept}` : `Connection lost.${kept}`);
}
onRefresh(() => showStatus());

function describe() {
    const { pending, undecided = 0, isSynced } = replica.state;
    const edits = countText(pending);
    // The banner says more of these (P16).
    const unknown = undecided > 0 ? `${countText(undecided)} unknown` : "";
    const kept = pending > 0 ? `${edits} ${whereKept()}` : unknown;
    const isSaving = pending > 0 || undecided === 0;
    switch (client.status) {
        case "connecting":
            return "Connecting…";
        case "online":
            return isSynced ? "Saved" : isSaving ? `Saving ${edits}…` : unknown;
        case "reconnecting":
            return kept ? `Offline, ${kept}` : "Offline";
        case "stopped":
            return kept ? `Disconnected, ${kept}` : "Disconnected";
    }
}

/** Whether the next page finds what has no answer. */
function whereKept() {
    if (client.isKept) return "kept here";
    return database ? "not kept yet" : "not kept";
}
