import type { KeywordHit } from "../../../text/automaton.ts";
import type { Match, SpanDetector } from "../../detector.ts";
import { isStandInWord } from "../../value.ts";
import { isReference } from "../gate.ts";
import { isPasswordPlaceholder, WEAK_PASSWORD_SCORE } from "../weak-password.ts";

/** A piece of a form: what stands there, and whether the rest of a text may be the beginning of it. */
interface Step {
  /** Its first group, where it has one, is a value: the user first, then the password. */
  readonly whole: RegExp;
  readonly partial: RegExp;
}
interface Form {
  readonly words: readonly string[];
  /** What stands before the keyword. */
  readonly before: RegExp;
  readonly steps: readonly Step[];
}

/** What `before` looks at, UTF-16 units. */
const BEFORE_MAX = 90;
const USER_MAX = 64;
const PASSWORD_MAX = 96;
/** From the keyword to the end of the password, UTF-16 units. */
const REACH = 360;

const step = (whole: string, partial: string, flags = "iy"): Step => ({
  whole: new RegExp(whole, flags),
  partial: new RegExp(`(?:${partial})$`, flags),
});
const QUOTED_USER = String.raw`\(\s{0,8}["']([!#-&(-\[\]-~]{1,${USER_MAX}})["']`;
const QUOTED_PASSWORD = String.raw`\s{0,2},\s{0,8}["']([!#-&(-\[\]-~]{4,${PASSWORD_MAX}})(?=["']\s{0,8}\))`;
/** The arguments of a call: user, password. */
const CALL: readonly Step[] = [
  step(QUOTED_USER, String.raw`\(?\s{0,8}["']?[!#-&(-\[\]-~]{0,${USER_MAX}}["']?`),
  step(QUOTED_PASSWORD, String.raw`\s{0,2},?\s{0,8}["']?[!#-&(-\[\]-~]{0,${PASSWORD_MAX}}["']?\s{0,8}`),
];
const FIELD = String.raw`(?:(?!pass|pwd)[A-Za-z_ ]{1,24}=[^;&"'\s]{0,48}[;&] ?){0,2}`;

const LOGIN_FORMS: readonly Form[] = [
  {
    // The GNU manual of inetutils: `machine host login user password word`, each pair on a line of its own or not.
    words: ["login"],
    before: /(?:^|\s)(?:machine\s{1,4}\S{1,64}|default)\s{1,8}$/,
    steps: [
      step(String.raw`\s{1,8}(\S{1,${USER_MAX}})(?=\s)`, String.raw`\s{0,8}\S{0,${USER_MAX}}`),
      step(String.raw`\s{1,16}password\s{1,8}`, String.raw`\s{0,16}[a-z]{0,8}\s{0,8}`),
      step(String.raw`([!#-&(-_a-~]{4,${PASSWORD_MAX}})(?=["'\x60\s]|$)`, String.raw`[!#-&(-_a-~]{0,${PASSWORD_MAX}}`),
    ],
  },
  {
    // Connection strings of ODBC, ADO.NET, JDBC.
    words: ["user", "uid"],
    before: /(?:^|[;&?"'\s])$/,
    steps: [
      step(
        String.raw`(?: ?id|name)? ?= ?([^;&"'\s<>=]{1,${USER_MAX}})(?=[;&])`,
        String.raw`[a-z ]{0,5} ?(?:= ?[^;&"'\s<>=]{0,${USER_MAX}})?`,
      ),
      step(
        String.raw`[;&] ?${FIELD}(?:password|pwd) ?= ?`,
        String.raw`[;&] ?${FIELD}[A-Za-z_ ]{0,24}(?:=[^;&"'\s]{0,48})?`,
      ),
      step(
        String.raw`([^;&"'\s<>\\]{4,${PASSWORD_MAX}})(?=[;&"'\s<\\]|$)`,
        String.raw`[^;&"'\s<>\\]{0,${PASSWORD_MAX}}`,
      ),
    ],
  },
  {
    // Options of commands: -User X -Password Y.
    words: ["user"],
    before: /(?:^|\s)--?$/,
    steps: [
      step(
        String.raw`(?:name)?(?:[ \t]{1,3}|=)["']?([^\s"'=-][^\s"']{0,${USER_MAX - 1}})["']?(?=\s)`,
        String.raw`[a-z]{0,4}[ \t=]{0,3}["']?[^\s"']{0,${USER_MAX}}["']?`,
      ),
      step(
        String.raw`[ \t]{1,3}(?:[\\\x60]\r?\n\s{0,8})?--?pass(?:word)?(?:[ \t]{1,3}|=)`,
        String.raw`[ \t]{0,3}[\\\x60]?\s{0,8}-{0,2}[a-z]{0,8}[ \t=]{0,3}`,
      ),
      step(
        // A word in small letters is one of the sentence that names the options.
        String.raw`(?![a-z]{1,${PASSWORD_MAX}}(?:\s|$))["']?([!#-&(-~]{4,${PASSWORD_MAX}})(?=["'\s]|$)`,
        String.raw`["']?[!#-&(-~]{0,${PASSWORD_MAX}}`,
        "y",
      ),
    ],
  },
  { words: ["credential", "credentials", "basicauth", "basic_auth", "auth="], before: /^|./, steps: CALL },
];
const KEYWORDS: readonly string[] = [...new Set(LOGIN_FORMS.flatMap(({ words }) => words))];
const FORMS: ReadonlyMap<string, readonly Form[]> = new Map(
  KEYWORDS.map((word) => [word, LOGIN_FORMS.filter(({ words }) => words.includes(word))]),
);

/** Both halves of a login where they are written side by side: the password may be a word. */
export const LOGIN_CREDENTIALS: SpanDetector = {
  id: "login-credentials",
  placeholder: "CREDENTIALS",
  keywords: KEYWORDS,
  maxLength: PASSWORD_MAX + 2,
  source: "https://www.gnu.org/software/inetutils/manual/html_node/The-_002enetrc-file.html",
  find: (raw, hits, from) => hits.flatMap((hit) => read(raw, hit).matches.filter(({ start }) => start >= from)),
  heldFrom: (raw, hits) => {
    for (const hit of hits) if (hit.end + REACH > raw.length && read(raw, hit).isOpen) return hit.end;
    return raw.length;
  },
  examples: {
    hits: [
      ["machine files.test login ziggy password moonage9", "moonage9"],
      ["machine files.test\n  login ziggy\n  password moonage9\n", "ziggy"],
      ["Server=db;User ID=shop;Database=x;Password=rabbithole;", "rabbithole"],
      ["Connect-VIServer vc.test -User ops@vsphere.local -Password Moonage1!", "ops@vsphere.local"],
      ['new NetworkCredential("builds", "rabbithole")', "rabbithole"],
      ["requests.get(url, auth=('builds', 'rabbithole'))", "builds"],
    ],
    misses: [
      "the login user password screen",
      "machine files.test login $LOGIN password $PASSWORD",
      "User ID=myUsername;Password=password;",
      "Connect-VIServer -user $user -password $pass",
      'new NetworkCredential(user, "x")',
      'new NetworkCredential("user", "password")',
    ],
  },
};

interface Reading {
  readonly matches: readonly Match[];
  /** Whether more text could make it another reading. */
  readonly isOpen: boolean;
}
const NOTHING: Reading = { matches: [], isOpen: false };

/** What the forms of the word at the hit say; at most one fits. */
function read(raw: string, hit: KeywordHit): Reading {
  const forms = FORMS.get(raw.slice(hit.start, hit.end).toLowerCase()) ?? [];
  let isOpen = false;
  for (const { before, steps } of forms) {
    const reading = walk(raw, hit.end, steps);
    if (!reading.isOpen && reading.matches.length === 0) continue;
    if (!before.test(raw.slice(Math.max(0, hit.start - BEFORE_MAX), hit.start))) continue;
    if (reading.matches.length > 0) return reading;
    isOpen ||= reading.isOpen;
  }
  return isOpen ? { ...NOTHING, isOpen } : NOTHING;
}

/** Accounts that everybody has, and references: no secret, whatever stands beside them. */
const isShownUser = (user: string): boolean =>
  isReference(user) || isStandInWord(user) || /^(?:anonymous|user(?:name)?|root|admin(?:istrator)?|sa)$/i.test(user);

function walk(raw: string, from: number, steps: readonly Step[]): Reading {
  const values: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  let at = from;
  for (const { whole, partial } of steps) {
    whole.lastIndex = at;
    const found = whole.exec(raw);
    if (found === null) {
      partial.lastIndex = at;
      return { matches: [], isOpen: partial.test(raw) };
    }
    const text = found[1];
    if (text !== undefined) {
      const start = at + found[0].indexOf(text);
      values.push({ start, end: start + text.length, text });
    }
    at = whole.lastIndex;
  }
  const [user, password] = values;
  const isOpen = at === raw.length;
  if (user === undefined || password === undefined || isPasswordPlaceholder(password.text, user.text))
    return { matches: [], isOpen };
  const matches = [user, password].map(({ start, end }) => ({ start, end, score: WEAK_PASSWORD_SCORE }));
  return { matches: isShownUser(user.text) ? matches.slice(1) : matches, isOpen };
}
