import { countText, part } from "../view/elements.js";
import { client, onRefresh, replica, stage } from "./page.js";

// Asks about the edits of which nobody can say whether they are in the document, until a person
// has decided (P16).

const banner = part(".undecided");
const question = part(".undecided p");
let shownCount = 0;

onRefresh(() => {
    const { undecided: count = 0 } = replica.state;
    // A reader speaks each change: only another number is one.
    if (count === shownCount) return;
    shownCount = count;
    banner.hidden = count === 0;
    const them = count === 1 ? "it" : "them";
    const words = `${countText(count)} of yours may be missing.`;
    const advice = `Add ${them} again if you do not see ${them}.`;
    question.textContent = count === 0 ? "" : `${words} ${advice}`;
});

function decide(/** @type {boolean} */ isAdding) {
    client.change(({ core }) => core.call("decide", isAdding ? 1 : 0));
    // The buttons go, and the focus with them.
    stage.element.focus();
}
part("[data-action=addAgain]").addEventListener("click", () => decide(true));
part("[data-action=drop]").addEventListener("click", () => decide(false));
