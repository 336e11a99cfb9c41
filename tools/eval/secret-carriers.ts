import { readFileSync } from "node:fs";
import { pick, randomOf } from "../train/learned/random.ts";
import type { GoldSpan, SpanRow } from "./labelled.ts";

const SETS = "tools/eval/sets";

/** Two halves of one set, and sets that were written after the detectors were; of the last set, one half is only counted. */
export const HALVES = ["seen", "other", "later", "last", "fresh", "aside"] as const;
export type Half = (typeof HALVES)[number];
export const isHalf = (word: string): word is Half => HALVES.some((half) => half === word);
/** Their values come from different seeds, so that none stands in two of them. */
const SEED: Record<Half, number> = {
  seen: 2026,
  other: 771_301,
  later: 90_417,
  last: 5_519,
  fresh: 31_873,
  aside: 664_021,
};

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const UPPER = LOWER.toUpperCase();
const DIGITS = "0123456789";
const LETTERS = LOWER + UPPER;
const BASE62 = LETTERS + DIGITS;
const HEX = "0123456789abcdef";
const URL64 = `${BASE62}-_`;
const BASE64 = `${BASE62}+/`;
/** Of passwords that managers draw; what no kind of quote and no shell minds. */
const BARE_SIGNS = "!%*+-./:=?@^_~";
const QUOTED_SIGNS = `${BARE_SIGNS}#$&()[]{}<>;,|`;
/** WordPress draws its keys from these; quotes and backslashes are left out of them as well. */
const SALT_SIGNS = "!@#$%^&*()-_ []{}<>~+=,.;:/?|";

type Random = () => number;

const draw = (random: Random, letters: string, length: number): string =>
  Array.from({ length }, () => pick(random, letters.split(""))).join("");
const between = (random: Random, least: number, most: number): number =>
  least + Math.floor(random() * (most - least + 1));

const WORDS =
  "harbour tulip garden winter copper falcon meadow lantern pepper saddle thunder velvet walnut yellow bridge coffee dragon engine forest hammer island jungle kitten ladder marble needle orange pirate rocket silver temple violin window zephyr".split(
    " ",
  );
const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** As people choose them: words, a year or a number, a sign. */
function chosen(random: Random): string {
  const [one, other] = [pick(random, WORDS), pick(random, WORDS)];
  const number = String(between(random, 10, 2030));
  return pick(random, [
    `${capital(one)}_${number}${pick(random, ["", "!"])}`,
    `${one}!${capital(other)}${number}`,
    `${capital(one)}${number}${pick(random, ["!", "$", "#", "?"])}`,
    `${capital(one)}-${other}-${number}`,
    `${one.replace("e", "3").replace("a", "@")}${capital(other)}${number}`,
    `${capital(one)}.${capital(other)}.${number}`,
  ]);
}

/** At least one sign of each class, as managers draw them. */
function generated(random: Random, signs: string, length: number): string {
  const least = [pick(random, LOWER.split("")), pick(random, UPPER.split("")), pick(random, DIGITS.split(""))];
  const first = pick(random, BASE62.split(""));
  const inside = draw(random, BASE62 + signs, length - 6) + pick(random, signs.split(""));
  return `${first}${inside}${least.join("")}${pick(random, BASE62.split(""))}`;
}

const base64 = (text: string): string => Buffer.from(text, "latin1").toString("base64");
const bytes = (random: Random, length: number): string =>
  String.fromCharCode(...Array.from({ length }, () => between(random, 0, 255)));

const wrapped = (text: string, width: number, joint: string): string =>
  (text.match(new RegExp(`.{1,${width}}`, "g")) ?? []).join(joint);

const mixed = (random: Random): string =>
  pick(random, [
    draw(random, BASE62, between(random, 24, 48)),
    draw(random, URL64, between(random, 28, 64)),
  ]).replaceAll(/^[-_]|[-_]$/g, "7");
const hex = (random: Random): string => draw(random, HEX, pick(random, [32, 40, 64]));
const uuid = (random: Random): string => [8, 4, 4, 4, 12].map((length) => draw(random, HEX, length)).join("-");
const small = (random: Random): string => draw(random, LOWER + DIGITS, between(random, 24, 40));
const prefixed = (random: Random): string =>
  [
    pick(random, ["nimb", "quor", "zaply", "ovx", "trellaby", "kwn", "harbr", "pml"]),
    pick(random, ["live", "test", "prod", "pat", "sk", "key", "api", "v1", "secret"]),
    pick(random, [draw(random, BASE62, between(random, 24, 40)), draw(random, HEX, 40)]),
  ].join(pick(random, ["_", "-"]));

/** Kind of slot → a value. */
const KINDS: ReadonlyMap<string, (random: Random) => string> = new Map<string, (random: Random) => string>([
  ["mixed", mixed],
  ["hex", hex],
  ["uuid", uuid],
  ["key", (random) => pick(random, [mixed, hex, uuid, small])(random)],
  ["pfx", prefixed],
  ["pw", chosen],
  ["gen", (random) => generated(random, QUOTED_SIGNS, between(random, 14, 22))],
  ["gen1", (random) => generated(random, `${BARE_SIGNS}&(`, between(random, 12, 18))],
  ["gen50", (random) => generated(random, "!@#$%^&*(-_=+)", 50)],
  ["genb", (random) => generated(random, BARE_SIGNS.replace("@", "").replace(":", ""), between(random, 12, 18))],
  ["genj", (random) => generated(random, `${BARE_SIGNS}#$&()[]{}`, between(random, 12, 18))],
  ["gent", (random) => generated(random, `${BARE_SIGNS}#$&`, between(random, 12, 18))],
  ["genx", (random) => generated(random, `${BARE_SIGNS}#$()[]{}`, between(random, 12, 18))],
  ["urlpw", (random) => generated(random, "!*-._~", between(random, 12, 18))],
  ["salt", (random) => generated(random, SALT_SIGNS, 64)],
  ["b64", (random) => base64(bytes(random, between(random, 24, 48)))],
  ["b64nopad", (random) => draw(random, BASE64, 40)],
  ["b64pw", (random) => base64(chosen(random))],
  ["b64up", (random) => base64(`${pick(random, WORDS)}:${chosen(random)}`)],
  ["hex128", (random) => draw(random, HEX, 128)],
  ["rsa", (random) => draw(random, URL64, 342)],
  ["prime", (random) => draw(random, URL64, 171)],
  ["jwk", (random) => draw(random, URL64, 43)],
  ["wg", (random) => base64(bytes(random, 32))],
  ["seed", (random) => draw(random, `${UPPER}234567`, pick(random, [16, 32]))],
  ["seedspaced", (random) => Array.from({ length: 8 }, () => draw(random, `${LOWER}234567`, 4)).join(" ")],
  ["wrap", (random) => `${draw(random, BASE64, 44)}\n  ${draw(random, BASE64, 40)}`],
  ["b64id", (random) => draw(random, `${UPPER}${DIGITS}`, 20)],
  ["b62short", (random) => draw(random, BASE62, 16)],
  ["b62id32", (random) => draw(random, BASE62, 32)],
  ["hex64s", (random) => draw(random, HEX, 64)],
  ["tgstyle", (random) => `${draw(random, DIGITS.slice(1), 10)}:${draw(random, URL64, 35)}`],
  ["brace", (random) => generated(random, "{}[]()$<>-_#&^*+", between(random, 16, 28))],
  ["small36", (random) => draw(random, LOWER + DIGITS, 36)],
  ["hex32s", (random) => draw(random, HEX, 32)],
  ["hex40s", (random) => draw(random, HEX, 40)],
  ["grp", (random) => Array.from({ length: 5 }, () => draw(random, UPPER + DIGITS, 5)).join("-")],
  ["dotted", (random) => `${draw(random, LOWER, 2)}.${draw(random, URL64, 22)}.${draw(random, BASE62, 43)}`],
  ["dice", (random) => Array.from({ length: 5 }, () => pick(random, WORDS)).join("-")],
  ["phrase", (random) => Array.from({ length: 5 }, () => pick(random, WORDS)).join(" ")],
  ["longnumber", (random) => draw(random, DIGITS, 20)],
  ["b64pct", (random) => encodeURIComponent(base64(bytes(random, 32)))],
  ["wrap64", (random) => wrapped(draw(random, BASE64, 120), 64, "\n")],
  ["wrap76", (random) => wrapped(draw(random, BASE64, 112), 76, "\n  ")],
  ["wrapbs", (random) => wrapped(draw(random, BASE62, 64), 40, "\\\n")],
  ["wrapqp", (random) => wrapped(draw(random, BASE62, 48), between(random, 16, 32), "=\n")],
  ["wrapyaml", (random) => wrapped(draw(random, URL64, 96).replaceAll(/^[-_]|[-_]$/g, "7"), 60, "\n  ")],
  ["pem", (random) => wrapped(`MIIEvQ${draw(random, BASE64, 314)}`, 64, "\n")],
  // Below: no secrets.
  ["b62six", (random) => draw(random, BASE62, 6)],
  ["b62eleven", (random) => draw(random, BASE62, 11)],
  ["low5", (random) => draw(random, LOWER + DIGITS, 5)],
  ["b64blob", (random) => draw(random, BASE64, 400)],
  ["digits11", (random) => `1${draw(random, DIGITS, 10)}`],
  ["digits18", (random) => `3${draw(random, DIGITS, 17)}`],
  ["hex8", (random) => draw(random, HEX, 8)],
  ["hex10", (random) => draw(random, HEX, 10)],
  ["hex20", (random) => draw(random, HEX, 20)],
  ["hex24", (random) => draw(random, HEX, 24)],
  ["b64md5", (random) => base64(bytes(random, 16))],
  ["b64long", (random) => draw(random, BASE64, 86)],
  ["b64url", (random) => draw(random, URL64, 43)],
  ["b64nopad16", (random) => draw(random, BASE64, 16)],
  ["b64nopad22", (random) => draw(random, BASE64, 22)],
  ["b64nopad43", (random) => draw(random, BASE64, 43)],
  ["b64nopad86", (random) => draw(random, BASE64, 86)],
  ["b62id", (random) => draw(random, BASE62, 24)],
  ["bcrypt", (random) => draw(random, `${BASE62}./`, 53)],
  ["hex7", (random) => draw(random, HEX, 7)],
  ["hex16", (random) => draw(random, HEX, 16)],
  ["hex17", (random) => draw(random, HEX, 17)],
  ["hex32", (random) => draw(random, HEX, 32)],
  ["hex40", (random) => draw(random, HEX, 40)],
  ["hex64", (random) => draw(random, HEX, 64)],
  ["hexcolon", (random) => Array.from({ length: 16 }, () => draw(random, HEX, 2)).join(":")],
  ["upper16", (random) => draw(random, UPPER + DIGITS, 16)],
]);

/** What people write where a secret belongs. */
const PLACEHOLDERS = [
  "<password>",
  "<your-api-key>",
  "${DB_PASSWORD}",
  "$API_TOKEN",
  "{{ .Values.auth.password }}",
  "{{ password }}",
  "%DB_PASSWORD%",
  "changeme",
  "change-me-please",
  "your-token-here",
  "YOUR_API_KEY",
  "xxxxxxxxxxxxxxxx",
  "********",
  "[REDACTED]",
  "password",
  "secret",
  "example",
  "env:DB_PASSWORD",
  "vault:secret/data/db#password",
  "REPLACE_ME",
  "...",
  "my-secret-value",
  "REDACTED",
  "TODO",
] as const;

/** No service has these names. */
const SERVICES =
  "acme norvik quellora zentrix palomaq burbit fennly oxtorra tidewell mopsy kelvara druvo snapferry cloudwick lumoro".split(
    " ",
  );

const SLOT = /⟦(\w+)⟧|⟪(\w+)⟫|⟨(svc|Svc|SVC)⟩/g;

/** A carrier with its slots. */
interface Carrier {
  readonly id: string;
  readonly group: string;
  readonly half: Half;
  readonly text: string;
}

function readCarriers(name: string): readonly Carrier[] {
  const counts = new Map<string, number>();
  return readFileSync(`${SETS}/${name}.txt`, "utf8")
    .split(/^=== /m)
    .slice(1)
    .map((block) => {
      const lineEnd = block.indexOf("\n");
      const group = block.slice(0, lineEnd);
      const count = counts.get(group) ?? 0;
      counts.set(group, count + 1);
      return {
        id: `${group}-${count}`,
        group,
        half: halfOf(name, count),
        text: block.slice(lineEnd + 1).replace(/\n$/, ""),
      };
    });
}

const LATE = ["later", "last"] as const;

function halfOf(name: string, count: number): Half {
  for (const half of LATE) if (name.endsWith(half)) return half;
  if (name.endsWith(FRESH)) return count % 2 === 0 ? "fresh" : "aside";
  return count % 2 === 0 ? "seen" : "other";
}

const FRESH = "-fresh";

/** What the names of a half's files end with. */
function endOf(half: Half): string {
  if (half === "fresh" || half === "aside") return FRESH;
  return LATE.some((late) => late === half) ? `-${half}` : "";
}

/** The carrier with values in its slots; `isTwin`: with placeholders where its secrets belong. */
function fill({ text }: Carrier, random: Random, isTwin: boolean): Pick<SpanRow, "text" | "entities"> {
  const service = pick(random, SERVICES);
  const entities: GoldSpan[] = [];
  let filled = "";
  let last = 0;
  for (const slot of text.matchAll(SLOT)) {
    filled += text.slice(last, slot.index);
    last = slot.index + slot[0].length;
    const [, secret, plain, spelling] = slot;
    if (spelling !== undefined) filled += spelled(service, spelling);
    else {
      const value = isTwin && secret !== undefined ? pick(random, PLACEHOLDERS) : valueOf(secret ?? plain, random);
      if (secret !== undefined && !isTwin)
        entities.push({ start: filled.length, end: filled.length + value.length, type: secret });
      filled += value;
    }
  }
  return { text: filled + text.slice(last), entities };
}

function spelled(service: string, spelling: string): string {
  if (spelling === "SVC") return service.toUpperCase();
  return spelling === "Svc" ? capital(service) : service;
}

/** A kind in capitals has its letters in capitals. */
function valueOf(kind: string | undefined, random: Random): string {
  const exact = KINDS.get(kind ?? "");
  if (exact !== undefined) return exact(random);
  const drawn = KINDS.get((kind ?? "").toLowerCase());
  if (drawn === undefined) throw new RangeError(`no kind of value is called ${kind}`);
  return drawn(random).toUpperCase();
}

/** Rows of a half, each carrier `times` times: secrets, the same with placeholders, and look-alikes. */
export function secretRows(half: Half, times: number): readonly SpanRow[] {
  const random = randomOf(SEED[half]);
  const end = endOf(half);
  const carriers = readCarriers(`secret-carriers${end}`).filter((carrier) => carrier.half === half);
  const lookalikes = readCarriers(`secret-lookalikes${end}`).filter((carrier) => carrier.half === half);
  return Array.from({ length: times }, (_, round) => [
    ...carriers.map((carrier) => rowOf(carrier, "carrier", { round, filled: fill(carrier, random, false) })),
    ...carriers.map((carrier) => rowOf(carrier, "twin", { round, filled: fill(carrier, random, true) })),
    ...lookalikes.map((carrier) => rowOf(carrier, "look-alike", { round, filled: fill(carrier, random, false) })),
  ]).flat();
}

const rowOf = (
  { id, group }: Carrier,
  kind: string,
  { round, filled }: { readonly round: number; readonly filled: Pick<SpanRow, "text" | "entities"> },
): SpanRow => ({
  ...filled,
  id: `${kind}-${id}-${round}`,
  case: kind === "carrier" ? kind : `${kind} ${group}`,
  tier: group,
});
