import { keep, value } from "../store/database.js";
import { editor, refresh, stage } from "./page.js";
import { setLaser } from "./signals.js";

/**
 * Whose cursors are shown to whom (P8): kept in this browser, for all documents.
 * @type {{hidesOthers: boolean, hidesOwn: boolean}}
 */
export const privacy = (await value("privacy")) ?? { hidesOthers: false, hidesOwn: false };

/**
 * Changes one of the two to its opposite.
 * @param {keyof typeof privacy} name
 */
export function togglePrivacy(name) {
    privacy[name] = !privacy[name];
    void keep("privacy", privacy);
    apply();
}

function apply() {
    stage.hidesCursors = privacy.hidesOthers;
    editor.isHidden = privacy.hidesOwn;
    if (editor.isHidden) {
        setLaser(false);
        editor.point(null);
    }
    editor.look(stage.viewport);
    refresh();
}
apply();
