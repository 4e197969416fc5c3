/**
 * Black or white, whichever is easier to read on a colour (P1: at least 4.5 to 1).
 * @param {string} colour `#rrggbb`
 */
export function textColour(colour) {
    const channels = [1, 3, 5].map((start) => {
        const value = parseInt(colour.slice(start, start + 2), 16) / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    const luminance = 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2];
    // Both contrasts are equal, and 4.58, at this luminance (WCAG 2.2, relative luminance).
    return luminance > 0.179 ? "#000000" : "#ffffff";
}
