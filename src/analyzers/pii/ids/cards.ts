import { CATEGORIES, type Category, type IdRule } from "./rule.ts";

/** Checks by the name that cards call them by. */
type Checks = Readonly<Record<string, (compact: string) => boolean>>;

/** Whose numbers they are. */
interface Issuer {
  /** ISO 3166-1 alpha-2, or `null` where no country issues them. */
  readonly country: string | null;
  /** The country's name; absent: names stand alone. */
  readonly name?: string;
}

/**
 * Reads identifiers from cards:
 *
 * ```text
 * FR_NIF tax number of a person (SPI)
 *   form dd dd ddd ddd ddd | d{13}              strong: forms that count without a label, likewise
 *   label numéro fiscal, n fiscal
 *   found 3023217600053 ≠ 9701987765432         after ≠: what must not be found
 *   tax; check isFrenchTaxpayer; https://…      categories, check, checkAlone, alone, weak, and the source
 * ```
 *
 * `#` begins a comment line. The fields are those of `IdRule`.
 * @throws {TypeError} naming the card, when it cannot be read
 */
export const idCards = (issuer: Issuer, text: string, checks: Checks = {}): readonly IdRule[] =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.trimStart().startsWith("#"))
    .join("\n")
    .split(/\n(?=\S)/)
    .map((card) => readCard(card, issuer, checks));

function readCard(card: string, { country, name }: Issuer, checks: Checks): IdRule {
  const [head = "", ...lines] = card.split("\n").map((line) => line.trim());
  const [id = "", ...words] = head.split(" ");
  const fields = new Map(lines.slice(0, -1).map((line) => cut(line, " ")));
  const field = (key: string): string => fields.get(key) ?? fail(id, `has no ${key}`);
  for (const key of fields.keys()) if (!FIELDS.has(key)) fail(id, `has a field ${key}`);
  const [found, missed] = cut(field("found"), " ≠ ");
  const [first = fail(id, "has no example"), ...others] = found.split(", ");
  const strong = fields.get("strong");
  return {
    id,
    name: name === undefined ? words.join(" ") : `${name}: ${words.join(" ")}`,
    country,
    forms: field("form").split(" | "),
    ...(strong === undefined ? {} : { strong: strong.split(" | ") }),
    labels: field("label").split(", "),
    examples: [first, ...others],
    misses: missed === "" ? [] : missed.split(", "),
    ...readTraits(id, lines.at(-1) ?? "", checks),
  };
}

const FIELDS: ReadonlySet<string> = new Set(["form", "strong", "label", "found"]);

type Traits = Pick<IdRule, "categories" | "check" | "checkAlone" | "isAlone" | "isWeak" | "source">;

/** The last line of a card: `tax, national; check isFrenchTaxpayer; alone; https://…`. */
function readTraits(id: string, line: string, checks: Checks): Traits {
  const parts = line.split("; ");
  const source = parts.pop() ?? "";
  if (!source.startsWith("https://")) fail(id, "names no source");
  const named = (key: string): ((compact: string) => boolean) | undefined => {
    const part = parts.find((one) => one.startsWith(`${key} `));
    return part === undefined ? undefined : (checks[part.slice(key.length + 1)] ?? fail(id, `names no check: ${part}`));
  };
  const [check, checkAlone] = [named("check"), named("checkAlone")];
  const rest = parts.filter((part) => !/^check(?:Alone)? /.test(part) && part !== "alone" && part !== "weak");
  return {
    categories: rest.flatMap((part) => part.split(", ")).map((word) => categoryOf(id, word)),
    ...(check === undefined ? {} : { check }),
    ...(checkAlone === undefined ? {} : { checkAlone }),
    ...(parts.includes("alone") ? { isAlone: true } : {}),
    ...(parts.includes("weak") ? { isWeak: true } : {}),
    source,
  };
}

const categoryOf = (id: string, word: string): Category =>
  CATEGORIES.find((category) => category === word) ?? fail(id, `has a category ${word}`);

/** What stands before and after the first `separator`; all of it and nothing without one. */
function cut(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + separator.length)];
}

function fail(id: string, reason: string): never {
  throw new TypeError(`identifier card ${id} ${reason}`);
}
