import { builtInPalettes } from "../model/palettes.js";
import { Client } from "../sync/Client.js";
import { Replica } from "../sync/Replica.js";
import { Database } from "../store/Database.js";
import { Seat } from "../store/Seat.js";
import { boxOf, union } from "../view/bounds.js";
import { Stage } from "../view/Stage.js";
import { CanvasControl } from "./CanvasControl.js";
import { Editor } from "./Editor.js";
import { PaletteStrip } from "./PaletteStrip.js";

const name = location.pathname.split("/").at(-1) || "picnic";
const scheme = location.protocol === "https:" ? "wss" : "ws";
const database = await Database.open().catch(() => null);
const seat = await Seat.take(database, name, () => location.reload());
const replica = new Replica({ key: seat.key, name: "Browser" });
if (seat.kept) replica.pending.restore(seat.kept);

const canvas = /** @type {HTMLElement} */ (document.querySelector("#canvas"));
const stage = new Stage(canvas, replica);
const client = new Client(`${scheme}://${location.host}/documents/${name}`, replica, seat, {
    effect: () => stage.refresh(),
    status: () => stage.refresh(),
});
const editor = new Editor(client);
const say = (/** @type {string} */ text) => {
    const live = document.querySelector(".live");
    if (live) live.textContent = text;
};
const palette = new PaletteStrip(
    /** @type {HTMLElement} */ (document.querySelector(".palette")),
    builtInPalettes(),
    stage,
    editor,
    say,
);
new CanvasControl(canvas, stage, editor, {
    fit: () => {
        const box = boxOf(editor.document.emojis.values());
        if (box) {
            const origin = { left: 0, right: 0, top: 0, bottom: 0 };
            stage.viewport = stage.viewport.fitted(union(box, origin));
        }
    },
    menu: () => {},
    place: (point) => palette.place(point),
});
client.connect();
