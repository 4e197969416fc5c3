// The types that many modules name.

type EmojiID = import("../sdk/emojiart-sync.js").EmojiID;
type Emoji = import("../sdk/emojiart-sync.js").Emoji;
type Change = import("../sdk/emojiart-sync.js").Change;
type Presence = import("../sdk/emojiart-sync.js").Presence;
type Member = import("../sdk/emojiart-sync.js").Member;
type Replica = import("./Replica.js").Replica;
type Kept = import("./Replica.js").Kept;
type Effect = import("./Replica.js").Effect;
type Closing = import("../sync/closing.js").Closing;
type Viewport = import("../view/Viewport.js").Viewport;
type Point = import("../view/Viewport.js").Point;
type Box = import("../view/Viewport.js").Box;
type Picture = import("../files/pictures.js").Picture;
