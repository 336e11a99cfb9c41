import { SIGN } from "../../../text/units.ts";
import type { Match, SpanDetector } from "../../detector.ts";
import { holdToken } from "../../hold-run.ts";
import { isBase58Address, isBech32Address, isEthereumAddress, isMoneroAddress, isRippleAddress } from "../wallets.ts";

/** Runs of letters and digits, UTF-16 units. Cardano's are the longest. */
const RUN_MIN = 25;
const RUN_MAX = 110;
/** Lengths of 20 bytes with their check in base 58. */
const BASE58_MAX = 36;

/** Addresses of crypto currencies, by their check sums. */
export const CRYPTO: SpanDetector = {
  id: "CRYPTO",
  placeholder: "CRYPTO",
  keywords: [],
  maxLength: RUN_MAX + 2,
  source: "https://en.bitcoin.it/wiki/List_of_address_prefixes",
  about: { name: "address of a crypto currency", form: "its checksum; no label needed" },
  find: ({ raw, signs, units }, _hits, from) => {
    const matches: Match[] = [];
    if ((signs & SIGN.run) === 0) return matches;
    // A run as long as an address covers one of these places, so that prose is hardly looked at.
    for (let at = from + RUN_MIN - 1; at < raw.length; at += RUN_MIN) {
      if (!isSign(units[at] ?? 0)) continue;
      const start = runStart(units, at);
      const end = runEnd(units, at);
      if (end - start >= RUN_MIN && isAddress(raw.slice(start, end))) matches.push({ start, end, score: 1 });
      at = Math.max(at, end);
    }
    return matches;
  },
  stableUntil: holdToken(RUN_MAX + 2),
  examples: {
    hits: [
      ["Pay 16Yeky6GMjeNkAiNcBY7ZhrLoMSgg1BoyZ, please", "16Yeky6GMjeNkAiNcBY7ZhrLoMSgg1BoyZ"],
      ['{"wallet":"3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy"}', "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy"],
      ["bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq.", "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"],
      ["to=0x326c3f85ee71ee7da692463a8db55541bb0fa906", "0x326c3f85ee71ee7da692463a8db55541bb0fa906"],
      ["rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh", "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh"],
      ["TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"],
    ],
    misses: [
      "16Yeky6GMjeNkAiNcBY7ZhrLoMSgg1BoyZ2",
      "16Yeky6GMjeNkAiNcBY7ZhrLoMSgg1BoyY",
      "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdp",
      "0x326c3f85ee71ee7da692463a8db55541bb0fa90",
      "0x0000000000000000000000000000000000000000",
      "8f953371d3e85eddb89b05ed6b9e680791055315c73e1025ab5dba7bb2aee189",
    ],
  },
};

function isAddress(run: string): boolean {
  if (run.length > RUN_MAX) return false;
  if (run.startsWith("0x")) return isEthereumAddress(run);
  if (run.length <= BASE58_MAX && /^[13mn2LMDATXt97]/.test(run) && isBase58Address(run)) return true;
  if (run.startsWith("r") && run.length <= BASE58_MAX && isRippleAddress(run)) return true;
  return isBech32Address(run) || isMoneroAddress(run);
}

/** Where the run of letters and digits around `at` begins; looks no farther than an address is long. */
function runStart(units: Uint16Array, at: number): number {
  const lowest = Math.max(0, at - RUN_MAX - 1);
  let start = at;
  while (start > lowest && isSign(units[start - 1] ?? 0)) start -= 1;
  return start;
}

/** Where it ends, as far. */
function runEnd(units: Uint16Array, at: number): number {
  const highest = at + RUN_MAX + 1;
  let end = at;
  // The 0 behind a text is no sign.
  while (end < highest && isSign(units[end] ?? 0)) end += 1;
  return end;
}

function isSign(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}
