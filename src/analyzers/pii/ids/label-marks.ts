import type { Span } from "../../../core/model.ts";
import { EndPattern } from "../end-pattern.ts";

/** Names of identifiers, without accents and spaces, that some language has as an ordinary word. */
const WORDS = new Set(
  (
    "ak ari ban bel bic bin bir btw can cc ce cell cf chi ci cin csc cui cup cups dic din dip dominio dui ein eid emo epic ern ersi faber fan fayda fin handy hic hra ic ice ide idi ik " +
    "ince ine inn ion iva kt lei lic marca mf mobil mobile mod moms moss mot movil nam nas nhi nia nib nic nid nida nie nin nino nir nis nit nn nui nuit oib omang oss pan pase pasi pasos " +
    "passi pasta pib pin pis plz portable pps psn pst rea rego rfc rg rib ric rif rit rok ruc run rut rz sim sin siren sotu sss stir swift tan taxi team tel tic tie tin tip tps uid urn van vat " +
    "vid vin voter zip"
  ).split(" "),
);
/** Nouns that name a thing as often as its number: the number follows at once. */
const NOUNS = new Set(
  (
    "account beneficiary buletin chassis documento handset identificacion identification licencia patenta patente permis prescriber provider " +
    "utente"
  ).split(" "),
);
/** Nouns that are also forms of the verb for to count: the number follows at once, and an article precedes. */
const COUNTS = new Set("compte conta conto cuenta".split(" "));
/** What carries a number plate is a plate as well: a number with letters follows. */
const PLATES = new Set("placa placas plaka plaque plate plates targa targat".split(" "));
/** Any other name of so few letters may be a word that we do not know: the number follows at once. Three consonants are none. */
const SHORT = /^(?:..?|(?=.*[aeiouy])...)$/;

/** Names of several words that joined are another word: `sa id` is `said`. */
const OTHER_WORDS = new Set("cop nine noic nohp nosim pinis said".split(" "));
/** … which count with their words apart only. */
export const isOtherWord = (joined: string): boolean => OTHER_WORDS.has(joined);

/**
 * Whether a name of identifiers looks like an ordinary word: `sin` is Spanish for without, `bin` German for am and Turkish for
 * thousand. Such a word is a label only where it is marked as one.
 * @param name in lower case without accents and spaces
 */
export const isOrdinaryWord = (name: string): boolean =>
  SHORT.test(name) || [OTHER_WORDS, WORDS, NOUNS, COUNTS, PLATES].some((list) => list.has(name));

/** UTF-16 units around a label in which its marks stand. */
const MARK_REACH = 32;
/** What sets it apart from a sentence, right after it. */
const SIGN_AFTER =
  /["'`)\]*]{0,3}[ \t]{0,2}(?:[:=#№|>\t：＝]|(?:[-–—] |\r?\n|["'`([]{1,2})(?=[A-Z]{0,3}[ -]?\d)|(?:of|for|de|von|van|di|do|da|des|du|för|til)(?: \p{Lu}[\p{L}.]{1,16}){1,3}(?:['’]s)?(?::| (?:is|ist|est|es|é|è)(?!\p{L})))/uy;
/** A word for number or code. */
const NUMBER_AFTER =
  /[ _-]?(?:(?:card|id|tax)[ _-]?)?(?:n(?:umbers?|um|br|ummern?|úmero|umero|uméro|umaras[ıi]|umer|omor|r)|codes?|ids?|n[º°o]\.?(?= ?[#:]? ?\d))(?!\p{L})/iuy;
const NUMBER_BEFORE = new EndPattern(
  /(?<!\p{L})(?:n(?:umber|um|úmero|umero|uméro|ummer|umer|omor|r|[º°]|o\.)|código|codigo)\.? (?:(?:de|do|da|di|del|du|of) |d['’])?$/iu,
);
/** Whose it is. */
const OWNER_BEFORE = new EndPattern(
  /(?<!\p{L})(?:my|your|his|her|our|their|\p{L}{2,20}['’]s|meine?|deine?|mon|votre|mi|meu|minha|seu|mio|mia|suo|mój|moja|mijn|min|benim)(?: \p{L}{2,12}){0,2} $/u,
);
const ARTICLE_BEFORE = new EndPattern(/(?<!\p{L})(?:la|le|el|a|da|na|al|du|sul|del|de la) $/iu);
/** The number, or its letters before the first digit. */
const VALUE_AFTER = /s? {1,2}(?:(?:is|es|est|é|è|no) )?(?:[A-Z]{1,3}[ -]?)?\d/y;
const PLATE_AFTER = /s? {1,2}(?:(?:is|es|est|é|è|no) )?(?=[0-9 -]{0,6}[A-Z])[A-Z0-9 -]{0,8}\d/y;
const QUOTE = /["'`]/;

/**
 * Whether something besides its letters says that the word in `[start, end)` is a label: capitals, a sign or a word for number
 * beside it, an owner, or its place in a name.
 */
export function isMarked(raw: string, { start, end }: Span, name: string): boolean {
  if (isOfName(raw, start, end) || isInCapitals(raw, start, end)) return true;
  SIGN_AFTER.lastIndex = end;
  NUMBER_AFTER.lastIndex = end;
  if (SIGN_AFTER.test(raw) || NUMBER_AFTER.test(raw)) return true;
  const before = raw.slice(Math.max(0, start - MARK_REACH), start);
  if (NUMBER_BEFORE.test(before) || OWNER_BEFORE.test(before)) return true;
  return (
    !WORDS.has(name) &&
    !OTHER_WORDS.has(name) &&
    (!COUNTS.has(name) || ARTICLE_BEFORE.test(before)) &&
    isBeforeValue(raw, end, name)
  );
}

/** Whether the number follows at once. */
function isBeforeValue(raw: string, end: number, name: string): boolean {
  const value = PLATES.has(name) ? PLATE_AFTER : VALUE_AFTER;
  value.lastIndex = end;
  return value.test(raw);
}

/** Whether it is a part of a name, or a key: `customer_nie`, `"nie"`. Those in camel case end at a sign, or are chance in an encoded value. */
function isOfName(raw: string, start: number, end: number): boolean {
  const [before, after] = [raw.charAt(start - 1), raw.charAt(end)];
  return before === "_" || after === "_" || (QUOTE.test(before) && before === after);
}

/** Whether it is in capitals, and the words beside it are not; with a hyphen it is the name of a model or a ticket. */
function isInCapitals(raw: string, start: number, end: number): boolean {
  const word = raw.slice(start, end);
  if (word.length < 2 || /\p{Ll}/u.test(word) || raw.charAt(end) === "-" || isBeforeCapitals(raw, end)) return false;
  return !CAPITALS_BEFORE.test(raw.slice(Math.max(0, start - MARK_REACH), start));
}

const CAPITALS_BEFORE = new EndPattern(/(?<![\p{L}\p{N}])\p{Lu}{2,30} $/u);
const CAPITALS_AFTER = / \p{Lu}{2,30}(?![\p{L}\p{N}])/uy;
function isBeforeCapitals(raw: string, end: number): boolean {
  CAPITALS_AFTER.lastIndex = end;
  return CAPITALS_AFTER.test(raw);
}
