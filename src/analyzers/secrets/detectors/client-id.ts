import type { SpanDetector } from "../../detector.ts";
import { ALPHABET, drawToken, run } from "../../token-rule.ts";
import { formReader, step } from "../forms.ts";
import { scoreProviderValue } from "../gate.ts";

const VALUE_MAX = 96;
/** From the keyword to the name of the secret, UTF-16 units. */
const REACH = 240;
const sample = drawToken([run(ALPHABET.base62, 32)], 31);
const ID_SCORE = 0.5;
/** Shorter ids beside a secret must have digits, UTF-16 units. */
const LENGTH_MIN = 6;

/** The first half of a pair that only works together: `client_id` right before `client_secret`. */
export const CLIENT_ID: SpanDetector = {
  id: "client-id",
  placeholder: "CLIENT_ID",
  maxLength: VALUE_MAX + 2,
  source: "https://www.rfc-editor.org/rfc/rfc6749#section-2.2",
  ...formReader(
    [
      {
        words: ["client_id", "client-id", "clientid", "token_id", "token-id", "tokenid"],
        steps: [
          step(
            String.raw`(?:\\{0,3}["'])?[ \t]{0,3}(?:=>|:=|[:=])[ \t]{0,3}(?:\\{0,3}["'])?([A-Za-z0-9._-]{${LENGTH_MIN},${VALUE_MAX}})(?=[\\"'\s,;])`,
            String.raw`[\\]{0,3}["']?[ \t]{0,3}[:=>]{0,2}[ \t]{0,3}[\\]{0,3}["']?[A-Za-z0-9._-]{0,${VALUE_MAX}}`,
          ),
          step(
            String.raw`(?:\\{0,3}["'])?[,;]?(?:\s|\\[nrt]){1,24}(?:export )?\\{0,3}["']?[A-Za-z0-9]{0,16}[A-Za-z0-9_]{0,24}?(?:client|token)[_-]?secret`,
            String.raw`[\\"',;nrt\s]{0,32}[A-Za-z0-9_" '-]{0,60}`,
          ),
        ],
        judge: ([value]) => {
          if (value === undefined) return [];
          const isShort = value.text.length < 16 && /^(?=[a-z0-9]*\d)(?=\d*[a-z])[a-z0-9]+$/.test(value.text);
          return isShort || scoreProviderValue(value.text) > 0
            ? [{ start: value.start, end: value.end, score: ID_SCORE }]
            : [];
        },
      },
    ],
    REACH,
  ),
  examples: {
    hits: [
      [`SHOP_CLIENT_ID='${sample}'\nSHOP_CLIENT_SECRET=x`, sample],
      [`{"clientId": "${sample}",\n "clientSecret": "x"}`, sample],
      ["token-id: f3c9a1\ntoken-secret: x", "f3c9a1"],
    ],
    misses: [
      `client_id = "${sample}"\nredirect_uri = "x"`,
      "client_id: string\nclient_secret: string",
      "client_id=process.env.CLIENT_ID\nclient_secret=x",
    ],
  },
};
