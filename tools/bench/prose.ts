/**
 * Ordinary English prose, another text for each seed, written for the benchmark: nothing in it should be found. A load that
 * sends one text again and again would measure what is remembered of it.
 */
import { createRandom, type Random } from "./soak/random.ts";

const OPENINGS: readonly string[] = [
  "In the morning",
  "After lunch",
  "On most days",
  "When the weather turns",
  "Before the season begins",
  "Towards the evening",
  "Now and then",
  "As far as anybody remembers",
  "During the holidays",
  "At the end of the week",
  "If nothing else is planned",
  "For the next visit",
  "Since the spring",
  "Twice a month",
  "Behind the chapel",
  "Where the road ends",
];
const SUBJECTS: readonly string[] = [
  "the harbour office",
  "the old captain",
  "our small library",
  "the gardener",
  "a group of students",
  "the bakery at the corner",
  "the museum",
  "the morning train",
  "the choir",
  "a carpenter from the village",
  "the swimming club",
  "the cook",
  "the weekly market",
  "the mountain hut",
  "the repair shop",
  "a patient teacher",
  "the fishing fleet",
  "the theatre",
  "the committee",
  "the lighthouse keeper",
];
const VERBS: readonly string[] = [
  "collects",
  "repairs",
  "describes",
  "prepares",
  "measures",
  "carries",
  "paints",
  "compares",
  "explains",
  "arranges",
  "borrows",
  "returns",
  "counts",
  "polishes",
  "discusses",
  "organises",
  "photographs",
  "washes",
  "sorts",
  "improves",
];
const ADJECTIVES: readonly string[] = [
  "wooden",
  "quiet",
  "heavy",
  "colourful",
  "narrow",
  "forgotten",
  "useful",
  "seasonal",
  "bright",
  "crooked",
  "spare",
  "local",
  "unusual",
  "round",
  "fresh",
  "dusty",
  "elegant",
  "simple",
  "broken",
  "enormous",
];
const OBJECTS: readonly string[] = [
  "boats",
  "maps of the coast",
  "apples",
  "tickets for the ferry",
  "chairs",
  "recipes",
  "lanterns",
  "drawings",
  "bicycles",
  "ropes",
  "windows",
  "instruments",
  "stones",
  "blankets",
  "plants",
  "tables",
  "books about birds",
  "baskets",
  "signs",
  "costumes",
];
const PLACES: readonly string[] = [
  "near the pier",
  "in the cellar",
  "along the river",
  "on the upper floor",
  "beside the orchard",
  "under the bridge",
  "in the courtyard",
  "between the two islands",
  "behind the station",
  "at the edge of the forest",
  "around the pond",
  "in front of the town hall",
  "next to the stables",
  "on the northern slope",
  "by the fireplace",
  "above the valley",
];
const REASONS: readonly string[] = [
  "because the wind is colder than it looks",
  "so that nobody has to wait",
  "although it takes longer than expected",
  "while the coffee is still warm",
  "and everybody is welcome to help",
  "until the lamps are lit",
  "but only when it does not rain",
  "and the result is better every year",
  "which makes the children laugh",
  "as the guide in the hall recommends",
  "and there is soup and bread for all",
  "even though the stairs are steep",
  "since the new roof was finished",
  "and a dog usually comes along",
  "unless the tide is low",
  "which costs less than a new one",
];

const one = (list: readonly string[], random: Random): string => list[random(list.length)] ?? "";

/** Some five million sentences of this form. */
function sentence(random: Random): string {
  const what = `${one(SUBJECTS, random)} ${one(VERBS, random)} ${one(ADJECTIVES, random)} ${one(OBJECTS, random)}`;
  return `${one(OPENINGS, random)} ${what} ${one(PLACES, random)}, ${one(REASONS, random)}.`;
}

/** A text of so many bytes; the same seed gives the same text, and two seeds texts that share no sentence but by chance. */
export function proseOfSeed(seed: number, bytes: number): string {
  // Neighbouring seeds would otherwise begin with neighbouring numbers.
  const random = createRandom(Math.imul(seed + 1, 0x9e_37_79_b1));
  let text = sentence(random);
  while (text.length < bytes) text += ` ${sentence(random)}`;
  // Half a word may be somebody's name: the last one is whole, and dots fill up.
  const words = text.slice(0, text.lastIndexOf(" ", bytes - 1));
  return words.padEnd(bytes, ".").slice(0, bytes);
}

/** Texts that a scenario sends by turns, so that none of them is one of the last few hundred. */
export const POOL = 512;

/** Something of another text for each of `count` requests. */
export const pool = <Item>(make: (seed: number) => Item, count = POOL): readonly Item[] =>
  Array.from({ length: count }, (_, seed) => make(seed));
