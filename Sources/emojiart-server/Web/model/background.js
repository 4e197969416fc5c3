import { Limits } from "./Limits.js";

const scheme = /^(?:https?:\/\/|data:image\/)./;
const kept = /^image:[0-9a-f]{64}$/;
const body = /^[\x21-\x7e]+$/;
const unsafe = /["<>`\\]/;

/**
 * Whether a text can not be a background (OP21, OP22).
 * @param {string} url
 */
export const backgroundFault = (url) =>
    url.length > Limits.backgroundBytesMax ||
    !(scheme.test(url) || kept.test(url)) ||
    !body.test(url) ||
    unsafe.test(url);

/**
 * Whether a background is an image that the server keeps.
 * @param {string | null} url
 * @returns {url is string}
 */
export const isKept = (url) => url !== null && kept.test(url);

/**
 * Where a background is to be had: what the server keeps has a path of the document (HT14).
 * @param {string} url
 * @param {string} name of the document
 */
export const backgroundAddress = (url, name) =>
    isKept(url) ? `/documents/${name}/background/${url.slice("image:".length)}` : url;
