import { MARK, NUMBER, SIGN, type Tokens, WORD } from "./tokens.ts";

/** Shape of a mark: bracket, quote, stop, slash, operator, other. */
const MARK_SHAPES = ["([{<", ")]}>", "\"'`", ".!?,;:", "\\/|", "=+-*%$#@&^~_"];
const OTHER = MARK_SHAPES.length + 1;
const SHAPE_OF = new Uint8Array(128).fill(OTHER);
for (const [index, marks] of MARK_SHAPES.entries()) for (const mark of marks) SHAPE_OF[mark.charCodeAt(0)] = index + 1;

/** Longest short word, UTF-16 units. */
const SHORT_MAX = 3;
const SHORT_WORD = OTHER + 1;
const LONG_WORD = OTHER + 2;
const SIGN_SHAPE = OTHER + 3;
const NUMBER_SHAPE = OTHER + 4;
const LINE_SHAPE = OTHER + 5;
/** Added for several equal marks in a row, and where no space stands before the token. */
const REPEATED = LINE_SHAPE;
const GLUED = REPEATED + OTHER;
/** How many shapes there are, with 0: none, as stands before a text. */
export const SHAPES = 2 * GLUED + 1;

/** What a token is made of: 1 to `SHAPES` - 1. */
export function shapeOf({ units, starts, ends, kinds }: Tokens, at: number): number {
  const start = starts[at] ?? 0;
  const glue = at > 0 && start === ends[at - 1] ? GLUED : 0;
  const length = (ends[at] ?? 0) - start;
  const kind = kinds[at] ?? 0;
  if (kind === WORD) return glue + (length <= SHORT_MAX ? SHORT_WORD : LONG_WORD);
  if (kind !== MARK) return glue + (kind === SIGN ? SIGN_SHAPE : kind === NUMBER ? NUMBER_SHAPE : LINE_SHAPE);
  const code = units[start] ?? 0;
  return glue + (code < 128 ? (SHAPE_OF[code] ?? 0) : OTHER) + (length > 1 ? REPEATED : 0);
}

const HASHED_REPEATED = 64;
const HASHED_GLUED = 32;
/** What signs, numbers and line ends are hashed as. */
const HASHED = new Map([
  [SIGN_SHAPE, 11],
  [NUMBER_SHAPE, 12],
  [LINE_SHAPE, 14],
]);

/** The number that a shape is hashed as: seven bits, whose places the models were trained with. */
export function hashedShape(shape: number): number {
  if (shape > GLUED) return HASHED_GLUED + hashedShape(shape - GLUED);
  if (shape > REPEATED) return HASHED_REPEATED + shape - REPEATED;
  return HASHED.get(shape) ?? shape;
}
