/**
 * The classes of words that toxic texts, and the harmless ones that look like them, are made of, whatever their language.
 * One word says nothing by itself; the learned detector weighs which classes stand together, in which order.
 * Words of abuse are listed because a filter has to know them; slurs are few, only those needed to recognise the commonest abuse.
 *
 * How the words of a class are written, in every file of this folder (as in the concepts of prompt injections):
 * - Entries are parted by single spaces, in lower case and NFC, with their marks as spelt.
 * - `word` is that whole word, `stem*` any word that begins so, `two_words` a sequence of words. A `*` stands only at the end of an entry.
 * - A hyphen or a zero-width joiner between words is written `_`. An apostrophe (straight) stays inside its word: `don't`; elided articles are left out.
 * - Languages of `matching: "substring"` (see `index.ts`) put no spaces between words: their entries match anywhere, once spaces are taken out.
 * - Censored spellings keep the sign inside the word: `f#ck` stands for any one sign that hides a letter, as `*` is taken.
 * - A word may serve several classes.
 *
 * Source: our own knowledge of the languages; no list was copied.
 */
export const TOXIC_CLASSES = [
  // What offends by itself.
  "profanity", // swear words, also censored spellings
  "insult", // idiot, loser
  "slur", // derogatory words for groups
  "dehumanise", // vermin, parasite, scum
  "sexual", // explicit sexual words

  // What is wished or announced.
  "hateVerb", // hate, despise, exterminate, deport
  "violenceVerb", // kill, beat, shoot, stab, hang
  "threatCue", // I will, watch your back, I know where you live
  "selfHarm", // kill myself, suicide, cut myself
  "should", // should, must, deserve

  // Whom it meets.
  "identity", // neutral words for groups: women, Muslims, gay, immigrants
  "you",
  "they", // they, these people

  // What speaks against it.
  "praise", // love, respect, great
  "negation", // not, never, nobody
  "counter", // it is wrong to, stop saying, racist as a charge
  "idiom", // killing time, break a leg, dying to see
] as const;

/** One class of words; see {@link TOXIC_CLASSES}. */
export type ToxicClass = (typeof TOXIC_CLASSES)[number];

/** The words of one language for the classes it has words of. */
export type ToxicWords = Readonly<Partial<Record<ToxicClass, string>>>;
