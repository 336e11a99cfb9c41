import type { Json } from "../../core/model.ts";
import type { Preparation } from "../analyzer.ts";
import { type Key, keysOf } from "./keys.ts";

/** Bounds on the configured list: they bound the memory of the compiled policy and how much of a stream it holds back. */
export const NAMES_MAX = 1000;
/** UTF-16 units of one way to write a name. */
export const NAME_LENGTH_MAX = 200;
/** Of all names together, UTF-16 units: a list is compiled while its request waits, and takes a hundred times as many bytes. */
const LIST_CHARS_MAX = 60_000;
/**
 * The same of all spellings that are looked for, each counted with what it takes besides: a name with `&`, accents and quotes has some ten.
 * A list is compiled in the event loop: 50 ms.
 */
const SPELLINGS_MAX = 120_000;
const SPELLING_UNITS = 16;
/** Ways to write one name. */
const ALIASES_MAX = 20;

/** A configured name: the first of its ways to write it is the one that is reported. */
export interface Name {
  readonly label: string;
  readonly keys: readonly Key[];
}

export type Names =
  | { readonly kind: "names"; readonly names: readonly Name[] }
  | Extract<Preparation, { readonly kind: "invalid" }>;

/** One name or a list of names; `|` parts the ways to write one (`Acme Corp|Acme|ACME Inc.`), `\|` is a bar of the name itself. */
export function readNames(metadata: Json): Names {
  if (typeof metadata === "string") {
    const name = readName(metadata);
    return typeof name === "string" ? { kind: "invalid", path: "", reason: name } : { kind: "names", names: [name] };
  }
  if (!Array.isArray(metadata)) return { kind: "invalid", path: "", reason: "must be a name or a list of names" };
  if (metadata.length > NAMES_MAX) return { kind: "invalid", path: "", reason: `must have at most ${NAMES_MAX} names` };
  const names: Name[] = [];
  let chars = 0;
  let spelled = 0;
  for (const [index, entry] of metadata.entries()) {
    const name = typeof entry === "string" ? readName(entry) : "must be a string";
    if (typeof name === "string") return { kind: "invalid", path: String(index), reason: name };
    chars += String(entry).length;
    if (chars > LIST_CHARS_MAX)
      return { kind: "invalid", path: "", reason: `must have at most ${LIST_CHARS_MAX} characters in all` };
    spelled += name.keys.reduce((sum, { units }) => sum + units.length + SPELLING_UNITS, 0);
    if (spelled > SPELLINGS_MAX)
      return { kind: "invalid", path: "", reason: "has too many spellings: fewer names, or fewer ways to write them" };
    names.push(name);
  }
  return { kind: "names", names };
}

/** Why it is none, or the name. */
function readName(entry: string): string | Name {
  const forms = entry.split(/(?<!\\)\|/).map((form) => form.replaceAll("\\|", "|").trim());
  if (forms.length > ALIASES_MAX) return `must have at most ${ALIASES_MAX} ways to write it`;
  const keys: Key[] = [];
  for (const form of forms) {
    if (form.length > NAME_LENGTH_MAX) return `must have at most ${NAME_LENGTH_MAX} characters`;
    const own = keysOf(form);
    if (own.length === 0) return "must hold a letter or a digit";
    keys.push(...own);
  }
  return { label: forms[0] ?? "", keys };
}
