/** Lines on a square of 24 by 24, by the id of what they stand for. */
const lens = "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 21 21M8 10.5h5";
const paths = new Map([
    ["undo", "M8 6 3 11l5 5M3 11h11a6 6 0 0 1 6 6v1"],
    ["redo", "m16 6 5 5-5 5m5-5H10a6 6 0 0 0-6 6v1"],
    ["delete", "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13"],
    ["bigger", "M12 5v14M5 12h14"],
    ["smaller", "M5 12h14"],
    ["zoomIn", `${lens}M10.5 8v5`],
    ["zoomOut", lens],
    ["fit", "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"],
    ["history", "M12 4a8 8 0 1 1-7.4 5M4 4v5h5M12 8v4l3 2"],
    ["documents", "M4 6h16M4 12h16M4 18h16"],
    ["rename", "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3"],
    ["close", "m6 6 12 12M18 6 6 18"],
]);

const namespace = "http://www.w3.org/2000/svg";

/**
 * A picture of what a button does. Drawn here: signs of a font are missing on one machine or
 * another.
 * @param {string} id
 */
export function makeIcon(id) {
    const path = document.createElementNS(namespace, "path");
    path.setAttribute("d", paths.get(id) ?? "");
    const icon = document.createElementNS(namespace, "svg");
    icon.setAttribute("viewBox", "0 0 24 24");
    icon.setAttribute("aria-hidden", "true");
    icon.classList.add("icon");
    icon.append(path);
    return icon;
}
