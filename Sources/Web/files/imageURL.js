import { isBackground } from "../core/module.js";

const imagePath = /^[^?#]*\.(?:jpe?g|png|gif|webp|svg|avif|bmp)(?:[?#]|$)/i;

/**
 * The background that a text stands for; one of an image that is hidden in its query is preferred,
 * as links of image searches have it (L11-3).
 * @returns {string | null} null when it is none
 */
export function imageURL(/** @type {string} */ text) {
    const [url] = text.trim().split(/\s/);
    if (!isBackground(url)) return null;
    return (url.startsWith("http") && imageInQuery(url)) || url;
}

/** @param {string} url */
function imageInQuery(url) {
    const query = url.split("#")[0].split("?").slice(1).join("?");
    for (const [name, value] of new URLSearchParams(query)) {
        if (!value.startsWith("http") || !isBackground(value)) continue;
        if (name === "imgurl" || imagePath.test(value)) return value;
    }
    return null;
}
