/** The words of a text with spaces or line ends between them. */
export const wordList = (words: string): readonly string[] => words.split(/\s+/).filter((word) => word !== "");
