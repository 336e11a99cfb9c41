import type { Match, SpanDetector } from "../../detector.ts";
import { ALPHABET, drawToken, run } from "../../token-rule.ts";
import { formReader, type FormValue, step } from "../forms.ts";

/** Groups of four characters: 80 bits have four of them, 512 bits thirteen. */
const GROUPS_MIN = 4;
const GROUPS_MAX = 26;
const REACH = 60 + GROUPS_MAX * 5;
/** Groups without a digit may be words. */
const DIGITS_MIN = 2;
const SCORE = 0.8;

const GROUPS = `(?:[a-z2-7]{4}[ -]){${GROUPS_MIN - 1},${GROUPS_MAX - 1}}[a-z2-7]{4}`;
const UNBROKEN = "[A-Z2-7]{16,52}";

/** The seed of one-time passwords as programs show it to be typed: base32 in groups, or in capitals. */
export const ONE_TIME_SEED: SpanDetector = {
  id: "one-time-seed",
  placeholder: "OTP_SEED",
  maxLength: GROUPS_MAX * 5 + 2,
  source: "https://www.rfc-editor.org/rfc/rfc6238",
  about: { name: "seed of one-time passwords", form: "base32 in groups of four or in capitals, after a name of it" },
  ...formReader(
    [
      {
        words: ["totp", "2fa", "setup key", "authenticator", "otp secret", "otp seed", "mfa secret", "one-time"],
        steps: [
          step(
            String.raw`[^\r\n:=]{0,40}?[:=]\s{0,4}["'\x60*]{0,3}`,
            String.raw`[^\r\n:=]{0,40}[:=]?\s{0,4}["'\x60*]{0,3}`,
          ),
          step(
            `(${GROUPS}|${GROUPS.replaceAll("a-z", "A-Z")}|${UNBROKEN})(?![A-Za-z0-9]|[ -][A-Za-z0-9]{4}(?![A-Za-z0-9]))`,
            String.raw`[A-Za-z2-7]{1,4}(?:[ -][A-Za-z2-7]{0,4}){0,${GROUPS_MAX}}|[A-Z2-7]{0,52}`,
            "y",
          ),
        ],
        judge: ([seed]) => judgeSeed(seed),
      },
    ],
    REACH,
  ),
  get examples() {
    const plain = `${drawToken([run(ALPHABET.base32, 15)], 5)}4`;
    const groups = "k5qx 3ndw mz2t 7hfa";
    return {
      hits: [
        [`TOTP secret: ${groups}\n`, groups],
        [`Enter this setup key by hand: ${plain}.`, plain],
      ] as const,
      misses: [
        "2FA code: please wait until noon then retry",
        "TOTP secret: k5qx 3ndw",
        "authenticator: INTERNATIONALISATION",
      ],
    };
  },
};

function judgeSeed(seed: FormValue | undefined): readonly Match[] {
  if (seed === undefined) return [];
  const digits = seed.text.match(/[2-7]/g)?.length ?? 0;
  return digits < DIGITS_MIN ? [] : [{ start: seed.start, end: seed.end, score: SCORE }];
}
