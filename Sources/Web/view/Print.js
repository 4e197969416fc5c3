import { boxOf, union } from "./bounds.js";

/** @typedef {import("./Stage.js").Stage} Stage */

/** The space around a drawing on paper, in document units. */
const margin = 20;

/**
 * Puts the whole drawing in the place of the page while it is printed: a copy of what the canvas
 * shows, in an SVG that takes the sheet's size.
 * @param {Stage} stage
 */
export function printDrawing(stage) {
    /** @type {Element | null} */
    let sheet = null;
    addEventListener("beforeprint", () => {
        sheet?.remove();
        sheet = makeSheet(stage);
        if (sheet) document.body.append(sheet);
    });
    addEventListener("afterprint", () => sheet?.remove());
}

/**
 * The drawing as an element; null when there is none.
 * @param {Stage} stage
 */
function makeSheet({ world, replica, background }) {
    const emojis = boxOf(replica.view.emojis.values());
    const picture = background.box;
    const box = picture ? union(emojis, picture) : emojis;
    if (!box) return null;
    const left = box.left - margin;
    const top = -box.top - margin;
    const width = box.right - box.left + 2 * margin;
    const height = box.top - box.bottom + 2 * margin;
    const copy = /** @type {HTMLElement} */ (world.cloneNode(true));
    copy.style.transform = `translate(${-left}px, ${-top}px)`;
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.classList.add("print");
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const part = document.createElementNS("http://www.w3.org/2000/svg", "foreignObject");
    part.setAttribute("width", String(width));
    part.setAttribute("height", String(height));
    part.append(copy);
    svg.append(part);
    return svg;
}
