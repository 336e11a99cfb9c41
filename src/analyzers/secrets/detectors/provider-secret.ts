import type { SpanDetector } from "../../detector.ts";
import { holdValue } from "../../hold-run.ts";
import { ALPHABET, drawToken, run } from "../../token-rule.ts";
import { findAtHits, valueAt } from "../find-at-hits.ts";
import { scoreProviderValue } from "../gate.ts";
import { PROVIDER_KEYWORDS } from "../providers.ts";

const VALUE_MAX = 128;
/** Rest of the name, sign and quotes between the provider's name and the value, UTF-16 units. */
const GAP = 40;
// The name itself is the label: `postmark: "…"`, `gumroadPrivate=…`, `mailgun_live = …`. Names that continue and say what else
// it is (`_id`, `_url`, `Domain`) are another thing.
const ASSIGNMENT = new RegExp(
  String.raw`(?:[_.-]?(?:private|live|prod|production|sandbox|pat|api|sdk|rest|v\d|crumb|admin|write|dev|ci))?(?:\\{0,2}["'\x60\])]){0,2}[ \t]{0,4}(?:(?:=>|:=|=|:|,|is)[ \t]{0,4}(?:\\{0,2}["'\x60])?|(?:[A-Za-z0-9_.:>-]{0,24}|["']\))\([ \t]{0,2}["'\x60])([A-Za-z0-9+/_=.~-]{20,${VALUE_MAX}})(?![A-Za-z0-9+/_=.~@({-])`,
  "iy",
);
const sample = drawToken([run(ALPHABET.hex, 32)], 4);

/** A value that only the name of the service before it makes a secret: hexadecimal, UUID, or drawn letters and digits. */
export const PROVIDER_SECRET: SpanDetector = {
  id: "provider-secret",
  placeholder: "SECRET",
  keywords: PROVIDER_KEYWORDS,
  maxLength: VALUE_MAX + 4,
  source: "https://docs.github.com/en/code-security/secret-scanning/introduction/supported-secret-scanning-patterns",
  about: {
    name: "value that a provider's name makes a secret",
    form: "a provider's name and hexadecimal digits, a UUID or drawn letters",
  },
  find: findAtHits(({ raw }, hit) => {
    const whole = valueAt(ASSIGNMENT, raw, hit.end);
    if (whole === null) return null;
    const { start } = whole;
    const value = whole.text.replace(/\.+$/, "");
    const score = scoreProviderValue(value);
    return score > 0 ? { start, end: start + value.length, score } : null;
  }),
  stableUntil: holdValue({ maxLength: VALUE_MAX + 4, gap: GAP }),
  examples: {
    hits: [
      [`postmark: "${sample}",`, sample],
      [`gumroadPRIVATE=${sample}`, sample],
    ],
    misses: [`postmark_id: "${sample}"`, 'mailgun: "mg.shop-front-eu.test.internal"', "sendgrid = require('sendgrid')"],
  },
};
