import type { Match, SpanDetector } from "../../detector.ts";
import { isStandInWord } from "../../value.ts";
import { type CredentialForm, formReader, type Step, step, type FormValue } from "../forms.ts";
import { isReference } from "../gate.ts";
import { isPasswordPlaceholder, WEAK_PASSWORD_SCORE } from "../weak-password.ts";

const USER_MAX = 64;
const PASSWORD_MAX = 96;
/** From the keyword to the end of the password, UTF-16 units. */
const REACH = 360;

const QUOTED_USER = String.raw`\(\s{0,8}["']([!#-&(-\[\]-~]{1,${USER_MAX}})["']`;
const QUOTED_PASSWORD = String.raw`\s{0,2},\s{0,8}["']([!#-&(-\[\]-~]{4,${PASSWORD_MAX}})(?=["']\s{0,8}\))`;
/** The arguments of a call: user, password. */
const CALL: readonly Step[] = [
  step(QUOTED_USER, String.raw`\(?\s{0,8}["']?[!#-&(-\[\]-~]{0,${USER_MAX}}["']?`),
  step(QUOTED_PASSWORD, String.raw`\s{0,2},?\s{0,8}["']?[!#-&(-\[\]-~]{0,${PASSWORD_MAX}}["']?\s{0,8}`),
];
const FIELD = String.raw`(?:(?!pass|pwd)[A-Za-z_ ]{1,24}=[^;&"'\s]{0,48}[;&] ?){0,2}`;

const FORMS: readonly Omit<CredentialForm, "judge">[] = [
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
  {
    // Notes: `user/pw: anna / …`.
    words: ["/pass", "/ pass", "/pw", "/ pw", "/kennwort", "/mdp", "/mot de passe", "/contrase", "/senha"],
    before:
      /(?:user(?:name)?|login|e-?mail|account|benutzer(?:name)?|nutzer|usuario|usu\u00e1rio|utilisateur|identifiant|utente|gebruiker)["'\x60*]{0,2} ?$/i,
    steps: [
      step(
        String.raw`(?:word|wort|wd|d|\u00f1a|code)?["'\x60*)]{0,3} ?(?:(?:is|are|ist|sind|est|sont|es|son|\u00e8|\u00e9|sono|s\u00e3o):? |[:=][ \t]{0,3})["'\x60*]{0,3}`,
        String.raw`[a-z\u00f1]{0,4}["'\x60*)]{0,3} ?[a-z\u00e8\u00e9\u00e3]{0,4}[:=]?[ \t]{0,3}["'\x60*]{0,3}`,
      ),
      step(
        String.raw`([^\s/|:,"'\x60]{1,${USER_MAX}})["'\x60]? ?[/|:] ?["'\x60]?(?=[^\s"'\x60/])`,
        String.raw`[^\s/|:,"'\x60]{1,${USER_MAX}}["'\x60]? ?[/|:]? ?["'\x60]?`,
      ),
      step(
        // Who writes it so uses one with a digit: the rest is words.
        String.raw`(?=[^\s"'\x60]{0,${PASSWORD_MAX}}\d)([!#-&(-_a-~]{5,${PASSWORD_MAX - 1}}[!#-&*+\-/-9<->@-_a-~])[.,:;?)]{0,2}(?=["'\x60\s]|$)`,
        String.raw`[!#-&(-_a-~]{0,${PASSWORD_MAX + 2}}`,
      ),
    ],
  },
  { words: ["credential", "credentials", "basicauth", "basic_auth", "auth=", "login"], steps: CALL },
];
/** Both halves of a login where they are written side by side: the password may be a word. */
export const LOGIN_CREDENTIALS: SpanDetector = {
  id: "login-credentials",
  placeholder: "CREDENTIALS",
  maxLength: PASSWORD_MAX + 2,
  source: "https://www.gnu.org/software/inetutils/manual/html_node/The-_002enetrc-file.html",
  ...formReader(
    FORMS.map((form) => ({ ...form, judge: judgeLogin })),
    REACH,
  ),
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

/** Accounts that every system has, and references: no secret, whatever stands beside them. */
const isShownUser = (user: string): boolean =>
  isReference(user) || isStandInWord(user) || /^(?:anonymous|user(?:name)?|root|admin(?:istrator)?|sa)$/i.test(user);

function judgeLogin([user, password]: readonly FormValue[]): readonly Match[] {
  if (user === undefined || password === undefined || isPasswordPlaceholder(password.text, user.text)) return [];
  const found = isShownUser(user.text) ? [password] : [user, password];
  return found.map(({ start, end }) => ({ start, end, score: WEAK_PASSWORD_SCORE }));
}
