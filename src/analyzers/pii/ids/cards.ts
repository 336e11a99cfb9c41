import { type Check, compileCheck } from "./checks.ts";
import { groupNamed } from "../groups.ts";
import { CATEGORIES, type IdRule } from "./rule.ts";

/**
 * Reads identifiers from cards, sorted by id within each country:
 *
 * ```text
 * = FR France
 * FR_NIF tax number of a person (SPI); tax, national; https://…
 *   form dd dd dd ddd ddd | d{13} | *SPI d{13}; check isFrenchTaxpayer
 *   found 3023217600053 ≠ 9701987765432; label numéro fiscal, n fiscal
 * ```
 *
 * `=` begins a country, `= -` what no country issues, `#` a comment line. Fields end at a line break or `; `:
 * `form` (a star marks the ones that also count without a label), `label`, `found` (after ≠: what must not be found),
 * `check` and `checkAlone` (see `compileCheck`), `alone`, `weak`, categories, `group` where its categories say
 * another one (see `groupOf`), and the source (an address, or one of `PAGES`).
 * See `IdRule`.
 *
 * @param own Checks that only these cards name.
 * @throws {TypeError} naming the card, when it cannot be read
 */
export function idCards(text: string, own: Readonly<Record<string, Check>> = {}): readonly IdRule[] {
  const countries = text
    .replaceAll(/^ *#.*\n/gm, "")
    .split(/^= /m)
    .slice(1);
  return countries.flatMap((country) => {
    const [issuer = "", ...cards] = country.trim().split(/\n(?=\S)/);
    const [code, name] = cut(issuer, " ");
    const rules = cards.map((card) => readCard(card, { country: code === "-" ? null : code, name, own }));
    for (const [at, { id }] of rules.entries())
      if (id <= (rules[at - 1]?.id ?? "")) fail(id, "stands after a later id, or twice");
    return rules;
  });
}

interface Issuer {
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  readonly name: string;
  readonly own: Readonly<Record<string, Check>>;
}

function readCard(card: string, { country, name, own }: Issuer): IdRule {
  const [title = "", ...fields] = card.split(/\n\s*|; /);
  const [id, what] = cut(title, " ");
  const values = new Map(fields.map((field) => cut(field, " ")));
  const valueOf = (key: string): string => values.get(key) ?? fail(id, `has no ${key}`);
  const checkOf = (key: string): Check | undefined => {
    const terms = values.get(key);
    return terms === undefined
      ? undefined
      : compileCheck(terms, own, (term) => fail(id, `has a check that cannot be read: ${term}`));
  };
  const forms = valueOf("form").split(" | ");
  const strong = forms.filter((form) => form.startsWith("*")).map(unstarred);
  const [found, missed] = cut(valueOf("found"), " ≠ ");
  const [first = "", ...others] = found.split(", ");
  const [check, checkAlone] = [checkOf("check"), checkOf("checkAlone")];
  const group = values.get("group");
  return {
    id,
    name: name === "" ? what : `${name}: ${what}`,
    country,
    forms: forms.map(unstarred),
    ...(strong.length === 0 ? {} : { strong }),
    labels: valueOf("label").split(", "),
    examples: [first, ...others],
    misses: missed === "" ? [] : missed.split(", "),
    ...(check === undefined ? {} : { check }),
    ...(checkAlone === undefined ? {} : { checkAlone }),
    ...readTraits(
      id,
      fields.filter((field) => !FIELDS.has(cut(field, " ")[0])),
    ),
    ...(group === undefined ? {} : { group: groupNamed(group) ?? fail(id, `has a group ${group}`) }),
  };
}

const FIELDS: ReadonlySet<string> = new Set(["form", "label", "found", "check", "checkAlone", "group"]);

const unstarred = (form: string): string => form.replace("*", "");

/** The fields without a key: flags, categories, and the source. */
function readTraits(
  id: string,
  fields: readonly string[],
): Pick<IdRule, "categories" | "isAlone" | "isWeak" | "source"> {
  const words = fields.filter((field) => sourceOf(field) === null && field !== "alone" && field !== "weak");
  const categories = words
    .flatMap((field) => field.split(", "))
    .map((word) => CATEGORIES.find((known) => known === word) ?? fail(id, `has a field or category ${word}`));
  return {
    categories,
    ...(fields.includes("alone") ? { isAlone: true } : {}),
    ...(fields.includes("weak") ? { isWeak: true } : {}),
    source: fields.map(sourceOf).find((source) => source !== null) ?? fail(id, "names no source"),
  };
}

/** Pages that document identifiers of many countries. */
const PAGES: Readonly<Record<string, (page: string) => string>> = {
  /** The Council of the European Union's register of identity and travel documents. */
  prado: (country) => `https://www.consilium.europa.eu/prado/en/prado-documents/${country}/index.html`,
  /** The OECD's pages on taxpayer numbers. */
  tin: (country) => `${OECD}${country === "" ? "" : `${country}-TIN.pdf`}`,
  vies: () => "https://ec.europa.eu/taxation_customs/vies/#/faq",
  wiki: (page) => `https://en.wikipedia.org/wiki/${page}`,
};

const OECD =
  "https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/";

function sourceOf(field: string): string | null {
  const [name, page] = cut(field, " ");
  return field.startsWith("https://") ? field : (PAGES[name]?.(page) ?? null);
}

/** The text before and after the first `separator`; without one, all of it and an empty text. */
function cut(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + separator.length)];
}

function fail(id: string, reason: string): never {
  throw new TypeError(`identifier card ${id} ${reason}`);
}
