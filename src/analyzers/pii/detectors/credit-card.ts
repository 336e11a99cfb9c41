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

const MAX_LENGTH = 40;
/** Broken over two lines; columns of numbers look alike, so a label must stand before it. */
const WRAPPED = /(?<![A-Za-z0-9]|[.-])\d{4,15}\r?\n\d{4,15}(?![A-Za-z0-9]|[.-]\d)/g;
const OPEN_LINE = /(?<![A-Za-z0-9])\d{4,15}(?:\r|\r?\n\d{0,15})[.-]?$/;
const LABEL =
  /(?:card|visa|amex|maestro|karte|kort(?:nummer)?|carte|carta|cart[aã]o|tarjeta|kaart|karta|kart|карт[аы]|卡号|卡號|カード|카드|\bpan)[^\d\n]{0,32}$/i;
const LABEL_REACH = 48;

/** Payment card numbers: issuer range, length, grouping and check digit. */
export const CREDIT_CARD: SpanDetector = {
  id: "CREDIT_CARD",
  placeholder: "CREDIT_CARD",
  keywords: [],
  maxLength: MAX_LENGTH,
  source: "https://www.iso.org/standard/70484.html",
  about: {
    name: "number of a payment card",
    form: "issuer's range, length, printed groups and Luhn digit; no label needed",
  },
  find: (raw, _hits, from) => {
    const whole = findCandidates(raw, { pattern: CANDIDATE, from }, (start, candidate) =>
      GROUPED.test(candidate) && isCard(digitsOf(candidate)) ? { end: start + candidate.length, score: 1 } : null,
    );
    const wrapped = findCandidates(raw, { pattern: WRAPPED, from }, (start, candidate) =>
      isCard(digitsOf(candidate)) && LABEL.test(raw.slice(Math.max(0, start - LABEL_REACH), start))
        ? { end: start + candidate.length, score: 0.9 }
        : null,
    );
    return wrapped.length === 0 ? whole : [...whole, ...wrapped];
  },
  heldFrom: (raw) => {
    const open = OPEN_LINE.exec(raw.slice(-MAX_LENGTH));
    const held = holdDigits(raw);
    return open === null ? held : Math.min(held, raw.length - open[0].length);
  },
  examples: {
    hits: [
      ["card 4111 1111 1111 1111.", "4111 1111 1111 1111"],
      ["Amex 3782-822463-10005 exp", "3782-822463-10005"],
      ['{"pan":"5555555555554444"}', "5555555555554444"],
      ["item 12 4111 1111 1111 1111", "4111 1111 1111 1111"],
      ["17,4111111111111111,123", "4111111111111111"],
      ["my card is 41111111\n11111111.", "41111111\n11111111"],
      ["it is 4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1", "4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1"],
    ],
    misses: [
      "41111111\n11111111",
      "4111 1111 1111 1112",
      "order 1234567812345678",
      "0000 0000 0000 0000",
      "id 41111111111111111111111",
      "3.4111111111111111",
    ],
  },
};

const isCard = (digits: string): boolean => ISSUER.test(digits) && isLuhnValid(digits) && !/^(\d)\1+$/.test(digits);
