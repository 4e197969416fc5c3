/**
 * @typedef {import("../store/Database.js").Database} Database
 * @typedef {{hidesOthers: boolean, hidesOwn: boolean}} PrivacyFields
 */

/** Whose cursors are shown to whom (P8): kept in this browser, for all documents. */
export class Privacy {
    /** Called when something changed. */
    onChange = () => {};

    /**
     * @param {Database | null} database
     * @param {PrivacyFields} fields
     */
    constructor(database, fields) {
        this.database = database;
        this.fields = fields;
    }

    /** @param {Database | null} database */
    static async load(database) {
        const kept = await database?.value("privacy");
        return new Privacy(database, kept ?? { hidesOthers: false, hidesOwn: false });
    }

    /**
     * Changes one of the two to its opposite.
     * @param {keyof PrivacyFields} name
     */
    toggle(name) {
        this.fields = { ...this.fields, [name]: !this.fields[name] };
        void this.database?.keep("privacy", this.fields);
        this.onChange();
    }
}
