/** Where a token stands in an address: nothing behind a `#` is sent to any server (AC14). */
const mark = "#token=";
const storeName = "token";

/**
 * What tells the server who this is, where it asks for that.
 *
 * It comes with a link and stays with the tab: not in the address, which people copy and browsers
 * remember, nor anywhere that another tab or a later visit could read.
 */
export class Token {
    /** Called when a link with another token was opened in this tab. */
    onChange = () => {};
    /**
     * @type {string | null}
     */
    text = sessionStorage.getItem(storeName);

    constructor() {
        this.#take();
        addEventListener("hashchange", () => {
            if (this.#take()) this.onChange();
        });
    }

    /** Takes the token out of the address; whether there was one. */
    #take() {
        if (!location.hash.startsWith(mark)) return false;
        this.text = decodeURIComponent(location.hash.slice(mark.length));
        sessionStorage.setItem(storeName, this.text);
        history.replaceState(null, "", location.pathname + location.search);
        return true;
    }

    /**
     * Asks the server for something, as who this is.
     * @param {`/${string}`} path of this server: no other is told the token
     * @param {RequestInit} [request]
     */
    ask(path, request = {}) {
        const headers = this.text === null ? undefined : { Authorization: `Bearer ${this.text}` };
        return fetch(path, { ...request, headers });
    }

    /**
     * An address at which the browser can show a picture of the server by itself: it says of nobody
     * who they are, so what only some may see is fetched here.
     * @param {`/${string}`} path
     * @returns {Promise<string>}
     */
    async pictureAddress(path) {
        if (this.text === null) return path;
        const answer = await this.ask(path).catch(() => null);
        return answer?.ok ? URL.createObjectURL(await answer.blob()) : path;
    }
}
