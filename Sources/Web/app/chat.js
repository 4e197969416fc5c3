import { plainText } from "../core/module.js";
import { make, part } from "../view/elements.js";
import { editor, stage } from "./page.js";

// Words beside the own cursor: seen by others while they are typed, and kept nowhere (P9).

/** What a chat holds at most: UTF-16 units, which are never more bytes than the protocol takes. */
const lengthMax = 64;
/** Milliseconds after which a chat vanishes: since a key was typed, and since it was closed. */
const typedTime = 5_000;
const closedTime = 2_000;

/** @type {HTMLInputElement | null} */
let field = null;
let timer = 0;

/** Whether there are keys to type on, and somewhere to say it. */
export const canChat = () => !matchMedia("(pointer: coarse)").matches && !editor.isHidden;

/** Opens the field. */
export function openChat() {
    if (field) return field.focus();
    tell(null);
    const look = { class: "say", label: "Chat", placeholder: "Say something" };
    field = make("input", { ...look, maxLength: lengthMax, autocomplete: "off" });
    field.addEventListener("input", typed);
    field.addEventListener("keydown", press);
    field.addEventListener("blur", close);
    part("main").append(field);
    placeChat();
    field.focus();
}

/** Keeps the field beside the cursor. */
export function placeChat() {
    if (!field) return;
    const { viewport, ownPoint } = stage;
    const left = Math.min(Math.max(ownPoint.x + 12, 0), viewport.width - field.offsetWidth);
    const top = Math.min(Math.max(ownPoint.y + 12, 0), viewport.height - field.offsetHeight);
    field.style.left = `${left}px`;
    field.style.top = `${top}px`;
}

function typed() {
    tell(plainText(field?.value ?? "") || null);
    clearTimeout(timer);
    timer = setTimeout(() => {
        close();
        tell(null);
    }, typedTime);
}

/** @param {KeyboardEvent} event */
function press(event) {
    // Enter and Escape of an input method are its own.
    if (event.isComposing || !field) return;
    if (event.key === "Enter") {
        event.preventDefault();
        field.value = "";
        tell(null);
    } else if (event.key === "Escape") {
        event.preventDefault();
        close();
    }
}

/** What was said last is left to be read. */
function close() {
    if (!field) return;
    const closed = field;
    const hasFocus = document.activeElement === closed;
    field = null;
    closed.remove();
    if (hasFocus) stage.element.focus();
    clearTimeout(timer);
    timer = setTimeout(() => tell(null), closedTime);
}

/** @param {string | null} chat */
function tell(chat) {
    if (chat === null) clearTimeout(timer);
    editor.signal({ chat });
}
