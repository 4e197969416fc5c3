/** Why a document refuses an operation that is well formed; the document is unchanged. */
export class Refusal extends Error {
    /**
     * @param {"id_taken" | "document_full" | "outside_canvas" | "too_many"} code of PROTOCOL.md,
     *     section 7
     */
    constructor(code) {
        super(code);
        this.code = code;
    }
}
