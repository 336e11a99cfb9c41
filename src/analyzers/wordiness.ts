/**
 * How likely each letter follows each other one in words and identifiers: row = first letter, column = second, base-36
 * digit = 21 + 3 · log2(likelihood · 26). Counted over the distinct words of the README files and type declarations of the
 * development dependencies, by the logarithm of their frequency.
 */
const FOLLOWS = [
  "amolafkalagqlqalaqnsjgdbha",
  "qjihqgacpfasfcofanngpaaaia",
  "qcjcqbapmammbascamgqlaaaga",
  "ofgkvffbsbajdenfakncmeaafa",
  "menrijhadaamlqdjesrmbidlba",
  "pghgqpaataanddqaamhjmaaala",
  "ndcatblnqaamiomfaqlfnaaada",
  "saacuaaaqabcifrbangmkaaaha",
  "linllkkaaabmltpiajopakadai",
  "pcaataackafaiaqjcaugohjaaa",
  "mihjvigdsaajgljiafqfjaeaga",
  "qddjtdaasaapaaqdaakkleaaoa",
  "slaftaaarabhldoqaajclaaada",
  "oaoppiranagfcileaeqsihaaea",
  "hillcgiahahmotkmarmlnjleca",
  "qaddraakmabpcaqmaskokaaada",
  "aaeggaaaaaanaadeafhayaiaad",
  "qejjuegaqahfkipeaknmjgbaja",
  "lamcseampaghfemnacpsnbdaia",
  "pajctbamtaaibancapnkjacaka",
  "lmmimgjamaaonrcnaqpqaaabaa",
  "sabawaeasaaaadmaaadcdaaaaa",
  "sccgradoqabkappaaoneaafcaa",
  "napaqhaiqaahdbitaaasbaaiia",
  "ljldohfapadmopnsagpmaajbig",
  "rfeawaafpadhbaoaaahakaecim",
].join("");
/** The digit that means "as likely as chance", and digits per bit. */
const CHANCE = 21;
const DIGITS_PER_BIT = 3;

const TABLE = Float64Array.from(FOLLOWS, (digit) => (Number.parseInt(digit, 36) - CHANCE) / DIGITS_PER_BIT);
const LETTERS = 26;

/** What the letter pairs of a value say of it. */
export interface Wordiness {
  /** Pairs of neighbouring letters. */
  readonly pairs: number;
  /** Bits per pair: words have about 1.3 and rarely less than 0.3, drawn letters about −2. 0 without pairs. */
  readonly bits: number;
}

/** Pairs are counted within one case or from a capital on, so that camel case counts as words do. */
export function wordinessOf(value: string): Wordiness {
  let pairs = 0;
  let bits = 0;
  let previous = -1;
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    const letter = (code | 0x20) - 0x61;
    const isLetter = letter >= 0 && letter < LETTERS;
    if (isLetter && previous >= 0 && !isHump(value.charCodeAt(at - 1), code)) {
      pairs += 1;
      bits += TABLE[previous * LETTERS + letter] ?? 0;
    }
    previous = isLetter ? letter : -1;
  }
  return { pairs, bits: pairs === 0 ? 0 : bits / pairs };
}

/** Where camel case begins its next word. */
const isHump = (before: number, code: number): boolean => before >= 0x61 && code < 0x61;
