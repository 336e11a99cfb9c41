import { CATEGORY_LABELS } from "../ids/labels.ts";
import { ID_RULES } from "../ids/registry.ts";
import { hashWord } from "./characters.ts";
import { attributes } from "./lexicon.ts";
import { SHAPE, type Tokens } from "./tokens.ts";

/** Letters of a label that is written in capitals; shorter ones may be the initials of a name. */
const LABEL_MIN = 3;
const LABEL_MAX = 6;

/** What detectors of their own look for behind: accounts, securities, dates, numbers of phones. */
const MORE = "iban isin bic swift ssn dob fax tel";

/** Names of identifiers, of one word in ASCII: `mrn`, `pesel`. */
const LABELS: readonly string[] = [
  ...MORE.split(" "),
  ...ID_RULES.flatMap(({ labels }) => labels),
  ...Object.values(CATEGORY_LABELS).flat(),
].filter((label) => label.length <= LABEL_MAX && /^[a-z]{2,}$/.test(label));

/** Their hashes, as tokens have them; made on first use, when the table of characters is there. */
let hashes: ReadonlySet<number> | undefined;

/**
 * Whether the word in capitals is what an identifier is called, and no name: of one that may also be a name, or initials,
 * the number behind it tells.
 */
export function isIdLabel(tokens: Tokens, index: number): boolean {
  const start = tokens.start[index] ?? 0;
  const end = tokens.end[index] ?? 0;
  if (end - start > LABEL_MAX) return false;
  hashes ??= new Set(LABELS.map(hashWord));
  if (!hashes.has(tokens.hash[index] ?? 0)) return false;
  const isOnlyLabel = end - start >= LABEL_MIN && !attributes.isName(tokens.attributes[index] ?? 0);
  return isOnlyLabel || (index + 1 < tokens.count && tokens.shape[index + 1] === SHAPE.digits);
}
