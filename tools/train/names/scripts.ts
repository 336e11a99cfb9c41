import {
  Beginnings,
  DICTIONARY_VERSION,
  ENTRY_MAX,
  entryHash,
  type StoredDictionary,
  USE,
} from "../../../src/analyzers/pii/names/scripts/dictionary.ts";
import { nameSources, scriptCountries } from "./names-data.ts";
import {
  ARABIC_GIVEN,
  ARABIC_ONLY_GIVEN,
  ARABIC_SURNAMES,
  CHINESE_GIVEN,
  CHINESE_SURNAMES,
  HINDI_GIVEN,
  HINDI_ONLY_GIVEN,
  HINDI_SURNAMES,
  JAPANESE_ENDS,
  JAPANESE_GIVEN,
  JAPANESE_SURNAMES,
  KOREAN_GIVEN,
  KOREAN_SURNAMES,
  NO_PLACES,
  SCRIPT_PLACES,
  THAI_GIVEN,
} from "./script-words.ts";

/** Uses of two signs, of three syllables and of a word from which they count as ordinary. */
const ORDINARY_MIN = { han: 5, hangul: 2, word: 3 } as const;
const ORDINARY_TEXT_MAX = 4000;

type Use = (typeof USE)[keyof typeof USE];

class Uses {
  readonly byHash = new Map<number, number>();
  readonly starts = new Map<number, number>();
  /** Hashes of what longer names begin with. */
  readonly beginnings = new Beginnings();

  add(words: Iterable<string>, use: Use): void {
    for (const word of words) {
      if (word.length === 0 || word.length > ENTRY_MAX) continue;
      const hash = entryHash(word);
      this.byHash.set(hash, (this.byHash.get(hash) ?? 0) | use);
      const first = word.charCodeAt(0);
      if (use === USE.ordinary) continue;
      this.starts.set(first, (this.starts.get(first) ?? 0) | use);
      for (let length = 1; length < word.length; length++) this.beginnings.add(entryHash(word.slice(0, length)));
    }
  }

  has(word: string, uses: number): boolean {
    return ((this.byHash.get(entryHash(word)) ?? 0) & uses) !== 0;
  }
}

/** The dictionary of scripts without case; what is ordinary is counted in the texts. */
export function scriptDictionary(texts: readonly string[]): StoredDictionary {
  const uses = new Uses();
  addNames(uses);
  addPlaces(uses);
  addOrdinary(uses, texts);
  const entries = [...uses.byHash].toSorted(([a], [b]) => a - b);
  const starts = [...uses.starts].toSorted(([a], [b]) => a - b);
  const bytes = Buffer.concat([
    Buffer.from(Int32Array.from(entries, ([hash]) => hash).buffer),
    Buffer.from(Uint16Array.from(entries, ([, use]) => use).buffer),
    Buffer.from(Uint16Array.from(starts.flat()).buffer),
    uses.beginnings.bytes,
  ]);
  process.stdout.write(`scripts without case: ${entries.length} words\n`);
  return { version: DICTIONARY_VERSION, count: entries.length, starts: starts.length, data: bytes.toString("base64") };
}

const sourceOf = (locale: string) => nameSources().filter((source) => source.locale === locale);
const given = (locale: string, least: number): readonly string[] =>
  sourceOf(locale).flatMap((source) => source.given.filter((name) => name.length >= least && !/\s/.test(name)));
const surnames = (locale: string, least: number): readonly string[] =>
  sourceOf(locale).flatMap((source) => source.surnames.filter((name) => name.length >= least));

/** Given names of faker that are ordinary words of Japanese and Thai as well are left out by their length. */
function addNames(uses: Uses): void {
  uses.add(CHINESE_SURNAMES, USE.chineseSurname);
  uses.add(CHINESE_GIVEN, USE.chineseGiven);
  uses.add(
    [...given("zh_CN", 1), ...given("zh_TW", 1)].flatMap((name) => name.split("")),
    USE.chineseGiven,
  );
  uses.add([...JAPANESE_SURNAMES, ...surnames("ja", 2)], USE.japaneseSurname);
  uses.add([...JAPANESE_GIVEN, ...given("ja", 1)], USE.japaneseGiven);
  uses.add(JAPANESE_ENDS, USE.japaneseEnd);
  uses.add(KOREAN_SURNAMES, USE.koreanSurname);
  uses.add([...KOREAN_GIVEN, ...given("ko", 2)], USE.koreanGiven);
  uses.add([...THAI_GIVEN, ...given("th", 3)], USE.thaiGiven);
  uses.add([...ARABIC_GIVEN, ...ARABIC_ONLY_GIVEN, ...given("ar", 3)], USE.arabicGiven);
  uses.add(ARABIC_ONLY_GIVEN, USE.arabicOnlyGiven);
  uses.add([...ARABIC_SURNAMES, ...surnames("ar", 3)], USE.arabicSurname);
  uses.add([...HINDI_GIVEN, ...HINDI_ONLY_GIVEN, ...given("ne", 2)], USE.hindiGiven);
  uses.add(HINDI_ONLY_GIVEN, USE.hindiOnlyGiven);
  uses.add([...HINDI_SURNAMES, ...surnames("ne", 2)], USE.hindiSurname);
}

function addPlaces(uses: Uses): void {
  const isKnown = (name: string): boolean => name.length > 1 && !NO_PLACES.has(name);
  const locales = ["zh_CN", "zh_TW", "ja", "ko", "th", "ar"];
  const listed = locales
    .flatMap(sourceOf)
    .flatMap(({ cities, states, countries }) => [...cities, ...states, ...countries]);
  uses.add([...SCRIPT_PLACES, ...scriptCountries()].filter(isKnown), USE.place);
  uses.add(
    listed.filter((name) => name.length > 2 && isKnown(name)),
    USE.place,
  );
}

const UNCASED = /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Han}\p{Script=Hangul}]/u;

/** Counts what may be mistaken for a name: such pairs, words that begin so, and words that are given names too. */
function addOrdinary(uses: Uses, texts: readonly string[]): void {
  const counts = { han: new Map<string, number>(), hangul: new Map<string, number>(), word: new Map<string, number>() };
  const count = (kind: keyof typeof counts, word: string): unknown =>
    counts[kind].set(word, (counts[kind].get(word) ?? 0) + 1);
  for (const text of texts.filter((each) => UNCASED.test(each))) {
    const piece = text.slice(0, ORDINARY_TEXT_MAX);
    for (let at = 0; at + 1 < piece.length; at++) {
      const pair = piece.slice(at, at + 2);
      if (/^\p{Script=Han}{2}$/u.test(pair)) count("han", pair);
    }
    for (const [word] of piece.matchAll(/(?<![\uac00-\ud7a3])[\uac00-\ud7a3]{3}/g)) count("hangul", word);
    for (const [word] of piece.matchAll(/[\p{Script=Arabic}\p{Script=Devanagari}\p{M}]{2,24}/gu)) count("word", word);
  }
  const often = (kind: keyof typeof counts): readonly string[] =>
    [...counts[kind]].flatMap(([word, times]) => (times >= ORDINARY_MIN[kind] ? [word] : []));
  const sign = USE.chineseSurname | USE.chineseGiven;
  uses.add(
    often("han").filter((pair) => uses.has(pair[0] ?? "", sign) || uses.has(pair[1] ?? "", sign)),
    USE.ordinary,
  );
  uses.add(
    often("hangul").filter(
      (word) => uses.has(word[0] ?? "", USE.koreanSurname) && !uses.has(word.slice(1), USE.koreanGiven),
    ),
    USE.ordinary,
  );
  const names = USE.arabicGiven | USE.arabicSurname | USE.hindiGiven | USE.place;
  uses.add(
    often("word").filter((word) => uses.has(word, names) || word.startsWith("ال")),
    USE.ordinary,
  );
}
