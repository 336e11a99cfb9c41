import type { Span } from "../../core/model.ts";
import type { RawText } from "../units.ts";

/**
 * Bidirectional controls that make a line read otherwise than it is stored.
 * @see https://www.unicode.org/reports/tr9/ and CVE-2021-42574
 */

/** What controls move. */
interface Reordered {
  /** Letters and digits that are displayed in another place, plus a fixed number for the intent. */
  readonly letters: number;
  /** The controls. */
  readonly spans: readonly Span[];
}

const CONTROL = /[\u202a-\u202e\u2066-\u2069]/g;
const RTL_LETTER = /^[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]$/;
const LETTER = /^[\p{L}\p{Nd}]$/u;
/** Longest stretch after a control that is read, UTF-16 units. */
const SCOPE_MAX = 400;
/** Controls of a line that are looked at. */
const CONTROLS_MAX = 64;
/** Fewer letters look the same wherever they are drawn. */
const LETTERS_MIN = 3;
/** What controls count besides the letters: no one types them by accident. */
const INTENT = 5;

const LRE = 0x202a;
const RLE = 0x202b;
const PDF = 0x202c;
const LRO = 0x202d;
const RLO = 0x202e;
const RLI = 0x2067;
const PDI = 0x2069;

/** The line with the most moved letters, of those that end after `from` and begin before `until`; `null`: none. */
export function reordersIn(
  { raw, isAscii }: RawText,
  { from, until }: { readonly from: number; readonly until: number },
): Reordered | null {
  if (isAscii) return null;
  let best: Reordered | null = null;
  for (let at = nextControl(raw, 0); at >= 0 && at < until;) {
    const newline = raw.indexOf("\n", at);
    const end = newline < 0 ? raw.length : newline;
    const reordered = inLine(raw, { start: at, end: Math.min(until, end) }, from);
    if (reordered !== null && reordered.letters > (best?.letters ?? 0)) best = reordered;
    at = nextControl(raw, end);
  }
  return best;
}

/** -1: there is none. */
function nextControl(raw: string, from: number): number {
  CONTROL.lastIndex = from;
  return CONTROL.exec(raw)?.index ?? -1;
}

/** @param line from its first control on */
function inLine(raw: string, line: Span, from: number): Reordered | null {
  const spans: Span[] = [];
  let letters = 0;
  let controls = 0;
  for (let at = line.start; at < line.end && controls < CONTROLS_MAX; at++) {
    if (!isControl(raw.charCodeAt(at))) continue;
    controls += 1;
    const scope = scopeOf(raw, at, line.end);
    if (scope.end <= from || !isMoving(raw.charCodeAt(at), scope)) continue;
    letters += Math.max(scope.left, scope.right);
    spans.push({ start: at, end: at + 1 });
  }
  return spans.length === 0 ? null : { letters: letters + INTENT, spans };
}

interface Scope {
  /** Letters and digits of either direction that it holds. */
  readonly left: number;
  readonly right: number;
  readonly end: number;
  readonly isClosed: boolean;
}

/** What a control holds: up to the one that ends it, or the line's end. */
function scopeOf(raw: string, at: number, lineEnd: number): Scope {
  const isIsolate = raw.charCodeAt(at) >= 0x2066;
  const limit = Math.min(lineEnd, at + SCOPE_MAX);
  let [left, right, depth] = [0, 0, 0];
  let end = at + 1;
  for (; end < limit; end++) {
    const code = raw.charCodeAt(end);
    if (isControl(code)) {
      const [opens, closes] = isIsolate
        ? [code >= 0x2066 && code < PDI, code === PDI]
        : [code !== PDF && code <= RLO, code === PDF];
      if (closes && depth === 0) return { left, right, end: end + 1, isClosed: true };
      depth += opens ? 1 : closes ? -1 : 0;
      continue;
    }
    const sign = raw.charAt(end);
    if (RTL_LETTER.test(sign)) right += 1;
    else if (LETTER.test(sign)) left += 1;
  }
  return { left, right, end, isClosed: false };
}

/** Whether letters are shown in another order than without it. Isolates and embeddings that are closed set names in messages. */
function isMoving(control: number, { left, right, isClosed }: Scope): boolean {
  switch (control) {
    case RLO:
      return left >= LETTERS_MIN;
    case LRO:
      return right >= LETTERS_MIN;
    case RLE:
    case RLI:
      return !isClosed && right === 0 && left >= LETTERS_MIN;
    default:
      return false;
  }
}

const isControl = (code: number): boolean => (code >= LRE && code <= RLO) || (code >= 0x2066 && code <= PDI);
