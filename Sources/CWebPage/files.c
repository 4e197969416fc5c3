// The page's files, byte for byte, in the order of their paths. A test compares the two lists with
// the folder.
#include "CWebPage.h"

#include <string.h>

// #embed (C23, clang 19) costs nothing to compile; a literal of a hundred thousand bytes in Swift
// takes a minute.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char *const paths[] = {
    "app/ActivityWatch.js",
    "app/BackgroundControl.js",
    "app/CanvasControl.js",
    "app/Chat.js",
    "app/Clipboard.js",
    "app/Courier.js",
    "app/Dialog.js",
    "app/Documents.js",
    "app/Editor.js",
    "app/ExportDialog.js",
    "app/Following.js",
    "app/Hearing.js",
    "app/Help.js",
    "app/Identity.js",
    "app/ImportControl.js",
    "app/KeyControl.js",
    "app/Laser.js",
    "app/Menu.js",
    "app/PaletteEditor.js",
    "app/PaletteStrip.js",
    "app/People.js",
    "app/Privacy.js",
    "app/Reactions.js",
    "app/Reader.js",
    "app/StatusLine.js",
    "app/Timeline.js",
    "app/Tools.js",
    "app/actions.js",
    "app/canvasMenu.js",
    "app/elements.js",
    "app/icons.js",
    "app/main.js",
    "canvas.css",
    "dialogs.css",
    "files/drawGlyphs.js",
    "files/drawPNG.js",
    "files/extent.js",
    "files/fonts.js",
    "files/pictures.js",
    "files/readEmojiArt.js",
    "files/writeEmojiArt.js",
    "files/writeSVG.js",
    "gestures/GestureRecogniser.js",
    "gestures/Pinch.js",
    "icon.svg",
    "index.html",
    "model/Digest.js",
    "model/Document.js",
    "model/Emoji.js",
    "model/Limits.js",
    "model/PaletteStore.js",
    "model/Refusal.js",
    "model/apply.js",
    "model/arrange.js",
    "model/background.js",
    "model/emojiID.js",
    "model/emojiText.js",
    "model/imageURL.js",
    "model/operations.js",
    "model/palettes.js",
    "model/plainText.js",
    "model/replace.js",
    "model/utf8.js",
    "presence.css",
    "store/Database.js",
    "store/Palettes.js",
    "store/Seat.js",
    "store/Token.js",
    "style.css",
    "sync/Activity.js",
    "sync/Backoff.js",
    "sync/Client.js",
    "sync/Confirmed.js",
    "sync/Members.js",
    "sync/Overlay.js",
    "sync/OwnPresence.js",
    "sync/Past.js",
    "sync/PendingEdits.js",
    "sync/Permission.js",
    "sync/Replica.js",
    "sync/SnapshotAssembler.js",
    "sync/UndoNames.js",
    "sync/Welcomed.js",
    "sync/effects.js",
    "sync/welcomeFault.js",
    "view/BackgroundImage.js",
    "view/CursorLayer.js",
    "view/EmojiLayer.js",
    "view/LaserLayer.js",
    "view/PresenceLayer.js",
    "view/Print.js",
    "view/ReactionLayer.js",
    "view/Stage.js",
    "view/Transients.js",
    "view/Viewport.js",
    "view/bounds.js",
    "view/displayText.js",
    "view/edge.js",
    "view/hitTest.js",
    "view/textColour.js",
    "wire/DecodeError.js",
    "wire/Fields.js",
    "wire/JSONReader.js",
    "wire/chain.js",
    "wire/closing.js",
    "wire/readOperation.js",
    "wire/readPresence.js",
    "wire/readServerMessage.js",
    "wire/writeMessage.js",
};

// No file holds a NUL: each ends with one here.
static const uint8_t contents[] = {
#embed "../emojiart-server/Web/app/ActivityWatch.js" suffix(, 0, )
#embed "../emojiart-server/Web/app/BackgroundControl.js" suffix(, 0, )
#embed "../emojiart-server/Web/app/CanvasControl.js" suffix(, 0, )
#embed "../emojiart-server/Web/app/Chat.js" suffix(, 0, )
#embed "../emojiart-server/Web/app/Clipboard.js" suffix(, 0, )
#embed "../emojiart-server/Web/app/Courier.js" suffix(, 0, )
#embed "../emojiart-server/Web/app/Dialog.js" suffix(, 0, )
#embed "../emojiart-server/Web/app/Documents.js" suffix(, 0, )
#embed "../emojiart-server/Web/app/Editor.js" suffix(, 0, )
#embed "../emojiart-server/Web/app/ExportDialog.js" suffix(, 0, )
#embed "../emojiart-server/Web/app/Following.js" suffix(, 0, )
#embed "../emojiart-server/Web/app/Hearing.js" suffix(, 0, )
#embed "../emojiart-server/Web/app/Help.js" suffix(, 0, )
#embed "../emojiart-server/Web/app/Identity.js" suffix(, 0, )
#embed "../emojiart-server/Web/app/ImportControl.js" suffix(, 0, )
#embed "../emojiart-server/Web/app/KeyControl.js" suffix(, 0, )
#embed "../emojiart-server/Web/app/Laser.js" suffix(, 0, )
#embed "../emojiart-server/Web/app/Menu.js" suffix(, 0, )
#embed "../emojiart-server/Web/app/PaletteEditor.js" suffix(, 0, )
#embed "../emojiart-server/Web/app/PaletteStrip.js" suffix(, 0, )
#embed "../emojiart-server/Web/app/People.js" suffix(, 0, )
#embed "../emojiart-server/Web/app/Privacy.js" suffix(, 0, )
#embed "../emojiart-server/Web/app/Reactions.js" suffix(, 0, )
#embed "../emojiart-server/Web/app/Reader.js" suffix(, 0, )
#embed "../emojiart-server/Web/app/StatusLine.js" suffix(, 0, )
#embed "../emojiart-server/Web/app/Timeline.js" suffix(, 0, )
#embed "../emojiart-server/Web/app/Tools.js" suffix(, 0, )
#embed "../emojiart-server/Web/app/actions.js" suffix(, 0, )
#embed "../emojiart-server/Web/app/canvasMenu.js" suffix(, 0, )
#embed "../emojiart-server/Web/app/elements.js" suffix(, 0, )
#embed "../emojiart-server/Web/app/icons.js" suffix(, 0, )
#embed "../emojiart-server/Web/app/main.js" suffix(, 0, )
#embed "../emojiart-server/Web/canvas.css" suffix(, 0, )
#embed "../emojiart-server/Web/dialogs.css" suffix(, 0, )
#embed "../emojiart-server/Web/files/drawGlyphs.js" suffix(, 0, )
#embed "../emojiart-server/Web/files/drawPNG.js" suffix(, 0, )
#embed "../emojiart-server/Web/files/extent.js" suffix(, 0, )
#embed "../emojiart-server/Web/files/fonts.js" suffix(, 0, )
#embed "../emojiart-server/Web/files/pictures.js" suffix(, 0, )
#embed "../emojiart-server/Web/files/readEmojiArt.js" suffix(, 0, )
#embed "../emojiart-server/Web/files/writeEmojiArt.js" suffix(, 0, )
#embed "../emojiart-server/Web/files/writeSVG.js" suffix(, 0, )
#embed "../emojiart-server/Web/gestures/GestureRecogniser.js" suffix(, 0, )
#embed "../emojiart-server/Web/gestures/Pinch.js" suffix(, 0, )
#embed "../emojiart-server/Web/icon.svg" suffix(, 0, )
#embed "../emojiart-server/Web/index.html" suffix(, 0, )
#embed "../emojiart-server/Web/model/Digest.js" suffix(, 0, )
#embed "../emojiart-server/Web/model/Document.js" suffix(, 0, )
#embed "../emojiart-server/Web/model/Emoji.js" suffix(, 0, )
#embed "../emojiart-server/Web/model/Limits.js" suffix(, 0, )
#embed "../emojiart-server/Web/model/PaletteStore.js" suffix(, 0, )
#embed "../emojiart-server/Web/model/Refusal.js" suffix(, 0, )
#embed "../emojiart-server/Web/model/apply.js" suffix(, 0, )
#embed "../emojiart-server/Web/model/arrange.js" suffix(, 0, )
#embed "../emojiart-server/Web/model/background.js" suffix(, 0, )
#embed "../emojiart-server/Web/model/emojiID.js" suffix(, 0, )
#embed "../emojiart-server/Web/model/emojiText.js" suffix(, 0, )
#embed "../emojiart-server/Web/model/imageURL.js" suffix(, 0, )
#embed "../emojiart-server/Web/model/operations.js" suffix(, 0, )
#embed "../emojiart-server/Web/model/palettes.js" suffix(, 0, )
#embed "../emojiart-server/Web/model/plainText.js" suffix(, 0, )
#embed "../emojiart-server/Web/model/replace.js" suffix(, 0, )
#embed "../emojiart-server/Web/model/utf8.js" suffix(, 0, )
#embed "../emojiart-server/Web/presence.css" suffix(, 0, )
#embed "../emojiart-server/Web/store/Database.js" suffix(, 0, )
#embed "../emojiart-server/Web/store/Palettes.js" suffix(, 0, )
#embed "../emojiart-server/Web/store/Seat.js" suffix(, 0, )
#embed "../emojiart-server/Web/store/Token.js" suffix(, 0, )
#embed "../emojiart-server/Web/style.css" suffix(, 0, )
#embed "../emojiart-server/Web/sync/Activity.js" suffix(, 0, )
#embed "../emojiart-server/Web/sync/Backoff.js" suffix(, 0, )
#embed "../emojiart-server/Web/sync/Client.js" suffix(, 0, )
#embed "../emojiart-server/Web/sync/Confirmed.js" suffix(, 0, )
#embed "../emojiart-server/Web/sync/Members.js" suffix(, 0, )
#embed "../emojiart-server/Web/sync/Overlay.js" suffix(, 0, )
#embed "../emojiart-server/Web/sync/OwnPresence.js" suffix(, 0, )
#embed "../emojiart-server/Web/sync/Past.js" suffix(, 0, )
#embed "../emojiart-server/Web/sync/PendingEdits.js" suffix(, 0, )
#embed "../emojiart-server/Web/sync/Permission.js" suffix(, 0, )
#embed "../emojiart-server/Web/sync/Replica.js" suffix(, 0, )
#embed "../emojiart-server/Web/sync/SnapshotAssembler.js" suffix(, 0, )
#embed "../emojiart-server/Web/sync/UndoNames.js" suffix(, 0, )
#embed "../emojiart-server/Web/sync/Welcomed.js" suffix(, 0, )
#embed "../emojiart-server/Web/sync/effects.js" suffix(, 0, )
#embed "../emojiart-server/Web/sync/welcomeFault.js" suffix(, 0, )
#embed "../emojiart-server/Web/view/BackgroundImage.js" suffix(, 0, )
#embed "../emojiart-server/Web/view/CursorLayer.js" suffix(, 0, )
#embed "../emojiart-server/Web/view/EmojiLayer.js" suffix(, 0, )
#embed "../emojiart-server/Web/view/LaserLayer.js" suffix(, 0, )
#embed "../emojiart-server/Web/view/PresenceLayer.js" suffix(, 0, )
#embed "../emojiart-server/Web/view/Print.js" suffix(, 0, )
#embed "../emojiart-server/Web/view/ReactionLayer.js" suffix(, 0, )
#embed "../emojiart-server/Web/view/Stage.js" suffix(, 0, )
#embed "../emojiart-server/Web/view/Transients.js" suffix(, 0, )
#embed "../emojiart-server/Web/view/Viewport.js" suffix(, 0, )
#embed "../emojiart-server/Web/view/bounds.js" suffix(, 0, )
#embed "../emojiart-server/Web/view/displayText.js" suffix(, 0, )
#embed "../emojiart-server/Web/view/edge.js" suffix(, 0, )
#embed "../emojiart-server/Web/view/hitTest.js" suffix(, 0, )
#embed "../emojiart-server/Web/view/textColour.js" suffix(, 0, )
#embed "../emojiart-server/Web/wire/DecodeError.js" suffix(, 0, )
#embed "../emojiart-server/Web/wire/Fields.js" suffix(, 0, )
#embed "../emojiart-server/Web/wire/JSONReader.js" suffix(, 0, )
#embed "../emojiart-server/Web/wire/chain.js" suffix(, 0, )
#embed "../emojiart-server/Web/wire/closing.js" suffix(, 0, )
#embed "../emojiart-server/Web/wire/readOperation.js" suffix(, 0, )
#embed "../emojiart-server/Web/wire/readPresence.js" suffix(, 0, )
#embed "../emojiart-server/Web/wire/readServerMessage.js" suffix(, 0, )
#embed "../emojiart-server/Web/wire/writeMessage.js" suffix(, 0, )
};

size_t web_page_count(void) { return sizeof paths / sizeof paths[0]; }

const char *web_page_path(size_t index) { return paths[index]; }

const uint8_t *web_page_bytes(size_t index, size_t *count) {
    const uint8_t *bytes = contents;
    for (size_t before = 0; before < index; before += 1) bytes += strlen((const char *)bytes) + 1;
    *count = strlen((const char *)bytes);
    return bytes;
}
