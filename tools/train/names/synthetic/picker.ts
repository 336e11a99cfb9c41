import { nameSources, countries, cities, type NameSource } from "../names-data.ts";
import { ENGLISH_SURNAMES, ROMANISED_NAMES } from "../more-names.ts";
import { generator } from "../trainer.ts";

/** Draws names of one language or country. */
export interface NamePicker {
  readonly language: string;
  readonly given: () => string;
  readonly surname: () => string;
  readonly city: () => string;
  readonly country: () => string;
  readonly state: () => string;
}

const none = { cities: [], states: [], countries: [], companies: [], jobs: [] };
const [ENGLISH_GIVEN = []] = nameSources()
  .filter(({ locale }) => locale === "en")
  .map(({ given }) => given);
const MORE: readonly NameSource[] = [
  { ...none, locale: "en_US", given: ENGLISH_GIVEN, surnames: ENGLISH_SURNAMES },
  { ...none, locale: "en_GB", given: ENGLISH_GIVEN, surnames: ENGLISH_SURNAMES },
  { ...none, locale: "en_CN", ...ROMANISED_NAMES },
];

let made: readonly NamePicker[] | undefined;

/** Locales whose scripts have case and that have names of persons. */
export function pickers(): readonly NamePicker[] {
  return (made ??= [...nameSources(), ...MORE]
    .filter(({ given, surnames }) => given.length > 30 && surnames.length > 30)
    .filter(({ given }) => /^\p{Lu}/u.test(given[0] ?? ""))
    .map((source, index) => pickerOf(source, generator(1000 + index))));
}

function pickerOf(source: NameSource, random: () => number): NamePicker {
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? "";
  const language = source.locale.slice(0, 2);
  const towns = [...townsOf(source.locale.slice(3, 5)), ...source.cities];
  const nations = nationsOf(language);
  return {
    language,
    given: () => pick(source.given),
    surname: () => pick(source.surnames),
    city: () => pick(random() < 0.6 && towns.length > 20 ? towns : largeTowns()),
    country: () => pick(nations),
    state: () => pick(source.states.length > 0 ? source.states : nations),
  };
}

let large: readonly string[] | undefined;
let byCountry: ReadonlyMap<string, readonly string[]> | undefined;

const largeTowns = (): readonly string[] =>
  (large ??= cities()
    .filter(({ population }) => population > 250_000)
    .map(({ name }) => name));

function townsOf(country: string): readonly string[] {
  byCountry ??= new Map(
    [...Map.groupBy(cities(), (city) => city.country)].map(([code, list]) => [code, list.map(({ name }) => name)]),
  );
  return byCountry.get(country) ?? [];
}

function nationsOf(language: string): readonly string[] {
  const lists = countries();
  return lists.get(language) ?? lists.get("en") ?? [];
}
