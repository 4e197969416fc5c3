/**
 * The browser's own database for this page: seats (Seat.js), palettes and settings; null where
 * nothing is kept, as in some private modes.
 *
 * A transaction is one change that all tabs see whole, or not at all.
 */
export const database = await open().catch(() => null);

/** @returns {Promise<IDBDatabase>} */
function open() {
    return new Promise((resolve, reject) => {
        const request = indexedDB.open("emojiart", 1);
        request.onupgradeneeded = () => {
            const seats = request.result.createObjectStore("seats", { keyPath: "key" });
            seats.createIndex("document", "document");
            request.result.createObjectStore("values");
        };
        request.onsuccess = () => {
            // A newer page in another tab may bring a newer form of the database.
            request.result.onversionchange = () => request.result.close();
            resolve(request.result);
        };
        request.onerror = () => reject(request.error);
    });
}

/**
 * Runs a change; resolves with its result once all of it is kept.
 * @template Result
 * @param {"seats" | "values"} store
 * @param {(store: IDBObjectStore, result: (result: Result) => void) => void} body makes its
 *     requests at once or in their callbacks, and tells the result when it has it
 * @returns {Promise<Result | undefined>} undefined where nothing is kept
 */
export async function change(store, body) {
    if (!database) return undefined;
    const transaction = database.transaction(store, "readwrite");
    return new Promise((resolve, reject) => {
        /** @type {Result | undefined} */
        let result;
        transaction.oncomplete = () => resolve(result);
        transaction.onabort = () => reject(transaction.error);
        body(transaction.objectStore(store), (value) => {
            result = value;
        });
    });
}

/**
 * Reads a value.
 * @returns {Promise<any>} undefined when there is none
 */
export const value = (/** @type {string} */ key) =>
    change("values", (values, result) => {
        const request = values.get(key);
        request.onsuccess = () => result(request.result);
    });

/**
 * Keeps a value, also when the page goes at once: a transaction that has yet to hear that its
 * request was done ends with its page, one that was committed does not.
 */
export const keep = (/** @type {string} */ key, /** @type {unknown} */ value) =>
    change("values", (values) => {
        values.put(value, key);
        values.transaction.commit();
    });
