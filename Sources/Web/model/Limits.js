/**
 * The bounds of Protocol/PROTOCOL.md, section 9, as far as a client meets them; the names, units
 * and reasons are given there.
 */
export const Limits = Object.freeze({
    coordinateMax: 1_000_000,
    sizeMin: 1,
    sizeMax: 10_000,
    sizeDefault: 40,
    stackMax: Number.MAX_SAFE_INTEGER,
    canvasSideMax: 2_000_000,
    emojisMax: 100_000,
    textBytesMax: 64,
    textScalarsMax: 16,
    backgroundBytesMax: 60_000,
    imageBytesMax: 8_388_608,
    imagePixelsMax: 67_108_864,
    documentNameBytesMax: 64,
    memberNameBytesMax: 64,
    userBytesMax: 128,
    viewSideMax: 4_000_000,
    chatBytesMax: 256,
    idsMax: 1_000,
    addedEmojisMax: 400,
    factorMin: 1_000,
    factorMax: 1_000_000_000,
    identifierMax: 2_147_483_647,
    serverMessageBytesMax: 1_048_576,
    itemsMax: 10_000,
    depthMax: 8,
    keysMax: 32,
    numberBytesMax: 32,
    unansweredEditsMax: 256,
    presenceIntervalMilliseconds: 33,
});

/** Millionths in one: factors are whole numbers of millionths, so that all sides round alike. */
export const factorUnit = 1_000_000;
