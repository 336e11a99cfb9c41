import type { Core } from "./street.ts";
import { wordBefore } from "./tokens.ts";
import { BOX_ENDS } from "./words.ts";
import { EndPattern } from "../end-pattern.ts";

// Boxes of the post, and the addresses of armed forces abroad (https://pe.usps.com/text/pub28/28c2_010.htm).
const SURE = new EndPattern(
  /(?<![\p{L}\p{N}.'/’-])(?:p\.? ?o\.? ?b(?:ox|\.)?|post(?:al)?[ -](?:office )?box|g\.?p\.?o\.? box|(?:private|locked)(?: mail)? bag|postbox|postfach|postbus|postboks|postilokero|pósthólf|boîte postale|apartado(?: de correos| postal| aéreo)?|casilla(?: de correos?| postal)?|caixa postal|casella postale|skrytka pocztowa|poštanski pretinac|p\.? ?o\.? ?boks|а\/я|абонентский ящик|абонементна скринька|(?:ال)?صندوق (?:ال)?بريد|ص\.? ?ب|ת\.ד|ταχ\.? θυρίδα|τ\.θ|kotak pos|hộp thư|私書箱|unit \d{3,5},? box|psc \d{2,5},? box|cmr \d{2,5},? box|(?:rr|hc|rural route|highway contract) \d{1,4},? box)[ .:#]{0,2}(?:no\.? ?|n[°º] ?|nr\.? ?)?$/iu,
);
const UNSURE = new EndPattern(
  /(?<![\p{L}\p{N}.'/’-])(?:b\.?p\.?|c\.?p\.?|box|boks|pl|pf|bag|lsb)[ .:#]{0,2}(?:no\.? ?|n[°º] ?)?$/iu,
);
const FORCES = new EndPattern(/(?<![A-Za-z])(?:APO|FPO|DPO),? (?:AA|AE|AP) $/i);
const FORCES_LAST = /^A[AEP]$/i;
const SHIP = new EndPattern(
  /(?<![\p{L}\p{N}.'/’-])(?:US[A-Z]{1,4} \p{Lu}[\p{L}.'’-]{1,24}|(?:[Pp][Ss][Cc]|[Cc][Mm][Rr]|[Uu]nit) \d{2,5}(?:,? [Bb]ox \d{1,5})?)(?:, ?|\n| )(?:APO|FPO|DPO|apo|fpo|dpo),? (?:A[AEP]|a[aep]) $/u,
);
const BOX_REACH = 40;
const FORCES_REACH = 64;

/** A box of the post with the number at `start`, or the postcode of armed forces abroad. */
export function boxBefore(raw: string, start: number, end: number): Core | null {
  const last = wordBefore(raw, signStart(raw, start));
  if (last === null) return null;
  if (end - start === 5 && FORCES_LAST.test(last.text)) return forces(raw, start, end);
  if (!BOX_ENDS.has(last.bare)) return null;
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
export function signStart(raw: string, start: number): number {
  let at = start;
  while (start - at < 3 && SIGNS.has(raw.charCodeAt(at - 1))) at -= 1;
  return at;
}

/** Space, `#`, colon. */
const SIGNS = new Set([0x20, 0x23, 0x3a]);
