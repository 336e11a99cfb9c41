import type { Core } from "./street.ts";
import type { Tokens } from "./tokens.ts";
import { BOX_END, patternOf } from "./traits.ts";
import { EndPattern } from "../end-pattern.ts";
import { SignSet } from "../sign-set.ts";

// Post office boxes, and addresses of armed forces abroad (https://pe.usps.com/text/pub28/28c2_010.htm).
const WORD_BEFORE = String.raw`(?<![\p{L}\p{N}.'/’-])`;
const SIGN = String.raw`[ .:#]{0,2}(?:no\.? ?|n[°º] ?|nr\.? ?)?$`;
const SURE = new EndPattern(new RegExp(`${WORD_BEFORE}(?:${patternOf("boxes")})${SIGN}`, "iu"));
const UNSURE = new EndPattern(
  new RegExp(`${WORD_BEFORE}(?:b\\.?p\\.?|c\\.?p\\.?|box|boks|pl|pf|bag|lsb)${SIGN.replace("|nr\\.? ?", "")}`, "iu"),
);
const FORCES = new EndPattern(/(?<![A-Za-z])(?:APO|FPO|DPO),? (?:AA|AE|AP) $/i);
const SHIP = new EndPattern(
  /(?<![\p{L}\p{N}.'/’-])(?:US[A-Z]{1,4} \p{Lu}[\p{L}.'’-]{1,24}|(?:[Pp][Ss][Cc]|[Cc][Mm][Rr]|[Uu]nit) \d{2,5}(?:,? [Bb]ox \d{1,5})?)(?:, ?|\n| )(?:APO|FPO|DPO|apo|fpo|dpo),? (?:A[AEP]|a[aep]) $/u,
);
const FORCES_LAST = /^A[AEP]$/i;
const FORCES_DIGITS = 5;
const BOX_REACH = 40;
const FORCES_REACH = 64;

/** A post office box with the number at `start`, or a postcode of armed forces abroad. */
export function boxBefore(tokens: Tokens, start: number, end: number): Core | null {
  const { raw } = tokens;
  const last = tokens.before(signStart(raw, start));
  if (last === null) return null;
  if (end - start === FORCES_DIGITS && FORCES_LAST.test(last.text)) return forces(raw, start, end);
  if (!last.is(BOX_END)) return null;
  const before = raw.slice(Math.max(0, start - BOX_REACH), start);
  const sure = SURE.exec(before);
  const found = sure ?? UNSURE.exec(before);
  if (found === null) return null;
  const first = start - before.length + found.index;
  return { start: first, end, trust: sure === null ? "unsure" : "sure", isLower: isSmall(raw, start, end) };
}

function forces(raw: string, start: number, end: number): Core | null {
  const before = raw.slice(Math.max(0, start - FORCES_REACH), start);
  const found = SHIP.exec(before) ?? FORCES.exec(before);
  if (found === null) return null;
  return { start: start - before.length + found.index, end, trust: "sure", isLower: isSmall(raw, start, end) };
}

const isSmall = (raw: string, start: number, end: number): boolean =>
  !/\p{Lu}/u.test(raw.slice(Math.max(0, start - BOX_REACH), end));

/** Over spaces and the signs of a number. */
function signStart(raw: string, start: number): number {
  let at = start;
  while (start - at < 3 && SIGNS.has(raw.charCodeAt(at - 1))) at -= 1;
  return at;
}

const SIGNS = new SignSet(" #:");
