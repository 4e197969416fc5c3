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
