/**
 * The same text by itself: a piece of a text keeps all of that text in memory, for as long as the piece lives. For pieces that outlive
 * what they were cut from.
 */
export const copied = (piece: string): string => ` ${piece}`.slice(1);
