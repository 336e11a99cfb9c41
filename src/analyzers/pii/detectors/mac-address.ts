import type { PiiDetector } from "../groups.ts";
import { holdToken } from "../../hold-run.ts";
import { findCandidates, hasPair, type CandidateJudgement } from "../candidates.ts";

const PAIRS =
  /(?<![A-Za-z0-9:-])[0-9A-Fa-f]{2}([:-])(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}(?![A-Za-z0-9]|[:-][0-9A-Fa-f])/g;
/** Three groups of four, as routers print them. */
const GROUPS = /(?<![A-Za-z0-9:.-])[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}(?![A-Za-z0-9]|[:.-][0-9A-Fa-f])/g;
/** Occur in each such address and are faster to search for: a text has fewer joints than letters. */
const MIDDLE = /\.[0-9A-Fa-f]{4}\./;
const JOINTS = /([:-])[0-9A-Fa-f]{2}\1[0-9A-Fa-f]{2}\1/;
/** Distance between their signs. */
const BYTE = { least: 3, most: 3 };
const WORD = { least: 5, most: 5 };
const DIGIT_AND_LETTER = /\d.*[a-f]|[a-f].*\d/i;

/** Hardware addresses (EUI-48), one kind of separator throughout. */
export const MAC_ADDRESS: PiiDetector = {
  id: "MAC_ADDRESS",
  placeholder: "MAC_ADDRESS",
  group: "network",
  keywords: [],
  maxLength: 20,
  source: "https://standards.ieee.org/wp-content/uploads/import/documents/tutorials/eui.pdf",
  about: { name: "hardware address of a network interface", form: "six bytes, one kind of separator throughout" },
  find: ({ raw }, _hits, from, meter) => {
    const hasJoints = (hasPair(raw, ":", BYTE) || hasPair(raw, "-", BYTE)) && JOINTS.test(raw);
    const pairs = hasJoints ? findCandidates(raw, { pattern: PAIRS, from, meter }, judge) : [];
    return hasPair(raw, ".", WORD) && MIDDLE.test(raw)
      ? [...pairs, ...findCandidates(raw, { pattern: GROUPS, from, meter }, judge)]
      : pairs;
  },
  stableUntil: holdToken(64),
  examples: {
    hits: [
      ["ether 3c:22:fb:9a:10:4e txqueue", "3c:22:fb:9a:10:4e"],
      ["MAC 3C-22-FB-9A-10-4E", "3C-22-FB-9A-10-4E"],
      ["Internet 10.0.0.7 3 3c22.fb9a.104e ARPA", "3c22.fb9a.104e"],
    ],
    misses: [
      "00:00:00:00:00:00",
      "ff:ff:ff:ff:ff:ff",
      "3c:22-fb:9a:10:4e",
      "3c:22:fb:9a:10",
      "3c:22:fb:9a:10:4e:11",
      "face.cafe.babe",
      "1234.5678.9012",
    ],
  },
};

function judge(start: number, candidate: string): CandidateJudgement {
  const isFiller = /^(?:00[:.-]?|ff[:.-]?)+$/i.test(candidate);
  const isNumberOrWords = candidate.includes(".") && !DIGIT_AND_LETTER.test(candidate);
  return isFiller || isNumberOrWords ? null : { end: start + candidate.length, score: 0.9 };
}
