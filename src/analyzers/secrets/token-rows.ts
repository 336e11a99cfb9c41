import { ALPHABET, type Alphabet, type ShapePart, run, type TokenRule } from "../token-rule.ts";
import { hasBase62Checksum } from "./checksums.ts";

/** A token format; one with labels is looked for after them only. */
export interface TokenRow extends TokenRule {
  readonly labels: readonly string[];
  /** Whether it has digits: a value as short as a word. */
  readonly hasDigit: boolean;
}

/**
 * Reads token formats from rows, sorted by id:
 *
 * ```text
 * figma-token figd_,figo_ base64url{38,44}; https://developers.figma.com/docs/rest-api/authentication/
 * ```
 *
 * After the id stands the shape: literals (a comma parts alternatives, the last of which may be empty), runs of a length or of
 * a range of lengths in one of `ALPHABET`, and `uuid`. The other fields of `TokenRule` follow, each after `; ` or on a line of
 * its own that begins with a space: `as PLACEHOLDER`, `anchor 1`, `entropy 3.8`, `score 0.85`, `whole`, `checksum`,
 * `misses A B, C` (spaces inside are dropped: scanners of this repository must not see them whole), `after label, label`,
 * `digit`, and last the source. `#` begins a comment line.
 *
 * @throws {TypeError} naming the row, when it cannot be read
 */
export function tokenRows(text: string): readonly TokenRow[] {
  const rows = text
    .replaceAll(/^#.*\n/gm, "")
    .trim()
    .split(/\n(?=\S)/)
    .map(readRow);
  for (const [at, { id }] of rows.entries())
    if (id <= (rows[at - 1]?.id ?? "")) fail(id, "stands after a later id, or twice");
  return rows;
}

function readRow(row: string): TokenRow {
  const [first = "", ...fields] = row.split(/\n\s+|; /);
  const [id = "", ...shape] = first.split(" ");
  const source = fields.pop() ?? "";
  if (!source.startsWith("https://")) fail(id, "names no source");
  const options = fields.map((field) => {
    const [name = ""] = field.split(" ", 1);
    const read = OPTIONS.get(name) ?? fail(id, `has a field ${field}`);
    return read(field.slice(name.length + 1));
  });
  const parts = shape.flatMap((part) => partsOf(id, part));
  return { id, shape: parts, source, labels: [], hasDigit: false, ...options.reduce(merged, {}) };
}

const merged = (all: Partial<TokenRow>, option: Partial<TokenRow>): Partial<TokenRow> => ({ ...all, ...option });

/** The fields of a row by the word that they begin with. */
const OPTIONS: ReadonlyMap<string, (value: string) => Partial<TokenRow>> = new Map<
  string,
  (value: string) => Partial<TokenRow>
>([
  ["after", (labels) => ({ labels: labels.split(", ") })],
  ["anchor", (part) => ({ anchor: Number(part) })],
  ["as", (placeholder) => ({ placeholder })],
  ["checksum", () => ({ checksum: hasBase62Checksum })],
  ["digit", () => ({ hasDigit: true })],
  ["entropy", (bits) => ({ entropyMin: Number(bits) })],
  ["misses", (list) => ({ misses: list.split(", ").map((miss) => miss.replaceAll(" ", "")) })],
  ["score", (score) => ({ score: Number(score) })],
  ["whole", () => ({ isWhole: true })],
]);

const RUN = /^(\w+)\{(\d+)(?:,(\d+))?\}$/;
const ALPHABETS: ReadonlyMap<string, Alphabet> = new Map(Object.entries(ALPHABET));

function partsOf(id: string, part: string): readonly ShapePart[] {
  if (part === "uuid") return UUID;
  const [, name, least, most = least] = RUN.exec(part) ?? [];
  if (name === undefined) return [part.includes(",") ? part.split(",") : part];
  const alphabet = ALPHABETS.get(name) ?? fail(id, `has no alphabet ${name}`);
  return [run(alphabet, Number(least), Number(most))];
}

const UUID: readonly ShapePart[] = [8, 4, 4, 4, 12].flatMap((length, at): readonly ShapePart[] =>
  at === 0 ? [run(ALPHABET.hexAny, length)] : ["-", run(ALPHABET.hexAny, length)],
);

function fail(id: string, reason: string): never {
  throw new TypeError(`token format ${id} ${reason}`);
}
