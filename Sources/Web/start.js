/**
 * Loads the page's script and core. What does not come, as where many open the page at once, is
 * asked for once more a moment later; then the page says so.
 */
{
    /** Milliseconds until a file is asked for again, at least, and as much more at random. */
    const pause = 1_000;
    const again = () =>
        new Promise((resolve) => setTimeout(resolve, pause * (1 + Math.random())));

    /** @param {string} address */
    const load = (address) => import(address);

    const { script, core } = /** @type {HTMLScriptElement} */ (document.currentScript).dataset;
    const compile = (/** @type {string} */ address) =>
        WebAssembly.compileStreaming(fetch(address));
    // By this a report of a failure names the build.
    /** @type {any} */ (globalThis).emojiartBuild = core;
    /** @type {any} */ (globalThis).emojiartCore = compile(String(core)).catch(() =>
        again().then(() => compile(`${core}?again`)),
    );
    void load(String(script))
        // Under another name, as a browser remembers that a script did not come.
        .catch(() => again().then(() => load(`${script}?again`)))
        .catch(() => {
            const state = document.querySelector(".save");
            if (state) state.textContent = "The page could not be loaded: reload it.";
        });
}
