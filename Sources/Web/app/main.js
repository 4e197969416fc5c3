import { Client } from "../sync/Client.js";
import { Past } from "../sync/Past.js";
import { Replica } from "../sync/Replica.js";
import { isKept, keptPath } from "../model/background.js";
import { Database } from "../store/Database.js";
import { Palettes } from "../store/Palettes.js";
import { Seat } from "../store/Seat.js";
import { Token } from "../store/Token.js";
import { boxOf, meets, union } from "../view/bounds.js";
import { printDrawing } from "../view/Print.js";
import { Stage } from "../view/Stage.js";
import { makeActions } from "./actions.js";
import { ActivityWatch } from "./ActivityWatch.js";
import { BackgroundControl } from "./BackgroundControl.js";
import { CanvasControl } from "./CanvasControl.js";
import { Chat } from "./Chat.js";
import { Clipboard } from "./Clipboard.js";
import { Courier } from "./Courier.js";
import { showDocuments } from "./Documents.js";
import { Editor } from "./Editor.js";
import { part } from "./elements.js";
import { showExport } from "./ExportDialog.js";
import { Following } from "./Following.js";
import { Hearing } from "./Hearing.js";
import { showHelp } from "./Help.js";
import { makeIcon } from "./icons.js";
import { Identity } from "./Identity.js";
import { ImportControl } from "./ImportControl.js";
import { KeyControl } from "./KeyControl.js";
import { Laser } from "./Laser.js";
import { Menu } from "./Menu.js";
import { openCanvasMenu } from "./canvasMenu.js";
import { PaletteStrip } from "./PaletteStrip.js";
import { People } from "./People.js";
import { Privacy } from "./Privacy.js";
import { Reactions } from "./Reactions.js";
import { Reader } from "./Reader.js";
import { StatusLine } from "./StatusLine.js";
import { Timeline } from "./Timeline.js";
import { Tools } from "./Tools.js";

const name = location.pathname.split("/").at(-1) || "demo";
const scheme = location.protocol === "https:" ? "wss" : "ws";
const url = `${scheme}://${location.host}/documents/${name}`;
const database = await Database.open().catch(() => null);
const seat = await Seat.take(database, name, () => location.reload());
const identity = await Identity.load(database);
const privacy = await Privacy.load(database);
const token = new Token();
const replica = new Replica({ key: seat.key, ...identity.fields });
replica.renew(token.text);
if (seat.kept) replica.restore(seat.kept);

document.title = `${name} · EmojiArt`;
part(".name").textContent = name;

const say = (/** @type {string} */ text) => {
    part(".live").textContent = text;
};
const alertTime = 8_000;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let alertTimer;
const alert = (/** @type {string} */ text) => {
    part(".alert").textContent = text;
    clearTimeout(alertTimer);
    alertTimer = setTimeout(() => part(".alert").replaceChildren(), alertTime);
};

/** Whether all is shown anew in the next frame. */
let isAsked = false;

const canvas = part("#canvas");
const addressOf = async (/** @type {string} */ url) =>
    isKept(url) ? token.pictureAddress(keptPath(url, name)) : url;
const stage = new Stage(canvas, replica, addressOf);
const client = new Client(url, replica, seat, {
    effect: (effect) => {
        if (effect.type === "refused") alert(effect.text ?? `Refused: ${effect.code}`);
        if (effect.type === "joined") lookForDrawing();
        if (effect.type === "historyReplaced") {
            alert("The document's history was replaced: saved edits may be lost.");
        }
        refresh();
    },
    status: (closing) => {
        if (closing?.newName) void move(closing.newName);
        else status.show(closing);
        refresh();
    },
});
/**
 * The document has another name: goes there, with what is not sent yet if it can be kept.
 * @param {string} newName
 */
async function move(newName) {
    if (!database) return alert(`This document was renamed to ${newName}.`);
    await seat.move(newName);
    status.isMoving = true;
    location.replace(`/canvas/${newName}`);
}
token.onChange = () => {
    client.change((replica) => replica.renew(token.text));
    client.connect();
};
const editor = new Editor(client);
const status = new StatusLine(client, alert, async () => {
    await seat.keep(null);
    status.isMoving = true;
    location.reload();
});
/** Tells the others what is shown now. */
const look = () => {
    if (following.isViewTold) editor.look(stage.viewport);
    chat.show();
};
const following = new Following(replica, stage, say, () => {
    look();
    refresh();
});
const hearing = new Hearing(replica, say);
const people = new People(replica, following, () =>
    identity.ask(() => {
        replica.identity = { key: seat.key, ...identity.fields };
        client.reconnect();
    }),
);
const menu = new Menu();
const chat = new Chat(editor, stage);
const reactions = new Reactions(menu, editor, stage);
const laser = new Laser(editor, stage, say);
new ActivityWatch(editor);

const fit = () => {
    const emojis = boxOf(editor.document.emojis.values());
    const picture = stage.background.box;
    const box = picture ? union(emojis, picture) : emojis;
    const origin = { left: 0, right: 0, top: 0, bottom: 0 };
    if (box) stage.viewport = stage.viewport.fitted(union(box, origin));
};
/** Whether the document was shown before. */
let isOpen = false;
/** Shows the whole drawing at the first join if nothing of it would be in sight. */
const lookForDrawing = () => {
    const drawing = boxOf(editor.document.emojis.values());
    if (isOpen || !drawing) return;
    isOpen = true;
    const { visible } = stage.viewport;
    const emojis = [...editor.document.emojis.values()];
    const isSeen = emojis.some((emoji) => meets(visible, /** @type {any} */ (boxOf([emoji]))));
    if (!isSeen) stage.viewport = stage.viewport.fitted(drawing);
};
const background = new BackgroundControl(canvas, editor, stage, name, token, { fit, alert });
const importing = new ImportControl(canvas, editor, background, { fit, say, alert });
const fitSelection = () => {
    const chosen = editor.selection.flatMap((id) => editor.document.emojis.get(id) ?? []);
    const box = boxOf(chosen);
    if (box) stage.viewport = stage.viewport.fitted(box);
};

/** @type {Palettes} */
const palettes = await Palettes.load(database, () => palette.show());
/** @type {PaletteStrip} */
const palette = new PaletteStrip(part(".palette"), palettes, menu, stage, editor, say);
const actions = makeActions(
    editor,
    stage,
    {
        fit,
        fitSelection,
        turnPalette: (step) => palette.turn(step),
        help: () => showHelp(actions),
        background: () => background.ask(),
        exportFile: () => showExport(editor, name, token, alert),
        importFile: () => importing.choose(),
        history: () => showHistory(),
    },
    { chat, reactions, laser, privacy },
);
const tools = new Tools(actions, editor, menu);
const control = new CanvasControl(canvas, stage, editor, {
    fit,
    menu: (target, point) => openCanvasMenu(menu, actions, editor, stage, target, point),
    place: (point) => palette.place(point),
});
const reader = new Reader(canvas, stage, editor, say);
new KeyControl(canvas, actions, editor, control, reader, { following, laser, palette });
new Clipboard(editor, stage, background);
const documents = part("[data-action=documents]");
documents.append(makeIcon("documents"));
documents.addEventListener("click", () => void showDocuments(name, token));
const past = part("[data-action=history]");
past.append(makeIcon("history"));
past.addEventListener("click", () => showHistory());

/** Names are not stored with edits: only who is here now has one. */
const nameOf = (/** @type {number} */ client) => {
    const members = [...replica.members.byNumber.values()];
    const found = members.find((member) => member.client === client);
    if (client === replica.pending.client) return "you";
    return found?.name || `client ${client}`;
};
const showHistory = () =>
    new Timeline(
        new Past(name, (path) => token.ask(path, { cache: "no-store" })),
        addressOf,
        nameOf,
        editor.mayEdit ? restore : null,
    );
const restore = (/** @type {number} */ revision) => {
    editor.revert(revision);
    say(`Restored to revision ${revision}`);
};

stage.onMove = () => {
    following.moved();
    look();
};
stage.onResize = () => {
    look();
    refresh();
};
editor.onEdit = () => following.follow(null);
privacy.onChange = () => {
    stage.hidesCursors = privacy.fields.hidesOthers;
    editor.isHidden = privacy.fields.hidesOwn;
    if (editor.isHidden) {
        laser.set(false);
        editor.point(null);
    }
    editor.look(stage.viewport);
    refresh();
};
privacy.onChange();

/** Shows all anew, at most once a frame. */
function refresh() {
    stage.refresh();
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
        isAsked = false;
        status.show();
        following.show();
        people.show();
        if (!privacy.fields.hidesOthers) hearing.listen();
        tools.show();
    });
}

printDrawing(stage);
client.connect();
if (database) new Courier(database, name, url, token);
