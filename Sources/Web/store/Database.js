const name = "emojiart";
const version = 1;

/**
 * The browser's own database for this page: seats (Seat.js), palettes and settings.
 *
 * A transaction is one change that all tabs see whole, or not at all.
 */
export class Database {
    /** @param {IDBDatabase} database */
    constructor(database) {
        this.database = database;
    }

    /** @returns {Promise<Database>} rejects where nothing is kept, as in some private modes */
    static open() {
        return new Promise((resolve, reject) => {
            const request = indexedDB.open(name, version);
            request.onupgradeneeded = () => {
                const seats = request.result.createObjectStore("seats", { keyPath: "key" });
                seats.createIndex("document", "document");
                request.result.createObjectStore("values");
            };
            request.onsuccess = () => {
                // A newer page in another tab may bring a newer form of the database.
                request.result.onversionchange = () => request.result.close();
                resolve(new Database(request.result));
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
     * @returns {Promise<Result | undefined>}
     */
    change(store, body) {
        return new Promise((resolve, reject) => {
            const transaction = this.database.transaction(store, "readwrite");
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
     * @param {string} key
     * @returns {Promise<any>} undefined when there is none
     */
    value(key) {
        return this.change("values", (values, result) => {
            const request = values.get(key);
            request.onsuccess = () => result(request.result);
        });
    }

    /**
     * Keeps a value, also when the page goes at once: a transaction that has yet to hear that its
     * request was done ends with its page, one that was committed does not.
     * @param {string} key
     * @param {unknown} value
     */
    async keep(key, value) {
        await this.change("values", (values) => {
            values.put(value, key);
            values.transaction.commit();
        });
    }
}
