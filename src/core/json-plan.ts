import { parseExact } from "./json-numbers.ts";
import type { Json } from "./model.ts";
import type { Steps } from "./steps.ts";

/** What is given to the parser at once, UTF-16 units, where no value is longer by itself: it takes about a millisecond at worst. */
const PIECE_CHARS = 16_384;

/** A list or an object around the place that is read. */
interface Frame {
  readonly isObject: boolean;
  /** Of its bracket. */
  readonly start: number;
  /** Its name, without quotes, in the object around it; -1: it has none. */
  readonly keyStart: number;
  readonly keyEnd: number;
  /** It is made piece by piece: what it holds is too long to be parsed at once. */
  isOpened: boolean;
  /** What is not in a piece yet begins here. */
  from: number;
  /** The last comma after that; -1: there is none. */
  comma: number;
  /** What stands before `from` is a value of its own, so that nothing may follow but a comma or the end. */
  isAfterValue: boolean;
  /** A comma stands before `from`: something has to follow. */
  isAfterComma: boolean;
}

/** A part of the text that is parsed by itself, the beginning of a list or an object, or its end. */
type Piece =
  | { readonly kind: "add"; readonly start: number; readonly end: number }
  | { readonly kind: "open"; readonly isObject: boolean; readonly keyStart: number; readonly keyEnd: number }
  | { readonly kind: "close" };

const CLOSE: Piece = { kind: "close" };
/** What JSON takes for a space. */
const BLANK = /^[ \t\r\n]*$/;
const COLON = /^[ \t\r\n]*:[ \t\r\n]*$/;

type Container = Json[] | Record<string, Json>;

/**
 * How a long text is parsed in pieces: elements and fields that stand next to each other, cut at commas. It receives brackets and commas
 * as a scan meets them, and makes no value before the scan is through. What it says of a text is what `JSON.parse` would say of it.
 */
export class JsonPlan {
  readonly #text: string;
  readonly #pieceChars: number;
  readonly #frames: Frame[] = [];
  readonly #pieces: Piece[] = [];
  /** All before is in a piece. */
  #done = 0;
  /** Where the outermost bracket was closed; -1: not yet. */
  #end = -1;
  /** It is no JSON. */
  #isBroken = false;
  #keyStart = -1;
  #keyEnd = -1;

  constructor(text: string, pieceChars = PIECE_CHARS) {
    this.#text = text;
    this.#pieceChars = pieceChars;
  }

  /** The name of what follows. */
  key(start: number, end: number): void {
    this.#keyStart = start;
    this.#keyEnd = end;
  }

  open(at: number, isObject: boolean): void {
    if (this.#end !== -1) this.#isBroken = true;
    const isNamed = this.#frames.at(-1)?.isObject === true;
    this.#frames.push({
      isObject,
      start: at,
      keyStart: isNamed ? this.#keyStart : -1,
      keyEnd: isNamed ? this.#keyEnd : -1,
      isOpened: false,
      from: at + 1,
      comma: -1,
      isAfterValue: false,
      isAfterComma: false,
    });
  }

  comma(at: number): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined) {
      this.#isBroken = true;
    } else if (frame.isAfterValue) {
      this.#blank(frame.from, at);
      this.#cut(frame, at);
    } else if (at - this.#done < this.#pieceChars) {
      frame.comma = at;
    } else {
      this.#openAll();
      this.#add(frame.from, at);
      this.#cut(frame, at);
    }
  }

  close(at: number, isObject: boolean): void {
    const frame = this.#frames.pop();
    if (frame?.isObject !== isObject) {
      this.#isBroken = true;
      return;
    }
    if (this.#frames.length === 0) this.#end = at;
    if (!frame.isOpened) return;
    if (frame.isAfterValue) this.#blank(frame.from, at);
    else if (frame.isAfterComma || !this.#isBlank(frame.from, at)) this.#add(frame.from, at);
    this.#pieces.push(CLOSE);
    this.#done = at + 1;
    const around = this.#frames.at(-1);
    if (around === undefined) return;
    around.from = at + 1;
    around.comma = -1;
    around.isAfterValue = true;
    around.isAfterComma = false;
  }

  /** @throws {SyntaxError} when the text is not JSON */
  *parse({ roundsNumbers }: { readonly roundsNumbers: boolean }): Steps<Json> {
    const parse = (text: string): Json => (roundsNumbers ? JSON.parse(text) : parseExact(text));
    if (this.#pieces.length === 0) {
      yield this.#text.length;
      return parse(this.#text);
    }
    if (this.#frames.length > 0 || !this.#isBlank(this.#end + 1, this.#text.length)) this.#isBroken = true;
    if (this.#isBroken) throw new SyntaxError("not JSON");
    const around: Container[] = [];
    let root: Container = [];
    for (const piece of this.#pieces) {
      const container = around.at(-1);
      if (piece.kind === "close") {
        around.pop();
      } else if (piece.kind === "open") {
        const made: Container = piece.isObject ? {} : [];
        if (container === undefined) root = made;
        else put(container, this.#nameOf(piece), made);
        around.push(made);
      } else if (container !== undefined) {
        fill(container, this.#text.slice(piece.start, piece.end), parse);
        yield piece.end - piece.start;
      }
    }
    return root;
  }

  #nameOf({ keyStart, keyEnd }: { readonly keyStart: number; readonly keyEnd: number }): string {
    return keyStart === -1 ? "" : String(JSON.parse(`"${this.#text.slice(keyStart, keyEnd)}"`));
  }

  /** What is around here is made piece by piece from now on. */
  #openAll(): void {
    for (const [depth, frame] of this.#frames.entries()) {
      if (frame.isOpened) continue;
      const around = this.#frames[depth - 1];
      const first = frame.keyStart === -1 ? frame.start : frame.keyStart - 1;
      if (around === undefined) this.#blank(0, first);
      else this.#leadUp(around, first);
      if (frame.keyStart !== -1 && !COLON.test(this.#text.slice(frame.keyEnd + 1, frame.start))) this.#isBroken = true;
      const { isObject, keyStart, keyEnd } = frame;
      this.#pieces.push({ kind: "open", isObject, keyStart, keyEnd });
      frame.isOpened = true;
    }
  }

  /** What stands in the list or object around before the value that begins at `first`. */
  #leadUp(around: Frame, first: number): void {
    const { from, comma } = around;
    if (comma !== -1) this.#add(from, comma);
    this.#blank(comma === -1 ? from : comma + 1, first);
    if (around.isAfterValue) this.#isBroken = true;
  }

  #cut(frame: Frame, comma: number): void {
    frame.from = comma + 1;
    frame.comma = -1;
    frame.isAfterValue = false;
    frame.isAfterComma = true;
    this.#done = comma + 1;
  }

  /** Elements or fields, one at least. */
  #add(start: number, end: number): void {
    this.#pieces.push({ kind: "add", start, end });
  }

  #blank(start: number, end: number): void {
    if (!this.#isBlank(start, end)) this.#isBroken = true;
  }

  #isBlank(start: number, end: number): boolean {
    return start >= end || BLANK.test(this.#text.slice(start, end));
  }
}

/** @throws {SyntaxError} when there is nothing in the piece, or it is no JSON */
function fill(container: Container, piece: string, parse: (text: string) => Json): void {
  if (Array.isArray(container)) {
    const items = parse(`[${piece}]`);
    if (!Array.isArray(items) || items.length === 0) throw new SyntaxError("no element");
    for (const item of items) container.push(item);
    return;
  }
  const made = parse(`{${piece}}`);
  const fields = typeof made === "object" && made !== null ? Object.entries(made) : [];
  if (fields.length === 0) throw new SyntaxError("no field");
  for (const [key, value] of fields) put(container, key, value);
}

function put(container: Container, key: string, value: Json): void {
  if (Array.isArray(container)) container.push(value);
  // It is a field like any other.
  else if (key === "__proto__")
    Object.defineProperty(container, key, { value, enumerable: true, writable: true, configurable: true });
  else container[key] = value;
}
