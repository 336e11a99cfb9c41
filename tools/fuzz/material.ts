import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { PII_DETECTORS } from "../../src/analyzers/pii/registry.ts";
import { SECRET_DETECTORS } from "../../src/analyzers/secrets/registry.ts";
import type { SpanDetector } from "../../src/analyzers/detector.ts";
import { HOSTILE, TEXTS } from "../bench/detector-texts.ts";
import { COUNTER, DRAWN_DIGITS, DRAWN_KEY, DRAWN_WORD } from "./recipe.ts";

const SRC = new URL("../../src/", import.meta.url).pathname;
/** Longer texts of the source are explanations, not keywords. */
const PIECE_MAX = 80;

/** What disguises, delimits and separates, whatever the policy. */
const SIGNS: readonly string[] = [
  ...Array.from(" \t\n\r,;.:!?-_/\\|'\"`()[]{}<>@#$%^&*+=~0123456789aAeEzZ"),
  ...Array.from(
    "\u00a0\u00ad\u0301\u061c\u200b\u200c\u200d\u200e\u2028\u202a\u202c\u202d\u202e\u2060\u2066\u2067\u2069\ufeff\ufe0f\uff1a\u3002\uff0e",
  ),
  ...Array.from(
    "\u0130\u017f\u00df\u0149\ufdfa\u1e9e\uff41\u0430\u0435\u03b1\u03a3\u2460\u4e00\u3042\uac00\u0e01\u0905\u0627\u05d0",
  ),
  ..."\u{1d400} \u{e0041} \u{e0101} \u{1f600} \u{1f1e6} \ud800 \udc00 \r\n \n\n a@ b.c :// www. https://".split(" "),
  ..."\\u0041 \\u00 \\\\u \\\\ \\x41 \\x \\101 \\n %41 %2541 % =41 =\n &#65; &#x41; &amp; & &#  &lt; 0x41 41_ ) ] } > <!-- --> /* */ {{ }} ```".split(
    " ",
  ),
  ...'{" "} ":" "," [[ ]] <| |> [INST] <a> </a> ![]( ]( [dot] (at) -----BEGIN ----- QUJD 6a6f b64 == user: assistant: ### 1. 2) - * 1337 h3ll0 .-. ⠓ a.b. a-b- s.p.a.c.e'.split(
    " ",
  ),
  COUNTER,
  DRAWN_WORD,
  DRAWN_KEY,
  DRAWN_DIGITS,
];

const detectorPieces = (detectors: readonly SpanDetector[]): readonly string[] =>
  detectors.flatMap(({ keywords, examples }) => [
    ...keywords,
    ...examples.hits.flat(),
    ...examples.hits.map(([text]) => text.slice(0, -1)),
    ...examples.misses,
  ]);

const TOXIC = "../tools/train/words/toxic-words";
const CONCEPTS = "../tools/train/words/concepts";
const TOPIC_WORDS = "analyzers/topics/lexicon.json";

/** Where a policy's own words stand, of `src/`. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  banned_topics_detection: ["analyzers/topics", TOPIC_WORDS],
  competitor_mention_detection: ["analyzers/competitors"],
  language_violation_detection: ["analyzers/language"],
  pii_detection: ["analyzers/pii"],
  prompt_injection_detection: ["analyzers/prompt-injection", "analyzers/learned", "text", CONCEPTS],
  secrets_keys_detection: ["analyzers/secrets"],
  system_prompt_leak_detection: ["analyzers/system-prompt-leak", CONCEPTS],
  tool_provenance: ["analyzers/tool-provenance"],
  tool_use_rules: ["analyzers/tool-use"],
  toxicity_detection: ["analyzers/toxicity", "analyzers/learned", TOXIC],
  unsafe_prompt_protection: ["analyzers/unsafe-prompt", "analyzers/learned", CONCEPTS],
  unsafe_response_detection: ["analyzers/unsafe-response", "analyzers/learned", CONCEPTS],
};

/** Texts of a policy's own, and those that any policy is asked about. */
export function materialOf(policy: string): { readonly own: readonly string[]; readonly common: readonly string[] } {
  const detectors =
    policy === "pii_detection" ? PII_DETECTORS : policy === "secrets_keys_detection" ? SECRET_DETECTORS : [];
  const own = [...detectorPieces(detectors), ...(FOLDERS[policy] ?? []).flatMap(piecesIn)];
  return {
    own: [...new Set(own)].filter((piece) => piece !== "" && piece.length <= PIECE_MAX * 4),
    common: [...new Set([...SIGNS, ...HOSTILE.values(), ...TEXTS.values(), ...piecesIn("text")])].filter(
      (piece) => piece !== "" && piece.length <= PIECE_MAX,
    ),
  };
}

const STRING = /"([^"\\\n]*(?:\\.[^"\\\n]*){0,100})"|`([^`\\$]+)`/g;

/** What stands in quotation marks in the source of a folder or file, whole and in words. */
function piecesIn(path: string): readonly string[] {
  const full = join(SRC, path);
  if (statSync(full).isDirectory()) return readdirSync(full).flatMap((name) => piecesIn(join(path, name)));
  if (!/\.(?:ts|json)$/.test(path)) return [];
  const source = readFileSync(full, "utf8");
  return Array.from(source.matchAll(STRING), ([, quoted, template]) => unescaped(quoted ?? template ?? "")).flatMap(
    (text) => (text.length > PIECE_MAX ? wordsOf(text) : [text, ...wordsOf(text)]),
  );
}

/** Words of a list beyond so many say nothing more. */
const WORDS_MAX = 400;

const wordsOf = (text: string): readonly string[] =>
  text.length > 100_000 && !text.includes(" ")
    ? []
    : text
        .split(/[\s|]+/, WORDS_MAX)
        .filter((word) => word.length <= PIECE_MAX)
        .map((word) => word.replaceAll(/[*_]/g, " "));

function unescaped(text: string): string {
  try {
    return String(JSON.parse(`"${text.replaceAll(/\\(?!["\\/bfnrtu])/g, "\\\\").replaceAll("\n", "\\n")}"`));
  } catch {
    return text;
  }
}
