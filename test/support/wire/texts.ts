import fc from "fast-check";

/** What the test policies mask, what looks like it, and what an encoding could part. Nothing of it blocks. */
const WORDS = [
  "jane@acme.test",
  "bob@x.test",
  "a@b.test",
  "@",
  ".test",
  "héllo",
  "😀",
  " ",
  "\n",
  '"',
  "x@y",
  "AK12",
  "plain words ",
  "jane",
] as const;

/** Texts of these words. */
export const sentenceOf = (words: readonly string[], maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...words), { maxLength }).map((parts) => parts.join(""));

export const sentence = sentenceOf(WORDS, 14);

/** Some with what looks like an escape, whose letters no mask takes away: a pattern alone does not know where masks begin. */
export const escapedSentence = sentenceOf([...WORDS, "\\u0040"], 14);
