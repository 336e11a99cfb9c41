import type { SpanDetector } from "../../detector.ts";
import { findCandidates, holdToken } from "../candidates.ts";

const CANDIDATE =
  /(?<![A-Za-z0-9:-])[0-9A-Fa-f]{2}([:-])(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}(?![A-Za-z0-9]|[:-][0-9A-Fa-f])/g;

/** Hardware addresses (EUI-48), one kind of separator throughout. */
export const MAC_ADDRESS: SpanDetector = {
  id: "MAC_ADDRESS",
  placeholder: "MAC_ADDRESS",
  keywords: [],
  maxLength: 20,
  source: "https://standards.ieee.org/wp-content/uploads/import/documents/tutorials/eui.pdf",
  find: (raw, _hits, from) =>
    findCandidates(raw, { pattern: CANDIDATE, from }, (start, candidate) =>
      /^(?:00[:-]?|ff[:-]?)+$/i.test(candidate) ? null : { end: start + candidate.length, score: 0.9 },
    ),
  heldFrom: (raw) => holdToken(raw, 64),
  examples: {
    hits: [
      ["ether 3c:22:fb:9a:10:4e txqueue", "3c:22:fb:9a:10:4e"],
      ["MAC 3C-22-FB-9A-10-4E", "3C-22-FB-9A-10-4E"],
    ],
    misses: ["00:00:00:00:00:00", "ff:ff:ff:ff:ff:ff", "3c:22-fb:9a:10:4e", "3c:22:fb:9a:10", "3c:22:fb:9a:10:4e:11"],
  },
};
