import { printDrawing } from "../files/drawings.js";
import { documentName, takeToken, token } from "../store/server.js";
import { makeIcon, part } from "../view/elements.js";
import "./canvas.js";
import { placeChat } from "./chat.js";
import "./clipboard.js";
import "./courier.js";
import { showDocuments } from "./documents.js";
import "./keys.js";
import { alert, client, editor, leaveSeat, refresh, replica, seat, stage } from "./page.js";
import { follow, tellView, viewMoved } from "./people.js";
import { showStatus } from "./status.js";
import { showHistory } from "./timeline.js";
import "./undecided.js";

document.title = `${documentName} · EmojiArt`;
part(".name").textContent = documentName;

client.listener = {
    effect: (effect) => {
        if (effect.type === "refused") alert(effect.text ?? `Refused: ${effect.code}`);
        if (effect.type === "joined") stage.findDrawing();
        if (effect.type === "historyReplaced") {
            alert("The document's history was replaced: saved edits may be lost.");
        }
    },
    changed: refresh,
    failed: () => alert("The page had to start again inside; no edit is lost."),
    status: (closing) => {
        if (closing?.name === "superseded") void superseded(closing);
        else showStatus(closing);
        refresh();
    },
};

/** How often a page takes its client back by itself from a copy of this browser's data. */
const returnsMax = 5;
/** The bound of the first wait before that, in milliseconds: it doubles with each. */
const firstReturn = 500;
let returns = 0;

/**
 * Another page uses this client. With nothing to send this one becomes a client of its own.
 *
 * A copy of this browser's data may have the same edits to send: as edits of two clients they would
 * count twice. So both take the client back in turn, until one has all its answers and leaves.
 */
async function superseded(/** @type {Closing} */ closing) {
    if (!(await seat.isHeld())) return;
    if (closing.again === "soon") return showStatus(closing);
    if (replica.state.pending === 0) return leaveSeat();
    if (returns === returnsMax) return showStatus(closing);
    client.connectWithin(firstReturn * 2 ** returns);
    returns += 1;
    showStatus();
}
addEventListener("hashchange", () => {
    // A link with another token was opened in this tab.
    if (!takeToken()) return;
    client.change((replica) => replica.renew(token));
    client.connect();
});
stage.onMove = () => {
    viewMoved();
    tellView();
    placeChat();
};
stage.onResize = () => {
    tellView();
    placeChat();
    refresh();
};
editor.onEdit = () => follow(null);

function setUpButton(/** @type {string} */ action, /** @type {() => void} */ run) {
    const button = part(`[data-action=${action}]`);
    button.append(makeIcon(action));
    button.addEventListener("click", run);
}
setUpButton("documents", () => void showDocuments());
setUpButton("history", showHistory);

printDrawing(stage);
client.connect();
