import type { Match, SpanDetector } from "../../detector.ts";
import { holdValue } from "../../hold-run.ts";
import { ALPHABET, drawToken, run, STAND_IN_SCORE } from "../../token-rule.ts";
import { entropyBits, isStandIn } from "../../value.ts";

/** Longest signature, UTF-16 units: 512 hexadecimal digits of RSA-2048. */
const SIGNATURE_MAX = 640;
const SIGNATURE = new RegExp(
  String.raw`([A-Za-z0-9+/=_~-]|%[0-9A-Fa-f]{2}){40,${SIGNATURE_MAX}}(?![A-Za-z0-9+/_~-])`,
  "y",
);
const sample = `${drawToken([run(ALPHABET.base62, 42)], 8)}%3D`;

/** The signature of an address that gives access to whoever has it: Azure SAS, AWS and Google presigned URLs. */
export const SIGNED_ADDRESS: SpanDetector = {
  id: "signed-address",
  placeholder: "URL_SIGNATURE",
  keywords: ["sig=", "signature="],
  maxLength: SIGNATURE_MAX + 3,
  source: "https://learn.microsoft.com/en-us/rest/api/storageservices/create-service-sas",
  about: {
    name: "signature of an address that opens a file",
    form: "a parameter for signatures and 40 characters or more",
  },
  find: ({ raw }, hits, from) => {
    const matches: Match[] = [];
    for (const hit of hits) {
      if (hit.end < from || !/[?&;"'\s-]$/.test(raw.slice(Math.max(0, hit.start - 1), hit.start))) continue;
      SIGNATURE.lastIndex = hit.end;
      const found = SIGNATURE.exec(raw)?.[0];
      if (found === undefined || entropyBits(found) < 3.4) continue;
      matches.push({ start: hit.end, end: hit.end + found.length, score: isStandIn(found) ? STAND_IN_SCORE : 0.9 });
    }
    return matches;
  },
  stableUntil: holdValue({ maxLength: SIGNATURE_MAX + 3, gap: 1 }),
  examples: {
    hits: [
      [`https://x.blob.core.windows.net/c/f.csv?sv=2022-11-02&sp=r&sig=${sample}`, sample],
      [`?sig=${sample}&se=2030-01-01`, sample],
    ],
    misses: ["?sig=short", `design=${sample}`],
  },
};
