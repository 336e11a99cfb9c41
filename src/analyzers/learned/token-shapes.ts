import { LINE, NUMBER, SIGN, type Tokens, WORD } from "./tokens.ts";

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

/** By the kind of a token; marks have shapes of their own. */
const SHAPE_OF_KIND = new Uint8Array(LINE + 1);
SHAPE_OF_KIND[WORD] = LONG_WORD;
SHAPE_OF_KIND[SIGN] = SIGN_SHAPE;
SHAPE_OF_KIND[NUMBER] = NUMBER_SHAPE;
SHAPE_OF_KIND[LINE] = LINE_SHAPE;

/** Writes down what each token is made of: 1 to `SHAPES` - 1. */
export function readShapes({ units, starts, ends, kinds, count }: Tokens, shapes: Uint8Array): void {
  let before = -1;
  for (let at = 0; at < count; at++) {
    const start = starts[at] ?? 0;
    const end = ends[at] ?? 0;
    let shape = SHAPE_OF_KIND[kinds[at] ?? 0] ?? 0;
    if (shape === LONG_WORD) shape = end - start <= SHORT_MAX ? SHORT_WORD : LONG_WORD;
    else if (shape === 0) shape = markShape(units[start] ?? 0) + (end - start > 1 ? REPEATED : 0);
    shapes[at] = start === before ? GLUED + shape : shape;
    before = end;
  }
}

const markShape = (code: number): number => (code < 128 ? (SHAPE_OF[code] ?? 0) : OTHER);

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
