import { graphemes } from "./emojiText.js";

/**
 * A named row of emojis to choose from.
 * @typedef {{id: string, name: string, emojis: string[]}} Palette
 */

/** The palettes of the EmojiArt app, character for character: `[name, emojis]`. */
const builtIn = [
    [
        "Vehicles",
        "🚙🚗🚘🚕🚖🏎🚚🛻🚛🚐🚓🚔🚑🚒🚀✈️🛫🛬🛩🚁🛸🚲🏍🛶" +
            "⛵️🚤🛥🛳⛴🚢🚂🚝🚅🚆🚊🚉🚇🛺🚜",
    ],
    ["Sports", "🏈⚾️🏀⚽️🎾🏐🥏🏓⛳️🥅🥌🏂⛷🎳"],
    ["Music", "🎼🎤🎹🪘🥁🎺🪗🪕🎻"],
    [
        "Animals",
        "🐥🐣🐂🐄🐎🐖🐏🐑🦙🐐🐓🐁🐀🐒🦆🦅🦉🦇🐢🐍🦎🦖🦕🐅" +
            "🐆🦓🦍🦧🦣🐘🦛🦏🐪🐫🦒🦘🦬🐃🦙🐐🦌🐕🐩🦮🐈🦤🦢🦩" +
            "🕊🦝🦨🦡🦫🦦🦥🐿🦔",
    ],
    ["Animal Faces", "🐵🙈🙊🙉🐶🐱🐭🐹🐰🦊🐻🐼🐻‍❄️🐨🐯🦁🐮🐷🐸🐲"],
    ["Flora", "🌲🌴🌿☘️🍀🍁🍄🌾💐🌷🌹🥀🌺🌸🌼🌻"],
    ["Weather", "☀️🌤⛅️🌥☁️🌦🌧⛈🌩🌨❄️💨☔️💧💦🌊☂️🌫🌪"],
    ["COVID", "💉🦠😷🤧🤒"],
    [
        "Faces",
        "😀😃😄😁😆😅😂🤣🥲☺️😊😇🙂🙃😉😌😍🥰😘😗😙😚😋😛" +
            "😝😜🤪🤨🧐🤓😎🥸🤩🥳😏😞😔😟😕🙁☹️😣😖😫😩🥺😢😭" +
            "😤😠😡🤯😳🥶😥😓🤗🤔🤭🤫🤥😬🙄😯😧🥱😴🤮😷🤧🤒🤠",
    ],
];

/**
 * The palettes that every browser begins with.
 * @returns {Palette[]}
 */
export const builtInPalettes = () =>
    builtIn.map(([name, emojis]) => ({ id: name, name, emojis: [...new Set(graphemes(emojis))] }));
