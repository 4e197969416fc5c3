import { isKept, keptPath } from "../view/background.js";

/** The document of this page. */
export const documentName = location.pathname.split("/").at(-1) || "demo";

/** Where a token stands in an address: nothing behind a `#` is sent to any server (AC14). */
const mark = "#token=";
const storeName = "token";

/**
 * What tells the server who this is, where it asks for that.
 *
 * It comes with a link and stays with the tab: not in the address, which people copy and browsers
 * remember, nor anywhere that another tab or a later visit could read.
 * @type {string | null}
 */
export let token = sessionStorage.getItem(storeName);

/** Takes the token out of the address; whether there was one. */
export function takeToken() {
    if (!location.hash.startsWith(mark)) return false;
    token = decodeURIComponent(location.hash.slice(mark.length));
    sessionStorage.setItem(storeName, token);
    history.replaceState(null, "", location.pathname + location.search);
    return true;
}
takeToken();

/**
 * Asks the server for something, as who this is.
 * @param {`/${string}`} path of this server: no other is told the token
 * @param {RequestInit} [request]
 */
export function askServer(path, request = {}) {
    const headers = token === null ? undefined : { Authorization: `Bearer ${token}` };
    return fetch(path, { ...request, headers });
}

/**
 * An address at which the browser can show a picture of the server by itself: it says of nobody
 * who they are, so what only some may see is fetched here.
 */
export async function pictureAddress(/** @type {`/${string}`} */ path) {
    if (token === null) return path;
    const answer = await askServer(path).catch(() => null);
    return answer?.ok ? URL.createObjectURL(await answer.blob()) : path;
}

/** Where the browser can fetch a background of the document. */
export const addressOf = async (/** @type {string} */ url) =>
    isKept(url) ? pictureAddress(keptPath(url, documentName)) : url;
