/** Shape of a mark: bracket, quote, stop, slash, operator, other. */
const MARK_SHAPES = ["([{<", ")]}>", "\"'`", ".!?,;:", "\\/|", "=+-*%$#@&^~_"];
const OTHER = MARK_SHAPES.length + 1;
const SHAPE_OF = new Uint8Array(128).fill(OTHER);
for (const [index, marks] of MARK_SHAPES.entries()) for (const mark of marks) SHAPE_OF[mark.charCodeAt(0)] = index + 1;

/** 1 to 7. */
export const markShape = (code: number): number => (code < 128 ? (SHAPE_OF[code] ?? 0) : OTHER);
