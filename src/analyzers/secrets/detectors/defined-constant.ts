import type { Match, SpanDetector } from "../../detector.ts";
import { STAND_IN_SCORE } from "../../token-rule.ts";
import { isStandIn } from "../../value.ts";
import { formReader, type FormValue, step } from "../forms.ts";

/** Shortest and longest value, UTF-16 units. */
const VALUE_MIN = 32;
const VALUE_MAX = 128;
const REACH = VALUE_MAX + 40;
const SCORE = 0.85;
/** Signs other than letters, digits and spaces: a sentence has a few of them. */
const SIGNS_SHARE = 0.12;

/** Keys and salts of installations that are drawn from all signs of the keyboard, spaces included. */
export const DEFINED_CONSTANT: SpanDetector = {
  id: "defined-constant",
  placeholder: "SECRET",
  maxLength: VALUE_MAX + 4,
  source: "https://developer.wordpress.org/apis/wp-config-php/",
  about: { name: "key or salt of an installation", form: "`define('…_KEY', '…')` and a value of all signs" },
  ...formReader(
    [
      {
        words: ["_key'", '_key"', "_salt'", '_salt"'],
        before: /define\s{0,2}\(\s{0,2}["'][A-Z_]{1,32}$/i,
        steps: [
          step(String.raw`\s{0,2},\s{0,16}["']`, String.raw`\s{0,2},?\s{0,16}["']?`),
          step(
            String.raw`([ !#-&(-\[\]-~]{${VALUE_MIN},${VALUE_MAX}})(?=["']\s{0,2}\))`,
            String.raw`[ !#-&(-\[\]-~]{0,${VALUE_MAX}}["']?\s{0,2}`,
            "y",
          ),
        ],
        judge: ([value]) => judgeConstant(value),
      },
    ],
    REACH,
  ),
  examples: {
    hits: [
      [
        ["define('AUTH_SALT', '", "q7}Rk 2m|Vx9(Lp^T4w=Zb8+N;u_5<e@Hs~Yc1%G&d", "');"].join(""),
        "q7}Rk 2m|Vx9(Lp^T4w=Zb8+N;u_5<e@Hs~Yc1%G&d",
      ],
    ],
    misses: [
      "define('AUTH_KEY', 'put your unique phrase here');",
      "define('HELP_KEY', 'Press the key, then wait (at most a minute): the lamp turns green.');",
    ],
  },
};

function judgeConstant(value: FormValue | undefined): readonly Match[] {
  if (value === undefined) return [];
  const { start, end, text } = value;
  const signs = text.match(/[^A-Za-z0-9 ]/g)?.length ?? 0;
  if (!/\d/.test(text) || !/[A-Z]/.test(text) || signs < text.length * SIGNS_SHARE) return [];
  return [{ start, end, score: isStandIn(text) ? STAND_IN_SCORE : SCORE }];
}
