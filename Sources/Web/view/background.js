/** What a background begins with that is an image which the server keeps. */
const scheme = "image:";

/** @returns {url is string} whether a background is an image that the server keeps */
export const isKept = (/** @type {string | null} */ url) => url?.startsWith(scheme) ?? false;

/**
 * The path of the server at which an image that it keeps for a document is to be had (HT14).
 * @param {string} url
 * @param {string} name of the document
 * @returns {`/${string}`}
 */
export const keptPath = (url, name) => `/documents/${name}/background/${url.slice(scheme.length)}`;

/** The other host on which a background is; null for one that this server or the document has. */
export function hostElsewhere(/** @type {string} */ url) {
    if (!/^https?:/.test(url)) return null;
    try {
        const { host } = new URL(url);
        return host === location.host ? null : host;
    } catch {
        return url.split("/")[2];
    }
}

/** Whether a background is a drawing (SVG) that the document holds itself. */
export const isDrawing = (/** @type {string} */ url) => url.startsWith("data:image/svg");
