/** The fonts that have emojis, those of the platforms first. */
export const emojiFonts =
    "Apple Color Emoji, Segoe UI Emoji, Noto Color Emoji, sans-serif";

const isPresentation = /\p{Emoji_Presentation}/u;

/**
 * An emoji as it is drawn: a bare character that fonts may draw as a sign is asked to be drawn as
 * an emoji. The document keeps it as it is.
 * @param {string} text
 */
export const displayText = (text) =>
    isPresentation.test(text) || text.includes("\ufe0f") || text.includes("\u200d")
        ? text
        : `${text}\ufe0f`;

/**
 * Fills an element with a colour, its text in black or white, whichever is easier to read on that
 * (P1: at least 4.5 to 1).
 * @param {HTMLElement} element
 * @param {string} colour `#rrggbb`
 */
export function paint({ style }, colour) {
    const channels = [1, 3, 5].map((start) => {
        const value = parseInt(colour.slice(start, start + 2), 16) / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    const luminance = 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2];
    style.backgroundColor = colour;
    // Both contrasts are equal, and 4.58, at this luminance (WCAG 2.2, relative luminance).
    style.color = luminance > 0.179 ? "#000000" : "#ffffff";
}
