import { Limits } from "./Limits.js";

const scheme = /^(?:https?:\/\/|data:image\/)./;
const body = /^[\x21-\x7e]+$/;
const unsafe = /["<>`\\]/;

/**
 * Whether a text can not be a background (OP21, OP22).
 * @param {string} url
 */
export const backgroundFault = (url) =>
    url.length > Limits.backgroundBytesMax ||
    !scheme.test(url) ||
    !body.test(url) ||
    unsafe.test(url);
