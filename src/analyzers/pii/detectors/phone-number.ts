import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import type { SpanDetector } from "../../detector.ts";
import { digitsOf, findCandidates, holdDigits, type Judgement } from "../candidates.ts";

const CANDIDATE =
  /(?<![A-Za-z0-9]|[\d+][.\-/]|[.,:]\d?)(?:\(?\+ ?|00 ?)?\(?\d(?:[ \u00a0.\-()/]{0,3}\d){5,17}(?![A-Za-z0-9]|[.,:]\d)/g;
// The word for telephone, and what people write for it, in the languages of the public number plans' countries.
const LABEL =
  /(?:phone|tel|tél|tlf|puh|mob(?:ile)?|cell|call|fax|whatsapp|sms|contact|hotline|handy|rufnummer|téléphone|portable|teléfono|móvil|celular|telefone|telefono|cellulare|telefoon|telefon|тел(?:ефон)?|电话|電話|手机|전화|هاتف|फ़ोन|number on file|ring|dial|text me)[^\d\n]{0,24}$/iu;
const US_SHAPE = /^(?:1[ .-]?)?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-])\d{3}[.-]\d{4}$/;
const DATE = /^(?:(?:19|20)\d{2}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./](?:19|20)\d{2})/;
/** UTF-16 units before the number in which a label counts. */
const LABEL_REACH = 40;

/** Phone numbers: international ones by their country's plan, national ones by a label or the North American shape. */
export const PHONE_NUMBER: SpanDetector = {
  id: "PHONE_NUMBER",
  placeholder: "PHONE_NUMBER",
  keywords: [],
  maxLength: 80,
  source: "https://www.itu.int/rec/T-REC-E.164",
  find: (raw, _hits, from) =>
    findCandidates(raw, { pattern: CANDIDATE, from }, (start, candidate) => judge(raw, start, candidate)),
  heldFrom: holdDigits,
  examples: {
    hits: [
      ["call +49 30 901820 today", "+49 30 901820"],
      ["Ring me on (415) 555-2671.", "(415) 555-2671"],
      ["tel: 0431 350690", "0431 350690"],
      ["電話 03-1234-5678", "03-1234-5678"],
      ["0049 30 901820", "0049 30 901820"],
      ["(+41) 44 668 18 00", "(+41) 44 668 18 00"],
    ],
    misses: ["2024-01-15 10:30", "order 4155552671", "1.2.3.4", "lines 100-200-3000", "+1 000 000", "id 0431 350690"],
  },
};

function judge(raw: string, start: number, candidate: string): Judgement {
  const digits = digitsOf(candidate);
  const end = start + candidate.length;
  if (digits.length > 17 || DATE.test(candidate)) return null;
  const international = internationalForm(candidate, digits);
  if (international !== null) {
    const parsed = parsePhoneNumberFromString(international);
    if (parsed?.isValid() === true) return { end, score: 1 };
    if (parsed?.isPossible() === true && /^\(?\+/.test(candidate)) return { end, score: 0.6 };
  }
  if (LABEL.test(raw.slice(Math.max(0, start - LABEL_REACH), start))) return { end, score: 0.75 };
  return US_SHAPE.test(candidate) ? { end, score: 0.6 } : null;
}

function internationalForm(candidate: string, digits: string): string | null {
  if (/^\(?\+/.test(candidate)) return `+${digits}`;
  return candidate.startsWith("00") ? `+${digits.slice(2)}` : null;
}
