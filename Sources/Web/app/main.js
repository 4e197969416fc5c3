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

/**
 * Another page uses this client. With nothing to send this one becomes a client of its own. Edits
 * that a copy of this browser's data may have as well can be sent by this client alone: as edits of
 * another one they would count twice.
 */
async function superseded(/** @type {Closing} */ closing) {
    if (!(await seat.isHeld())) return;
    if (closing.again === "soon") return showStatus(closing);
    if (replica.kept.count === 0) await leaveSeat();
    else showStatus(closing);
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
