import type { SpanDetector } from "../../detector.ts";
import { digitsOf, findCandidates, holdDigits, isLuhnValid } from "../candidates.ts";

// A comma parts the columns of a table, so a digit may stand before one.
const CANDIDATE = /(?<![A-Za-z0-9]|\d[.-])\d(?:[ -]?\d){11,18}(?![A-Za-z0-9]|\.\d)/g;
/** How the networks print numbers; other groupings are other numbers. */
const GROUPED =
  /^(?:\d{12,19}|\d(?: \d){11,18}|\d{4}([ -])\d{4}\1\d{4}\1\d{1,7}|\d{4}([ -])\d{6}\2\d{4,5}|\d{4}([ -])\d{4}\3\d{4}\3\d{4}\3\d{3})$/;
// Issuer ranges and lengths as the networks publish them: American Express, Diners, JCB, Visa, Mastercard, Maestro, Discover, UnionPay, Mir, RuPay.
const ISSUER =
  /^(?:3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|35(?:2[89]|[3-8]\d)\d{12,15}|4\d{12}(?:\d{3}(?:\d{3})?)?|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|(?:501[89]|5020|5038|5893|6304|6759|676[1-3])\d{8,15}|6(?:011|5\d\d|4[4-9]\d)\d{12,15}|62\d{14,17}|220[0-4]\d{12,15}|(?:60|81|82|508)\d{13,14})$/;

/** Payment card numbers: issuer range, length, grouping and check digit. */
export const CREDIT_CARD: SpanDetector = {
  id: "CREDIT_CARD",
  placeholder: "CREDIT_CARD",
  keywords: [],
  maxLength: 40,
  source: "https://www.iso.org/standard/70484.html",
  find: (raw, _hits, from) =>
    findCandidates(raw, { pattern: CANDIDATE, from }, (start, candidate) => {
      const digits = digitsOf(candidate);
      const isCard = GROUPED.test(candidate) && ISSUER.test(digits) && isLuhnValid(digits) && !/^(\d)\1+$/.test(digits);
      return isCard ? { end: start + candidate.length, score: 1 } : null;
    }),
  heldFrom: holdDigits,
  examples: {
    hits: [
      ["card 4111 1111 1111 1111.", "4111 1111 1111 1111"],
      ["Amex 3782-822463-10005 exp", "3782-822463-10005"],
      ['{"pan":"5555555555554444"}', "5555555555554444"],
      ["item 12 4111 1111 1111 1111", "4111 1111 1111 1111"],
      ["17,4111111111111111,123", "4111111111111111"],
      ["it is 4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1", "4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1"],
    ],
    misses: [
      "4111 1111 1111 1112",
      "order 1234567812345678",
      "0000 0000 0000 0000",
      "id 41111111111111111111111",
      "3.4111111111111111",
    ],
  },
};
