import { Seat } from "../store/Seat.js";
import { documentName, token } from "../store/server.js";
import { module } from "../core/module.js";
import { Replica } from "../core/Replica.js";
import { Client } from "../sync/Client.js";
import { onceAFrame, part } from "../view/elements.js";
import { Stage } from "../view/Stage.js";
import { Editor } from "./Editor.js";
import { identity } from "./identity.js";

// The document of this page, and what shows and edits it: there is one of each.

const scheme = location.protocol === "https:" ? "wss" : "ws";
/** The address of the document's WebSocket. */
export const url = `${scheme}://${location.host}/documents/${documentName}`;

export const seat = await Seat.take(documentName, () => void leaveSeat());
const { key, kept } = seat.record;
export const replica = new Replica(module, { key, ...identity });
replica.renew(token);
export const stage = new Stage(replica);
if (kept) replica.restore(kept);
replica.takeNews();
// Version 0.2 kept edits without marks: those that they have now must outlive the page.
if (replica.kept.count > 0) await seat.keep(replica.kept);
export const client = new Client(url, replica, seat, { effect: () => {}, status: () => {} });
export const editor = new Editor(client);

/** Goes on as a client of its own, with all that is shown but what another tab has to send. */
export async function leaveSeat() {
    const lines = await seat.leave();
    client.become(seat.record.key, lines);
}

/** Tells what happened to people who do not see it. */
export function say(/** @type {string} */ text) {
    part(".live").textContent = text;
}

let alertTimer = 0;

/** Shows for some seconds what needs attention. */
export function alert(/** @type {string} */ text) {
    part(".alert").textContent = text;
    clearTimeout(alertTimer);
    alertTimer = setTimeout(() => part(".alert").replaceChildren(), 8_000);
}

/** @type {(() => void)[]} */
const shows = [];
const showAll = onceAFrame(() => {
    for (const show of shows) show();
});

/** @param {() => void} show runs in each frame for which `refresh` asks */
export const onRefresh = (show) => void shows.push(show);

/** Shows all anew, at most once a frame. */
export function refresh() {
    stage.refresh();
    showAll();
}
