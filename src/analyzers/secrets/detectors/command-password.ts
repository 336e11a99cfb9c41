import type { SpanDetector } from "../../detector.ts";
import { holdValue } from "../../hold-run.ts";
import { findAtHits, valueAt } from "../find-at-hits.ts";
import { readQuoted } from "../quoted-value.ts";
import { scoreNearPassword, scoreValue } from "../gate.ts";

/** Longest password on a command line that is looked for, UTF-16 units. */
const PASSWORD_MAX = 96;
/** Between the command's name and its password. */
const GAP = 120;
const VALUE = String.raw`([!#-&(-~]{4,${PASSWORD_MAX}})(?=["'\s]|$)`;

/** What notes call the two halves of a login, before a colon. */
const NOTES: readonly string[] =
  "zugang zugangsdaten anmeldedaten identifiants acceso accesso acesso toegang login logins access"
    .split(" ")
    .map((word) => `${word}:`);

// Options and files documented by each tool's manual page: curl -u user:password, sshpass -p password, mysql -ppassword, .netrc, .pgpass.
const PATTERNS: ReadonlyMap<string, RegExp> = new Map([
  ["curl ", new RegExp(String.raw`[^\r\n]{0,80}?(?:-u|--user)[ \t=]{0,2}["']?[A-Za-z0-9._@-]{1,32}:${VALUE}`, "y")],
  ["docker login", new RegExp(String.raw`[^\r\n]{0,80}?[ \t](?:-p|--password)[ \t=]{1,2}["']?${VALUE}`, "y")],
  ["redis-cli", new RegExp(String.raw`[^\r\n]{0,80}?[ \t](?:-a|--pass)[ \t=]{1,2}["']?${VALUE}`, "y")],
  [
    "mongo",
    new RegExp(String.raw`(?:sh|dump|restore|export|import)?[ \t][^\r\n]{0,80}?[ \t]-p[ \t]{0,2}["']?${VALUE}`, "y"),
  ],
  ["ldap", new RegExp(String.raw`(?:search|modify|add|whoami)[ \t][^\r\n]{0,100}?[ \t]-w[ \t]{0,2}["']?${VALUE}`, "y")],
  [" pass:", new RegExp(`["']?${VALUE}`, "y")],
  ["identified by", new RegExp(String.raw`[ \t]{1,3}(?:password[ \t]{1,3})?["']${VALUE}`, "iy")],
  ["securestring ", new RegExp(String.raw`[ \t]{0,2}(?:-string[ \t]{1,2})?["']${VALUE}`, "iy")],
  [
    "getconnection(",
    new RegExp(String.raw`[^\r\n,]{1,80},[ \t]{0,2}["'][^"'\r\n]{0,40}["'],[ \t]{0,2}["']${VALUE}`, "y"),
  ],
  [
    "mysqli",
    new RegExp(
      String.raw`(?:_connect)?\(["'][^"'\r\n]{0,60}["'],[ \t]{0,2}["'][^"'\r\n]{0,40}["'],[ \t]{0,2}["']${VALUE}`,
      "y",
    ),
  ],
  [" /user:", new RegExp(String.raw`[!-~]{1,40}[ \t]{1,2}${VALUE}`, "y")],
  ["oracle:thin:", new RegExp(String.raw`[A-Za-z0-9_]{1,30}/([!#-&(-.0-?A-~]{4,64})(?=@)`, "y")],
  ["wifi:s:", new RegExp(String.raw`[^;\r\n]{1,40};(?:T:[A-Za-z0-9]{0,6};)?P:([!-:<-~]{6,64})(?=;)`, "y")],
  ["wifi:t:", new RegExp(String.raw`[A-Za-z0-9]{0,6};S:[^;\r\n]{1,40};(?:H:[a-z]{0,5};)?P:([!-:<-~]{6,64})(?=;)`, "y")],
  [" /rp ", new RegExp(`["']?${VALUE}`, "y")],
  ...["credentials", "creds"].map(
    (word) =>
      [
        word,
        new RegExp(
          String.raw`(?: are| for [a-z]{1,16})?:?[ \t]{1,2}["'\x60]?[A-Za-z0-9._@-]{1,40}["'\x60]?[ \t]{0,2}[/|:][ \t]{0,2}["'\x60]?${VALUE}`,
          "y",
        ),
      ] as const,
  ),
  [
    "log in with ",
    new RegExp(String.raw`["'\x60]?[A-Za-z0-9._@-]{1,40}["'\x60]?[ \t]{0,2}[/|:][ \t]{0,2}["'\x60]?${VALUE}`, "y"),
  ],
  ["storepass ", new RegExp(`["']?${VALUE}`, "y")],
  ["keypass ", new RegExp(`["']?${VALUE}`, "y")],
  ["smbclient ", new RegExp(String.raw`[^\r\n]{0,80}?-U[ \t]{0,2}["']?[A-Za-z0-9._\\-]{1,32}%${VALUE}`, "y")],
  [":5432:", new RegExp(String.raw`[A-Za-z0-9_*.-]{1,32}:[A-Za-z0-9_*.-]{1,32}:${VALUE}`, "y")],
  ["sshpass ", new RegExp(String.raw`[ \t]{0,2}-p[ \t]{0,2}["']?${VALUE}`, "y")],
  ["mysql", new RegExp(String.raw`(?:dump|admin|import)?[ \t][^\r\n]{0,100}?[ \t]-p["']?${VALUE}`, "y")],
  // Router configurations: a number other than 0 and 7 says that a digest follows.
  ["enable secret ", new RegExp(String.raw`(?:[07] )?${VALUE}`, "y")],
  ["enable password ", new RegExp(String.raw`(?:[07] )?${VALUE}`, "y")],
  [" secret 0 ", new RegExp(VALUE, "y")],
  [" password 0 ", new RegExp(VALUE, "y")],
  [" password 7 ", new RegExp(VALUE, "y")],
  ["snmp-server community ", new RegExp(VALUE, "y")],
  ["pre-shared-key ", new RegExp(String.raw`(?:[07] )?["']?${VALUE}`, "y")],
  ["requirepass ", new RegExp(String.raw`["']?${VALUE}`, "y")],
  ["net user ", new RegExp(String.raw`[A-Za-z0-9._-]{1,32}[ \t]{1,2}${VALUE}`, "iy")],
  [
    "htpasswd ",
    new RegExp(
      String.raw`-[A-Za-z]{0,3}b[A-Za-z]{0,3}[ \t]{1,2}[!-~]{1,64}[ \t]{1,2}[!-~]{1,40}[ \t]{1,2}["']?${VALUE}`,
      "y",
    ),
  ],
  [
    "sqlplus ",
    new RegExp(String.raw`(?:-[A-Za-z]{1,2} ){0,2}["']?[A-Za-z0-9_]{1,30}/([!#-&(-.0-?A-~]{4,64})(?=@)`, "y"),
  ],
  ["lftp ", new RegExp(String.raw`[^\r\n]{0,60}?-u[ \t]{0,2}["']?[A-Za-z0-9._@-]{1,40},${VALUE}`, "y")],
  ["rdesktop ", new RegExp(String.raw`[^\r\n]{0,80}?[ \t]-p[ \t]{0,2}["']?${VALUE}`, "y")],
  ["freerdp ", new RegExp(String.raw`[^\r\n]{0,80}?[ \t]/p:["']?${VALUE}`, "y")],
  ["cmdkey ", new RegExp(String.raw`[^\r\n]{0,80}?[ \t]/pass:["']?${VALUE}`, "iy")],
  ["psexec ", new RegExp(String.raw`[^\r\n]{0,80}?[ \t]-p[ \t]{0,2}["']?${VALUE}`, "iy")],
  ["ipmitool ", new RegExp(String.raw`[^\r\n]{0,80}?[ \t]-P[ \t]{0,2}["']?${VALUE}`, "y")],
  ["sqlcmd ", new RegExp(String.raw`[^\r\n]{0,80}?[ \t]-P[ \t]{0,2}["']?${VALUE}`, "y")],
  ["mosquitto_", new RegExp(String.raw`[ps]ub[^\r\n]{0,80}?[ \t]-P[ \t]{1,2}["']?${VALUE}`, "y")],
  ["7z", new RegExp(String.raw`a?[ \t][^\r\n]{0,80}?[ \t]-p["']?${VALUE}`, "y")],
  ["zip ", new RegExp(String.raw`[^\r\n]{0,60}?-P[ \t]{1,2}["']?${VALUE}`, "y")],
  ["openssl enc", new RegExp(String.raw`[^\r\n]{0,80}?[ \t]-[kK][ \t]{1,2}["']?${VALUE}`, "y")],
  // What a program reads from its standard input.
  [
    "echo ",
    new RegExp(
      String.raw`(?:-n )?["']?(?:[A-Za-z_][A-Za-z0-9._-]{0,15}:(?=[^|\r\n]{4,60}\|[ \t]{0,2}(?:sudo )?chpasswd))?([!#-&(-{}~]{4,56})(?=["']?[ \t]{0,2}\|[ \t]{0,2}(?:(?:sudo )?chpasswd|sudo -[a-zA-Z]{0,4}S|(?:sudo )?passwd --stdin|[^|\r\n]{1,22}--password-stdin|kinit))`,
      "y",
    ),
  ],
  ["jwt.sign(", new RegExp(String.raw`[^,\r\n]{1,60},[ \t]{0,2}["']${VALUE}`, "y")],
  ["jwt.verify(", new RegExp(String.raw`[^,\r\n]{1,60},[ \t]{0,2}["']${VALUE}`, "y")],
  ["jwt.encode(", new RegExp(String.raw`[^,\r\n]{1,60},[ \t]{0,2}["']${VALUE}`, "y")],
  ["jwt.decode(", new RegExp(String.raw`[^,\r\n]{1,60},[ \t]{0,2}["']${VALUE}`, "y")],
  ["createhmac(", new RegExp(String.raw`["'][A-Za-z0-9-]{3,12}["'],[ \t]{0,2}["']${VALUE}`, "y")],
  ["hmac.new(", new RegExp(String.raw`[^"'\r\n]{0,40}["']${VALUE}`, "y")],
  ["aes.new(", new RegExp(String.raw`[^"'\r\n]{0,24}["']${VALUE}`, "y")],
  ["createcipheriv(", new RegExp(String.raw`["'][A-Za-z0-9-]{3,16}["'],[ \t]{0,2}[^"'\r\n]{0,16}["']${VALUE}`, "y")],
  ["secretkeyspec(", new RegExp(String.raw`[^"'\r\n]{0,24}["']${VALUE}`, "y")],
  ["hmacshakeyfor(", new RegExp(String.raw`[^"'\r\n]{0,24}["']${VALUE}`, "y")],
  ["radius-server ", new RegExp(String.raw`[^\r\n]{0,80}?[ \t]key[ \t](?:[07] )?${VALUE}`, "y")],
  ["tacacs-server ", new RegExp(String.raw`[^\r\n]{0,80}?[ \t]key[ \t](?:[07] )?${VALUE}`, "y")],
  ["ftp> user ", new RegExp(String.raw`[A-Za-z0-9._@-]{1,32}[ \t]${VALUE}`, "y")],
  ["auth plain ", new RegExp("([A-Za-z0-9+/]{12,96}={0,2})", "y")],
  ["http -a ", new RegExp(String.raw`["']?[A-Za-z0-9._@-]{1,32}:${VALUE}`, "y")],
  ["-p ", new RegExp(String.raw`["']?${VALUE}`, "y")],
  [
    "pdo(",
    new RegExp(String.raw`["'][^"'\r\n]{1,60}["'],[ \t]{0,2}["'][^"'\r\n]{0,24}["'],[ \t]{0,2}["']${VALUE}`, "y"),
  ],
  ["admin / ", new RegExp(VALUE, "y")],
  ["root / ", new RegExp(VALUE, "y")],
  ["fernet(", new RegExp(String.raw`b?["']${VALUE}`, "y")],
  // Notes: who, and with what.
  ...NOTES.map(
    (word) =>
      [
        word,
        new RegExp(
          String.raw`[ \t]{1,2}["'\x60]?[A-Za-z0-9._@-]{1,40}["'\x60]?[ \t]{0,2}[/|][ \t]{0,2}["'\x60]?${VALUE}`,
          "y",
        ),
      ] as const,
  ),
  [
    "log in as ",
    new RegExp(
      String.raw`["'\x60]?[A-Za-z0-9._@-]{1,40}["'\x60]?[ \t]with[ \t](?:the[ \t])?(?:password[ \t])?["'\x60]?${VALUE}`,
      "y",
    ),
  ],
  ["login ", new RegExp(String.raw`[ \t]{0,2}[!-~]{1,64}\s{1,4}password[ \t]{1,4}["']?${VALUE}`, "y")],
]);

/** What must stand before an option that many programs have: the one for the user, in the same line. */
const BEFORE: ReadonlyMap<string, RegExp> = new Map([
  ["-p ", /(?:^|\s)(?:-[uU][ \t]?|--user(?:name)?[ \t=])[^\s-][^\r\n]{0,60}[ \t]$/],
]);
const BEFORE_MAX = 80;

/** Words of sentences: what follows them must look like nothing but a password. */
const PROSE_WORDS: ReadonlySet<string> = new Set([
  "-p ",
  "credentials",
  "creds",
  "admin / ",
  "log in as ",
  "log in with ",
  "root / ",
  ...NOTES,
]);

/** The value up to the quote that closes it, where one opens it: other quotes stand inside. */
function wholeValue(raw: string, start: number, value: string): string {
  const quoted = /["']/.test(raw.charAt(start - 1)) ? readQuoted(raw, start - 1, { hasSpaces: false }) : null;
  const text = quoted?.start === start ? raw.slice(start, quoted.end) : "";
  return text.length <= PASSWORD_MAX && /^[!-~]+$/.test(text) ? text : value;
}

/** A password given to a command as an argument. */
export const COMMAND_PASSWORD: SpanDetector = {
  id: "command-password",
  placeholder: "PASSWORD",
  keywords: [...PATTERNS.keys()],
  maxLength: PASSWORD_MAX + 1,
  source: "https://everything.curl.dev/http/auth.html",
  about: {
    name: "password in a command or a call",
    form: "the option or place that a program takes its password from",
  },
  find: findAtHits((reading, hit) => {
    const { raw } = reading;
    const word = raw.slice(hit.start, hit.end).toLowerCase();
    const pattern = PATTERNS.get(word);
    const password = pattern === undefined ? null : valueAt(pattern, raw, hit.end);
    if (
      password === null ||
      BEFORE.get(word)?.test(raw.slice(Math.max(0, hit.start - BEFORE_MAX), hit.start)) === false
    )
      return null;
    const { start } = password;
    const whole = wholeValue(raw, start, password.text);
    const score = PROSE_WORDS.has(word)
      ? scoreNearPassword(reading, whole, true)
      : scoreValue(reading, whole, "password");
    return score > 0 ? { start, end: start + whole.length, score } : null;
  }),
  stableUntil: holdValue({ maxLength: PASSWORD_MAX + 1, gap: GAP }),
  examples: {
    hits: [
      [["curl -u svc_app:", "sj6wki-3ish8g https://api.test/items"].join(""), "sj6wki-3ish8g"],
      [["sshpass -p '", "LuckyFalcon96$' ssh svc@db"].join(""), "LuckyFalcon96$"],
      [["sshpass -p 'k9!tz", '"7Qw', "' ssh svc@db"].join(""), 'k9!tz"7Qw'],
      [["docker login -u ci -p ", "k9!tz7Qw registry.test"].join(""), "k9!tz7Qw"],
      [["db.test:5432:app:svc:", "sj6wki-3ish8g"].join(""), "sj6wki-3ish8g"],
      [["mysql -h db -u root -p", "BSIXr0pKCYAq shop < dump.sql"].join(""), "BSIXr0pKCYAq"],
    ],
    misses: [
      "curl -u user:$PASSWORD https://api.test",
      "sshpass -p password ssh host",
      "mysql -u root -p shop",
      "mkdir -p build2/x",
    ],
  },
};
