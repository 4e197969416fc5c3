import { Limits } from "../core/module.js";
import { askServer, documentName } from "../store/server.js";
import { isDrawing, isKept, keptPath } from "../view/background.js";

/** The kinds that the server keeps as they are (HT13). */
const kinds = ["image/png", "image/jpeg", "image/gif", "image/webp"];
/** Pixels of the longer side of a picture that had to be drawn anew. */
const sideMax = 4_096;
/** How good a picture that had to be drawn anew is, of 1. */
const quality = 0.9;

/**
 * A background's picture as drawings show it: a pixel of it, upright, is a unit (EX1).
 * @typedef {{url: string, width: number, height: number}} Picture at an address that holds it
 */

/** Why a picture cannot be a background. */
export class PictureError extends Error {}

/**
 * A picture as the server keeps it: the very bytes, or, of another kind or too large, drawn anew.
 * @throws {PictureError}
 */
export async function fittingPicture(/** @type {Blob} */ file) {
    const address = URL.createObjectURL(file);
    try {
        const image = new Image();
        image.src = address;
        await image.decode().catch(() => {
            throw new PictureError("The browser cannot read this picture.");
        });
        const { naturalWidth: width, naturalHeight: height } = image;
        const isKnown = kinds.includes(file.type);
        const isSmall =
            file.size <= Limits.imageBytesMax && width * height <= Limits.imagePixelsMax;
        return isKnown && isSmall ? file : await drawnAnew(image);
    } finally {
        URL.revokeObjectURL(address);
    }
}

/** @param {HTMLImageElement} image */
async function drawnAnew(image) {
    const { naturalWidth: width, naturalHeight: height } = image;
    // A drawing without a size of its own says 0.
    const side = Math.max(width, height) || sideMax;
    const factor = Math.min(1, sideMax / side);
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round((width || side) * factor));
    canvas.height = Math.max(1, Math.round((height || side) * factor));
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    for (const kind of ["image/webp", "image/jpeg"]) {
        const blob = await new Promise((resolve) => canvas.toBlob(resolve, kind, quality));
        if (!(blob instanceof Blob) || !kinds.includes(blob.type)) continue;
        if (blob.size <= Limits.imageBytesMax) return blob;
    }
    throw new PictureError("The picture is too large.");
}

/**
 * Has the server keep a picture; the background that names it.
 * @throws {PictureError}
 */
export async function keepPicture(/** @type {Blob} */ picture) {
    const request = { method: "PUT", body: picture };
    const path = /** @type {const} */ (`/documents/${documentName}/background`);
    const answer = await askServer(path, request).catch(() => null);
    if (!answer) throw new PictureError("The server cannot be reached; check your connection.");
    if (answer.status !== 201) throw new PictureError((await answer.text()).trim());
    const { url } = await answer.json();
    return url;
}

/**
 * The picture that drawings of a document show: what the server keeps, or the document holds; null
 * when there is none, or it is on another host (EX4).
 * @param {string | null} background of the document
 */
export async function drawnPicture(background) {
    const url = isKept(background)
        ? await embeddedPicture(keptPath(background, documentName))
        : background;
    if (!url?.startsWith("data:") || isDrawing(url)) return null;
    const image = new Image();
    image.src = url;
    const isRead = await image.decode().then(
        () => true,
        () => false,
    );
    const { naturalWidth: width, naturalHeight: height } = image;
    return isRead && width > 0 && height > 0 ? { url, width, height } : null;
}

/**
 * A picture as an address that holds it, for a file that means the same everywhere; null when it
 * cannot be had.
 */
async function embeddedPicture(/** @type {`/${string}`} */ path) {
    const answer = await askServer(path).catch(() => null);
    if (!answer?.ok) return null;
    const reader = new FileReader();
    const read = new Promise((resolve) => (reader.onload = resolve));
    reader.readAsDataURL(await answer.blob());
    await read;
    return String(reader.result);
}

/** The picture behind a `data:` address; null when it is another. */
export function pictureOf(/** @type {string} */ address) {
    const found = /^data:(image\/[a-z0-9.+-]+);base64,([A-Za-z0-9+/]+=*)$/.exec(address);
    if (!found) return null;
    try {
        const bytes = Uint8Array.from(atob(found[2]), (character) => character.charCodeAt(0));
        return new Blob([bytes], { type: found[1] });
    } catch {
        return null;
    }
}
