import { nameSources, countries, cities, type NameSource } from "../names-data.ts";
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

let made: readonly NamePicker[] | undefined;

/** Locales whose scripts have case and that have names of persons. */
export function pickers(): readonly NamePicker[] {
  return (made ??= nameSources()
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
