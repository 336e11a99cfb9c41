import type { Match, SpanDetector } from "../../detector.ts";
import { readColumns } from "../columns.ts";
import type { Label } from "../gate.ts";
import { LABEL_WORDS, labelOfWord } from "../labels.ts";
import { holdLabelled, LABELLED_MAX, readLabelled } from "../labelled-value.ts";

/** A value that its name calls a password, a secret, a token or a key. */
export const ASSIGNED_SECRET: SpanDetector = {
  id: "assigned-secret",
  placeholder: "SECRET",
  keywords: [...LABEL_WORDS.keys()],
  maxLength: LABELLED_MAX,
  source: "https://owasp.org/www-community/vulnerabilities/Use_of_hard-coded_password",
  about: {
    name: "value that its name calls a password, secret, token or key",
    form: "a name, a sign or word of assignment, and a value that looks drawn or chosen",
  },
  find: (reading, hits, from, meter) => {
    const { raw } = reading;
    const byStart = new Map<number, Match>();
    const keep = (match: Match): void => {
      const known = byStart.get(match.start);
      if (known === undefined || known.score < match.score) byStart.set(match.start, match);
    };
    // By the number of the keyword: few words stand in a text, each of them often.
    const labels = new Map<number, Label>();
    for (const hit of hits) {
      let known = labels.get(hit.keyword);
      if (known === undefined) labels.set(hit.keyword, (known = labelOfWord(raw, hit)));
      for (const match of readLabelled(reading, hit, { known, meter })) if (match.start >= from) keep(match);
    }
    for (const match of readColumns(reading, hits, from)) keep(match);
    return [...byStart.values()];
  },
  stableUntil: (reading, hits, from) => holdLabelled(reading, hits, { from, given: () => null }),
  examples: {
    hits: [
      [['api_key = "', 'q7Rk2mVx9LpT4wZb8N"'].join(""), "q7Rk2mVx9LpT4wZb8N"],
      [["DB_PASSWORD=", "dragon.5555\nDB_HOST=db"].join(""), "dragon.5555"],
      [['{"client_secret": "', 'RKOBXkQH57SL9hrVENdo"}'].join(""), "RKOBXkQH57SL9hrVENdo"],
      [["my wifi password is ", "Berlin_7909, thanks"].join(""), "Berlin_7909"],
      [["const apiToken: string = '", "BpRhfz5TpXlXCJSbX62Mcz8M';"].join(""), "BpRhfz5TpXlXCJSbX62Mcz8M"],
      [['variable "db_password" {\n  type = string\n  default = "', 'Kd9vqLm2z"\n}'].join(""), "Kd9vqLm2z"],
      [["user,password,city\nAnna,", "Kd9vqLm2,Rome"].join(""), "Kd9vqLm2"],
      [["?access_token=", "ovrZyxvSZWJj2JQOnTGL&expires_in=3600"].join(""), "ovrZyxvSZWJj2JQOnTGL"],
    ],
    misses: [
      "password = os.environ['DB_PASSWORD']",
      "api_key: ${API_KEY}",
      'token = "your-token-here"',
      "const token = getToken(user1)",
      'public_key = "q7Rk2mVx9LpT4wZb8N"',
      "max_tokens: 4096",
      'variable "password_policy" {\n  type = string\n  default = "Kd9vqLm2z"\n}',
      "name,token_count,password_hash\nAnna,q7Rk2mVx9LpT,Kd9vqLm2z\n",
      "How do I rotate an API key safely?",
      "the key is under the mat",
    ],
  },
};
