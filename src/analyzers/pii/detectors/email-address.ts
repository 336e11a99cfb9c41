import type { Match } from "../../detector.ts";
import type { PiiDetector } from "../groups.ts";
import { holdToken } from "../../hold-run.ts";

const LOCAL_MAX = 64;
const DOMAIN_MAX = 255;
const MAX_LENGTH = LOCAL_MAX + 1 + DOMAIN_MAX;

/** What a unit may be in an address, as bits: of a local part, its punctuation, of a label in a domain. */
const OF = { local: 1, punctuation: 2, label: 4 } as const;
// ASCII atoms and the letters of scripts that are written with spaces: before an address in Chinese or Japanese text the
// words would be taken for its local part.
// Signs that part the address from a path or a parameter before it are left out, although RFC 5322 allows them.
const LETTER_OR_DIGIT = /[A-Za-z0-9\u00c0-\u024f\u0370-\u052f]/;
const SIGNS = Uint8Array.from({ length: 0x530 }, (_, code) => {
  const sign = String.fromCharCode(code);
  if (LETTER_OR_DIGIT.test(sign)) return OF.local | OF.label;
  if (sign === "-") return OF.local | OF.punctuation | OF.label;
  if (sign === "_") return OF.local;
  return /[.!#$%'*+^`{|}~]/.test(sign) ? OF.local | OF.punctuation : 0;
});
const isOf = (code: number, bit: number): boolean => code < SIGNS.length && ((SIGNS[code] ?? 0) & bit) !== 0;

const DOMAIN =
  /(?:[A-Za-z0-9\u00c0-\u024f\u0370-\u052f](?:[A-Za-z0-9\u00c0-\u024f\u0370-\u052f-]{0,61}[A-Za-z0-9\u00c0-\u024f\u0370-\u052f])?\.){1,8}(?:xn--[A-Za-z0-9-]{2,40}|[A-Za-z\u00c0-\u024f\u0370-\u052f]{2,24})(?![A-Za-z0-9\u00c0-\u024f\u0370-\u052f]|[-_][A-Za-z0-9])/y;
/** `logo@2x.png` is a picture, `lodash@4.17.21.tgz` a package. */
const FILE_ENDING =
  /\.(?:png|jpe?g|gif|svg|webp|css|js|ts|json|ya?ml|html?|md|py|sh|t?gz|zip|tar|jar|whl|deb|rpm|mp4|pdf|txt|log)$/i;

/** Mail addresses, internationalised ones too. */
export const EMAIL_ADDRESS: PiiDetector = {
  id: "EMAIL_ADDRESS",
  placeholder: "EMAIL_ADDRESS",
  group: "contact",
  // The sign is searched for here: if every letter is followed by one, listing them costs more than using the list.
  keywords: [],
  maxLength: MAX_LENGTH,
  source: "https://www.rfc-editor.org/rfc/rfc5322#section-3.4.1",
  about: { name: "mail address, internationalised ones too", form: "local part, `@`, domain with a real ending" },
  find: ({ raw, units }, _hits, from) => {
    const matches: Match[] = [];
    for (let at = raw.indexOf("@", from); at >= 0; at = raw.indexOf("@", at + 1)) {
      if (!mayBeDomain(units, at + 1)) continue;
      const start = localStart(units, at, Math.max(from, matches.at(-1)?.end ?? 0));
      if (start === at) continue;
      DOMAIN.lastIndex = at + 1;
      const domain = DOMAIN.exec(raw)?.[0];
      if (domain === undefined || isUserinfo(raw, start) || isCode(raw, { start, at }, domain)) continue;
      matches.push({ start, end: at + 1 + domain.length, score: 1 });
    }
    return matches;
  },
  stableUntil: holdToken(MAX_LENGTH),
  examples: {
    hits: [
      ["write to jane.doe+news@example.org, please", "jane.doe+news@example.org"],
      ["<a href='mailto:info@sub.example.co.uk'>", "info@sub.example.co.uk"],
      ["邮箱：li.wei@example.cn。", "li.wei@example.cn"],
      ["Grüße an jörg@müller.example!", "jörg@müller.example"],
      ["https://shop.example.org/u?email=jane.doe@example.org&id=4", "jane.doe@example.org"],
      ["GET /u?email=jane@example.org HTTP/1.1", "jane@example.org"],
      ["https://x.example.org/users/jane@example.org/orders", "jane@example.org"],
    ],
    misses: [
      "logo@2x.png",
      "@scope/package",
      "user@localhost",
      "a @ b.com",
      "postgres://app:pw@db.example.com/x",
      "5@6.7",
      "npm i lodash@4.17.21.tgz",
      "this@Outer.run { }",
      "super@Outer.foo()",
      "git clone git@github.com:org/repo.git",
    ],
  },
};

/** Longest label of a domain, UTF-16 units. */
const LABEL_MAX = 63;

/** Whether the text at `from` is long enough for a label, and a point follows it. */
function mayBeDomain(units: Uint16Array, from: number): boolean {
  let at = from;
  // The 0 after a text is of no label.
  while (at - from <= LABEL_MAX && isOf(units[at] ?? 0, OF.label)) at += 1;
  return at > from && units[at] === 0x2e;
}

/** Walks back over the local part; dots, quotes and signs at its beginning are punctuation of the text. */
function localStart(units: Uint16Array, at: number, lowest: number): number {
  let start = at;
  const bound = Math.max(lowest, at - LOCAL_MAX);
  while (start > bound && isOf(units[start - 1] ?? 0, OF.local)) start -= 1;
  while (start < at && isOf(units[start] ?? 0, OF.punctuation)) start += 1;
  return start;
}

/** Words that name a place in a program, `this@Outer.run`, and the user of `git@host:path`. */
const CODE_LOCAL = /^(?:this|super|return|break|continue)$/;

/** Whether it is of a program: a file or a version, a qualified name, a call, a remote repository. */
function isCode(raw: string, { start, at }: { readonly start: number; readonly at: number }, domain: string): boolean {
  const local = raw.slice(start, at);
  const after = raw.charAt(at + 1 + domain.length);
  if (FILE_ENDING.test(domain) || /^[\d.]+\.[^.]*$/.test(domain)) return true;
  return after === "(" || CODE_LOCAL.test(local) || (local === "git" && after === ":");
}

/** Whether an apparent local part is the end of `scheme://user:password`. */
function isUserinfo(raw: string, start: number): boolean {
  return /:\/\/[^\s/?#@]{0,200}$/.test(raw.slice(Math.max(0, start - 210), start));
}
