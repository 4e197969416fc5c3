/** The fonts that have emojis, those of the platforms first. */
export const emojiFonts =
    "Apple Color Emoji, Segoe UI Emoji, Noto Color Emoji, sans-serif";
