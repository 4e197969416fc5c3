import { GestureRecogniser } from "../gestures/GestureRecogniser.js";
import { openCanvasMenu } from "./actions.js";
import { editor, stage } from "./page.js";
import { placePicked } from "./palette.js";

// What pointers and wheels do on the canvas.

/** Milliseconds after the last turn of a wheel at which a pinch by wheel has ended. */
const wheelPinchEnd = 300;

const recogniser = new GestureRecogniser(() => editor.selection);
let longPress = 0;
/** @type {{ids: EmojiID[], copies: boolean, dx: number, dy: number} | null} document units */
let moving = null;
/** @type {EmojiID[]} */
let scaling = [];
/** @type {EmojiID[]} what a tap on no emoji took away, for a double tap to bring back (L14-5) */
let deselected = [];
/** @type {{factor: number, timer: ReturnType<typeof setTimeout>} | null} */
let wheelPinch = null;
/** Whether Space is held: every drag pans. */
let holdsSpace = false;

/** @param {boolean} holds */
export function holdSpace(holds) {
    holdsSpace = holds;
}

/** Ends whatever goes on without an edit. Whether something did. */
export function cancelGesture() {
    const told = recogniser.cancel();
    told.forEach(take);
    return told.length > 0;
}

const { element } = stage;
element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 && event.button !== 1) return;
    if (event.target instanceof Element && event.target.closest("button, input, a")) return;
    element.setPointerCapture(event.pointerId);
    handlePointer("down", event);
});
element.addEventListener("pointermove", (event) => {
    editor.point(stage.viewport.toDocument(stage.pointOf(event)));
    handlePointer("move", event);
});
element.addEventListener("pointerup", (event) => handlePointer("up", event));
element.addEventListener("pointercancel", (event) => handlePointer("cancel", event));
element.addEventListener("lostpointercapture", (event) => handlePointer("cancel", event));
element.addEventListener("pointerleave", () => editor.point(null));
element.addEventListener("wheel", turnWheel, { passive: false });
element.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    // A finger's long press was told by the recogniser already.
    if (event instanceof PointerEvent && event.pointerType === "touch") return;
    const point = stage.pointOf(event);
    openCanvasMenu(stage.emojiAt(point, false), point);
});
document.addEventListener("visibilitychange", () => {
    if (document.hidden) cancelGesture();
});

// Safari tells of a touchpad's pinch in its own way, each time with the whole factor (W5). With a
// touch screen the same events come of fingers, which are pointers already.
if (navigator.maxTouchPoints === 0) {
    let whole = 1;
    for (const type of ["gesturestart", "gesturechange", "gestureend"]) {
        element.addEventListener(type, (event) => {
            event.preventDefault();
            if (type === "gesturestart") whole = 1;
            if (type !== "gesturechange") return;
            const { scale, clientX, clientY } = /** @type {any} */ (event);
            pinch(scale / whole, stage.pointOf({ clientX, clientY }));
            whole = scale;
        });
    }
}

/**
 * @param {"down" | "move" | "up" | "cancel"} type
 * @param {PointerEvent} event
 */
function handlePointer(type, event) {
    const point = stage.pointOf(event);
    const isTouch = event.pointerType === "touch";
    const gestures = recogniser.handle({
        ...{ type, pointer: event.pointerId, time: event.timeStamp, isTouch, ...point },
        isMouse: event.pointerType === "mouse",
        target: type === "down" ? stage.emojiAt(point, isTouch) : null,
        pans: holdsSpace || event.button === 1,
        shift: event.shiftKey,
        alt: event.altKey,
    });
    gestures.forEach(take);
    clearTimeout(longPress);
    const due = recogniser.longPressAt;
    if (due === null) return;
    const wait = due - event.timeStamp;
    longPress = setTimeout(() => recogniser.elapsed(due).forEach(take), wait);
}

/** @param {import("../gestures/GestureRecogniser.js").Gesture} gesture */
function take(gesture) {
    const { zoom } = stage.viewport;
    switch (gesture.type) {
        case "tap":
            return tap(gesture.target, gesture.point);
        case "doubleTap":
            editor.select(deselected);
            return stage.fit();
        case "twoFingerTap":
            return editor.edit({ type: "undo" });
        case "menu":
            return openCanvasMenu(gesture.target, gesture.point);
        case "moveStart":
            moving = { ...gesture, dx: 0, dy: 0 };
            return;
        case "move":
            if (!moving) return;
            moving = { ...moving, dx: gesture.dx / zoom, dy: -gesture.dy / zoom };
            if (moving.copies) return stage.emojis.showCopies(moving);
            return editor.dragBy(moving.ids, moving.dx, moving.dy);
        case "moveEnd":
            return drop(gesture.point);
        case "scaleStart":
            scaling = gesture.ids;
            return;
        case "scale":
            return editor.pinchBy(scaling, gesture.factor);
        case "scaleEnd":
            return editor.endGesture();
        case "zoom":
            stage.viewport = stage.viewport
                .zoomed(gesture.factor, gesture.about)
                .panned(gesture.dx, gesture.dy);
            return;
        case "pan":
            stage.viewport = stage.viewport.panned(gesture.dx, gesture.dy);
            return;
        case "marquee":
            return stage.showMarquee(gesture.from, gesture.to);
        case "marqueeEnd":
            stage.showMarquee(null, null);
            return editor.selectWithin(
                stage.viewport.toDocument(gesture.from),
                stage.viewport.toDocument(gesture.to),
            );
        case "cancel":
            moving = null;
            stage.emojis.showCopies(null);
            stage.showMarquee(null, null);
            stage.element.dataset.drop = "none";
            return editor.cancelGesture();
    }
}

function tap(/** @type {EmojiID | null} */ target, /** @type {Point} */ point) {
    deselected = editor.selection;
    if (placePicked(point)) return;
    if (target === null) {
        if (editor.selection.length > 0) editor.select([]);
    } else if (editor.document.emojis.has(target)) {
        editor.toggle(target);
    }
}

/** A drop outside the canvas puts the emojis back where they were (D3). */
function drop(/** @type {Point} */ point) {
    const { viewport } = stage;
    const isInside = viewport.holds(point) && editor.accepts(viewport.toDocument(point));
    const moved = moving;
    moving = null;
    if (moved?.copies) {
        stage.emojis.showCopies(null);
        if (isInside) editor.duplicate(moved.ids, moved.dx, moved.dy);
    } else if (isInside) {
        editor.endGesture();
    } else {
        editor.cancelGesture();
    }
}

/** @param {WheelEvent} event */
function turnWheel(event) {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    if (!event.ctrlKey && !event.metaKey) {
        const [dx, dy] = event.shiftKey
            ? [event.deltaX || event.deltaY, 0]
            : [event.deltaX, event.deltaY];
        stage.viewport = stage.viewport.panned(-dx * unit, -dy * unit);
        return;
    }
    // A pinch on a touchpad comes as a wheel with Control.
    pinch(Math.exp((-event.deltaY * unit) / 100), stage.pointOf(event));
}

/**
 * A touchpad's pinch goes on: with a selection it scales that, as it was when it began (R9b).
 * @param {number} step what it multiplies by now
 * @param {Point} point
 */
function pinch(step, point) {
    if (!wheelPinch && editor.selection.length === 0) {
        stage.viewport = stage.viewport.zoomed(step, point);
        return;
    }
    if (wheelPinch) clearTimeout(wheelPinch.timer);
    else scaling = editor.selection;
    const factor = (wheelPinch?.factor ?? 1) * step;
    editor.pinchBy(scaling, factor);
    const timer = setTimeout(() => {
        wheelPinch = null;
        editor.endGesture();
    }, wheelPinchEnd);
    wheelPinch = { factor, timer };
}
