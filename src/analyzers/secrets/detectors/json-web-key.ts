import type { Match, SpanDetector } from "../../detector.ts";
import { ALPHABET, drawToken, run, STAND_IN_SCORE } from "../../token-rule.ts";
import { entropyBits, isStandIn } from "../../value.ts";
import { formReader, type FormValue, step } from "../forms.ts";

/** 8192 bits in base64url. */
const VALUE_MAX = 1366;
const REACH = VALUE_MAX + 40;
const SCORE = 0.85;
/** Bits per character that drawn base64url has, at least. */
const ENTROPY_MIN = 4;

/**
 * Lengths of the private members in base64url without padding: of elliptic curves (P-256, Ed25519 and X25519, P-384, P-521, Ed448 and
 * X448), and of RSA with 1024 to 8192 bits and its halves.
 */
const EXPONENTS: ReadonlySet<number> = new Set([43, 64, 75, 76, 88, 171, 342, 512, 683, 1366]);
const PRIMES: ReadonlySet<number> = new Set([86, 171, 172, 256, 341, 342, 683]);
/** Symmetric keys of 128 bits and more; digests are as long, so a key says its type beside it. */
const SYMMETRIC_MIN = 22;
const TYPE_BEFORE = /["'](?:kty|alg|kid|use)["']\s{0,2}:[^{}]{0,80}$/;

const names = (members: readonly string[]): readonly string[] => members.flatMap((name) => [`"${name}"`, `'${name}'`]);
const SIGN = step(String.raw`\s{0,2}:\s{0,2}["']`, String.raw`\s{0,2}:?\s{0,2}["']?`);
const valueOf = (least: number) =>
  step(
    String.raw`([A-Za-z0-9_-]{${least},${VALUE_MAX}})(?=={0,2}["'])`,
    String.raw`[A-Za-z0-9_-]{0,${VALUE_MAX}}={0,2}`,
    "y",
  );

const judgeBy =
  (isLength: (length: number) => boolean) =>
  ([value]: readonly FormValue[]): readonly Match[] => {
    if (value === undefined || !isLength(value.text.length) || entropyBits(value.text) < ENTROPY_MIN) return [];
    return [{ start: value.start, end: value.end, score: isStandIn(value.text) ? STAND_IN_SCORE : SCORE }];
  };

/** The private members of a JSON Web Key. */
export const JSON_WEB_KEY: SpanDetector = {
  id: "json-web-key",
  placeholder: "PRIVATE_KEY",
  maxLength: VALUE_MAX + 4,
  source: "https://www.rfc-editor.org/rfc/rfc7518#section-6",
  about: {
    name: "private member of a JSON Web Key",
    form: "`d`, `p`, `q`, `dp`, `dq`, `qi` or `k`, as long as its kind of key has it",
  },
  ...formReader(
    [
      { words: names(["d"]), steps: [SIGN, valueOf(43)], judge: judgeBy((length) => EXPONENTS.has(length)) },
      {
        words: names(["p", "q", "dp", "dq", "qi"]),
        steps: [SIGN, valueOf(43)],
        judge: judgeBy((length) => PRIMES.has(length)),
      },
      {
        words: names(["k"]),
        before: TYPE_BEFORE,
        steps: [SIGN, valueOf(SYMMETRIC_MIN)],
        judge: judgeBy((length) => length >= SYMMETRIC_MIN),
      },
      {
        words: names(["k"]),
        steps: [
          SIGN,
          valueOf(SYMMETRIC_MIN),
          step(String.raw`["'],\s{0,8}["'](?:kty|alg|kid|use)["']`, String.raw`["'],?\s{0,8}["']?[a-z]{0,3}["']?`, "y"),
        ],
        judge: judgeBy((length) => length >= SYMMETRIC_MIN),
      },
    ],
    REACH,
  ),
  get examples() {
    const exponent = drawToken([run(ALPHABET.base64url, 43)], 6);
    const prime = drawToken([run(ALPHABET.base64url, 171)], 7);
    const symmetric = drawToken([run(ALPHABET.base64url, 43)], 8);
    return {
      hits: [
        [`{"crv":"P-256","d":"${exponent}","kty":"EC"}`, exponent],
        [`{'kty': 'RSA', 'p': '${prime}'}`, prime],
        [`{"kty":"oct","k":"${symmetric}"}`, symmetric],
        [`{"k":"${symmetric}","alg":"HS256"}`, symmetric],
      ] as const,
      misses: [
        `{"kty":"EC","x":"${exponent}","y":"${exponent}"}`,
        `{"d":"${exponent}abc"}`,
        `{"k":"${symmetric}","v":1}`,
        '<path "d": "M10 10h4v4h-4z">',
      ],
    };
  },
};
