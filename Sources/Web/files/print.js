import { extentAround } from "./extent.js";

const namespace = "http://www.w3.org/2000/svg";

/**
 * Puts the whole drawing in the place of the page while it is printed: a copy of what the canvas
 * shows, in an SVG that takes the sheet's size.
 * @param {import("../view/Stage.js").Stage} stage
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
 * @param {import("../view/Stage.js").Stage} stage
 */
function makeSheet({ world, drawing }) {
    if (!drawing) return null;
    const { left, top, width, height } = extentAround(drawing);
    const copy = /** @type {HTMLElement} */ (world.cloneNode(true));
    copy.style.transform = `translate(${-left}px, ${-top}px)`;
    const svg = document.createElementNS(namespace, "svg");
    svg.classList.add("print");
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const part = document.createElementNS(namespace, "foreignObject");
    part.setAttribute("width", String(width));
    part.setAttribute("height", String(height));
    part.append(copy);
    svg.append(part);
    return svg;
}
