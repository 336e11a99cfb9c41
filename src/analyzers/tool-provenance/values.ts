import type { Span } from "../../core/model.ts";
import { Reading } from "../../text/reading.ts";

/** What a value is, as far as it matters where it comes from. */
export type ValueKind = "email" | "url" | "host" | "account" | "number" | "token" | "path";

export interface Value {
  readonly kind: ValueKind;
  /** Equal for the same value however it is written. */
  readonly key: string;
  /** Where it stands in the text; of what stands there in disguise the whole disguise. */
  readonly span: Span;
}

/** Maximum number of values read per text; a page of addresses has more, and the first are enough. */
const VALUES_MAX = 2000;
/** Encoded runs of one text that are looked into. */
const RUNS_MAX = 16;

/** The values of a text, in plain typing and inside base64 and hex too; each once for a place. */
export function valuesOf(raw: string): readonly Value[] {
  const text = new Reading(raw);
  const found = [...plainValues(raw)];
  const { plain, runs } = text;
  const known = new Set(found.map(({ key }) => key));
  if (plain !== null)
    for (const { kind, key, span } of plainValues(plain.view.raw))
      if (!known.has(key)) found.push({ kind, key, span: plain.span(span.start, span.end) });
  for (const { span, view } of runs.slice(0, RUNS_MAX))
    for (const { kind, key } of plainValues(view.raw)) found.push({ kind, key, span });
  return found.filter(({ span }) => span.end > span.start);
}

interface Form {
  readonly kind: ValueKind;
  readonly pattern: RegExp;
  /** `null`: it only looks like one. */
  readonly keyOf: (match: string) => string | null;
}

/** Every repeat is bounded, and what one form takes no later one reads again. */
const FORMS: readonly Form[] = [
  {
    kind: "url",
    pattern:
      /(?<![\p{L}\p{N}])(?:https?|hxxps?|ftp|sftp|wss?|ssh|git|s3|gs|data|file):\/{0,3}[^\s"'<>`{}|\\^]{3,2000}/giu,
    keyOf: urlKey,
  },
  {
    kind: "email",
    pattern: /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,6}[\p{L}\p{N}-]{2,24}/giu,
    keyOf: (match) => match.toLowerCase().replace(/[.-]+$/, ""),
  },
  {
    kind: "host",
    pattern:
      /(?<![\p{L}\p{N}@._/-])(?:[\p{L}\p{N}-]{1,63}\.){1,6}[\p{L}]{2,24}(?::\d{1,5})?(?:\/[^\s"'<>`{}|\\^]{0,2000})?/giu,
    keyOf: hostKey,
  },
  {
    kind: "host",
    pattern: /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.]*\d)(?::\d{1,5})?(?:\/[^\s"'<>`{}|\\^]{0,2000})?/g,
    keyOf: (match) => (match.split(/[.:/]/, 4).every((part) => Number(part) < 256) ? match.toLowerCase() : null),
  },
  {
    kind: "path",
    pattern:
      /(?<![\p{L}\p{N}:/._~-])(?:~|\.{1,2}|[A-Za-z]:)?(?:[/\\][\p{L}\p{N}._@+-]{1,100}){1,20}[/\\]?|(?<![\p{L}\p{N}/._-])\.[a-z][\w.-]{1,60}/giu,
    keyOf: (match) =>
      match
        .replaceAll("\\", "/")
        .toLowerCase()
        .replace(/[/.]+$/, ""),
  },
  {
    kind: "account",
    pattern:
      /(?<![\p{L}\p{N}])[A-Za-z]{2}\d{2}(?:[ \u00a0.-]?[A-Za-z0-9]{4}){2,7}(?:[ \u00a0.-]?[A-Za-z0-9]{1,4})?(?![\p{L}\p{N}])/gu,
    keyOf: accountKey,
  },
  {
    kind: "account",
    pattern:
      /(?<![\p{L}\p{N}])(?:0x[0-9a-fA-F]{20,80}|(?:bc1|tb1|ltc1|addr1)[0-9a-z]{20,120}|[13T][1-9A-HJ-NP-Za-km-z]{25,40})(?![\p{L}\p{N}])/gu,
    keyOf: (match) => (/\d/.test(match) && /[A-Za-z]/.test(match) ? match.toLowerCase() : null),
  },
  {
    kind: "number",
    pattern: /(?<![\p{L}\p{N}.,-])(?:\+|\(\+?)?\d(?:[ \u00a0()./-]{0,2}\d){5,30}(?![\p{L}\p{N}]|[.,]\d)/gu,
    keyOf: numberKey,
  },
  {
    kind: "token",
    pattern:
      /(?<![\p{L}\p{N}_-])(?=[A-Za-z_-]{0,60}\d)(?=[\d_-]{0,60}[A-Za-z])[A-Za-z0-9_-]{6,200}(?![\p{L}\p{N}_-])/gu,
    keyOf: (match) => match.toLowerCase(),
  },
];

function plainValues(raw: string): readonly Value[] {
  const found: Value[] = [];
  let rest = raw;
  for (const { kind, pattern, keyOf } of FORMS) {
    rest = rest.replace(pattern, (match: string, ...more: readonly unknown[]) => {
      const start = more.find((item) => typeof item === "number") ?? 0;
      const value = trimmed(match, kind);
      const key = found.length < VALUES_MAX ? keyOf(value) : null;
      if (key === null || key === "") return match;
      found.push({ kind, key, span: { start, end: start + value.length } });
      // Of the same length: offsets stay.
      return "\n".repeat(value.length) + match.slice(value.length);
    });
  }
  return found.sort((a, b) => a.span.start - b.span.start);
}

/** Punctuation that ends the sentence, not the value. */
function trimmed(match: string, kind: ValueKind): string {
  return kind === "url" || kind === "host" ? match.replace(/[)\].,;:!?*_~]{1,20}$/, "") : match;
}

function urlKey(match: string): string {
  const [, scheme = "", rest = ""] = /^([a-z0-9]+):\/{0,3}(.*)$/is.exec(match) ?? [];
  const web = /^(?:https?|hxxps?)$/i.test(scheme);
  const { host, path } = splitHost(rest);
  if (host === "") return "";
  return web ? `${host}${path}` : `${scheme.toLowerCase()}://${host}${path}`;
}

function splitHost(rest: string): { readonly host: string; readonly path: string } {
  const at = rest.search(/[/?#]/);
  const authority = at === -1 ? rest : rest.slice(0, at);
  const host = authority
    .slice(authority.lastIndexOf("@") + 1)
    .toLowerCase()
    .replace(/^www\./, "")
    .replace(/:(?:80|443)$/, "")
    .replaceAll("[.]", ".");
  const path = at === -1 ? "" : rest.slice(at).replace(/\/$/, "");
  return { host, path };
}

/** Domains that a bare name may end in, beside `www.` and names with a path: others are names of files and methods. */
const DOMAINS: ReadonlySet<string> = new Set(
  `com net org io co dev app ai info biz me cc xyz top site online shop store click link tk cf ga gq ml icu vip club live space
  website tech cloud digital agency email ru cn de fr uk us eu it es nl ch at pl se no dk jp kr in br au ca mx za tr ua be cz
  pt gr hu ro fi ie nz sg hk tw edu gov mil int example test invalid onion`.split(/\s+/),
);

function hostKey(match: string): string | null {
  const { host, path } = splitHost(match);
  const [top = ""] = /[^.:]+(?=(?::\d+)?$)/.exec(host) ?? [];
  const isWritten = /^www\./i.test(match) || DOMAINS.has(top);
  return isWritten ? `${host}${path}` : null;
}

const ACCOUNT_MIN = 14;
const ACCOUNT_MAX = 34;

/** Account numbers as IBANs are written, whatever their check digits say: an attacker's may be wrong. */
function accountKey(match: string): string | null {
  const key = match.replaceAll(/[^A-Za-z0-9]/g, "").toLowerCase();
  const digits = key.replaceAll(/\D/g, "").length;
  return key.length >= ACCOUNT_MIN && key.length <= ACCOUNT_MAX && digits * 2 > key.length ? key : null;
}

/** A phone number with and without its country ends alike. */
const NUMBER_TAIL = 9;
const DATE = /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})(?:[ T]|$)/;

function numberKey(match: string): string | null {
  if (DATE.test(match)) return null;
  const digits = match.replaceAll(/\D/g, "");
  return digits.length < 7 ? null : digits.slice(-NUMBER_TAIL);
}

/** The host of a link or of a bare host. */
export function hostOf(key: string): string {
  const bare = key.replace(/^[a-z0-9]+:\/\//, "");
  const at = bare.search(/[/?#:]/);
  return at === -1 ? bare : bare.slice(0, at);
}
