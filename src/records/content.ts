import type { Clock } from "../core/clock.ts";
import type { KeyedHash } from "../core/mask-forms.ts";
import { maskText, PlaceholderBook } from "../core/masks.ts";
import { parseInTurns } from "../core/json.ts";
import { isExactNumber } from "../core/json-numbers.ts";
import { type Evaluation, type Json, type Mask, type Policy, PLAIN_MASKING, policyId } from "../core/model.ts";
import { inTurns, ITEM_UNITS, type Steps } from "../core/steps.ts";
import { compilePolicy } from "../engine/compile.ts";
import type { Offload } from "../engine/offload.ts";
import { evaluate } from "../engine/evaluate.ts";
import { isScore, judgeOf, needsWhole, readsCalls, readsConversation, type Guard } from "../engine/guard.ts";
import { createStreamGuard } from "../engine/stream-guard.ts";
import { Reading } from "../text/reading.ts";
import { CUSTOM } from "./report.ts";
import {
  hasRun,
  isAsShipped,
  MASKED_POLICIES,
  knownPlacesOf,
  type KnownPlaces,
  type Unevaluated,
} from "./known-places.ts";

/** The policies that mask every record. */
export type RecordGuards = () => readonly Guard[];

/** How a text is kept. */
export interface Keeping {
  readonly mode: "masked" | "full" | "none";
  readonly recordGuards: RecordGuards;
  readonly clock: Clock;
  readonly maskHash: KeyedHash;
  /** Reads long texts; absent: they are read here. Texts of an exchange are cut before they get long. */
  readonly offload?: Offload;
}

/** A record may take longer than an answer. */
const TIMEOUT_MS = 2000;

/** One for the process. They are compiled with the first record that is masked: a process that keeps none pays nothing. */
export function createRecordGuards(): RecordGuards {
  let guards: readonly Guard[] | null = null;
  return () => (guards ??= MASKED_POLICIES.map(compileMasking));
}

function compileMasking(name: string): Guard {
  const common = { threshold: null, mask: true, stream: "window", onError: "block", timeoutMs: TIMEOUT_MS } as const;
  const id = policyId(`record:${name}`);
  const policy: Policy = { id, name, action: "flag", scope: "both", metadata: null, ...PLAIN_MASKING, ...common };
  const compiled = compilePolicy(policy);
  if (compiled.kind === "invalid") throw new Error(`${name}: ${compiled.reason}`);
  return compiled.guard;
}

/** A text that was evaluated, as a record may keep it. When it cannot be masked, it is not kept. */
export async function keptEvaluated(
  { text, evaluation }: { readonly text: Reading; readonly evaluation: Evaluation },
  keeping: Keeping,
): Promise<string | null> {
  if (keeping.mode !== "masked") return keeping.mode === "full" ? text.raw : null;
  const { masks, missing } = knownPlacesOf(evaluation);
  const guards = keeping.recordGuards().filter(({ policy }) => missing.includes(policy.name));
  const found = await findMasks(guards, text, keeping);
  if (found === null) return null;
  const words = callerWords(evaluation.violations.map(({ policy }) => policy));
  return masked(text.raw, withoutCallerWords([...masks, ...found], words), keeping);
}

/** What callers have named in their own policies. */
const callerWords = (policies: readonly Policy[]): ReadonlySet<string> =>
  new Set(policies.flatMap((policy) => [...(policy.callerWords ?? [])]));

/** In a record, a placeholder that a caller has named gets a neutral name. */
function withoutCallerWords(masks: readonly Mask[], words: ReadonlySet<string>): readonly Mask[] {
  return words.size === 0 ? masks : masks.map((mask) => (words.has(mask.type) ? { ...mask, type: CUSTOM } : mask));
}

/** Whether records would mask anything in a short text; true as well when the search fails. */
export async function holdsMatch(
  text: string,
  { clock, recordGuards }: Pick<Keeping, "clock" | "recordGuards">,
): Promise<boolean> {
  const found = await findMasks(recordGuards(), new Reading(text), { clock });
  return found === null || found.length > 0;
}

/** A text that was not evaluated; `null`: it is not kept. */
export async function keptWords(text: string, keeping: Keeping): Promise<string | null> {
  if (keeping.mode !== "masked") return keeping.mode === "full" ? text : null;
  const found = await findMasks(keeping.recordGuards(), new Reading(text), keeping);
  return found === null ? null : masked(text, found, keeping);
}

function masked(text: string, masks: readonly Mask[], { maskHash }: Keeping): string {
  const book = new PlaceholderBook(maskHash);
  book.reserve(text);
  return maskWithin(text, masks, book);
}

/** Digits of the shortest number that may be personal. */
const LONG_NUMBER = 9;

/** JSON of a caller, masked as text, in which keys are next to their values. `null`: it is not kept. */
export async function keptJson(value: Json, keeping: Keeping): Promise<Json> {
  if (keeping.mode !== "masked") return keeping.mode === "full" ? value : null;
  const yieldToLoop = keeping.offload?.yieldToLoop;
  const shown = await inTurns(withoutLongNumbers(value), yieldToLoop);
  const text = JSON.stringify(shown, null, 1);
  const kept = await keptWords(text, keeping);
  if (kept === text) return value;
  const parsed = kept === null ? null : await parseInTurns(kept, {}, yieldToLoop);
  return parsed?.ok === true ? parsed.value : null;
}

/** Long numbers become strings, since a mask needs quotes. */
function* withoutLongNumbers(value: Json): Steps<Json> {
  yield ITEM_UNITS;
  if (typeof value === "number") return String(value).length >= LONG_NUMBER ? String(value) : value;
  if (typeof value !== "object" || value === null || isExactNumber(value)) return value;
  if (Array.isArray(value)) {
    const copy: Json[] = [];
    for (const item of value) copy.push(yield* withoutLongNumbers(item));
    return copy;
  }
  const fields: [string, Json][] = [];
  for (const [key, item] of Object.entries(value)) fields.push([key, yield* withoutLongNumbers(item)]);
  return Object.fromEntries(fields);
}

/** A text of an exchange. */
export interface GatheredText {
  readonly text: string;
  /** It is truncated: its end may hold half of a match. */
  readonly isCut: boolean;
  /** What is known of it, also beyond a truncated end; `null`: nothing. */
  readonly places: KnownPlaces | null;
}

export interface GatheredTexts {
  readonly texts: readonly GatheredText[];
  /** The policies of the asset, whose findings with a place are masked as well. */
  readonly guards: readonly Guard[];
}

/** Separates texts. */
const BETWEEN = "\n\n";

/** The texts of one side of an exchange; those with unknown places are evaluated again. */
export async function keptGathered({ texts, guards }: GatheredTexts, keeping: Keeping): Promise<string | null> {
  const { mode, maskHash } = keeping;
  if (mode === "none") return null;
  if (mode === "full") return texts.map(({ text }) => text).join(BETWEEN);
  const book = new PlaceholderBook(maskHash);
  for (const { text } of texts) book.reserve(text);
  const words = callerWords(guards.map(({ policy }) => policy));
  const looking: Looking = { keeping, book, guards: null, asset: guards, words };
  const kept: string[] = [];
  for (const gathered of texts) {
    const text = await keptText(gathered, looking);
    if (text === null) return null;
    kept.push(text);
  }
  return kept.join(BETWEEN);
}

interface Looking {
  readonly keeping: Keeping;
  readonly book: PlaceholderBook;
  readonly asset: readonly Guard[];
  /** Of callers' own policies. */
  readonly words: ReadonlySet<string>;
  /** Guards for texts of which nothing is known; `null`: not needed yet. */
  guards: readonly Guard[] | null;
}

async function keptText({ text, isCut, places }: GatheredText, looking: Looking): Promise<string | null> {
  const { book, keeping } = looking;
  const guards = places === null ? (looking.guards ??= everyGuard(looking)) : lacking(places, looking);
  const found = await (isCut ? decidedMasks : wholeMasks)(guards, text, keeping.clock);
  if (found === null) return null;
  const masks = withoutCallerWords([...(places?.masks ?? []), ...found.masks], looking.words);
  return maskWithin(text.slice(0, found.decided), masks, book);
}

const everyGuard = ({ keeping, asset }: Looking): readonly Guard[] => [
  ...keeping.recordGuards(),
  ...asset.map(toMask).filter(findsPlaces),
];

/** The guards that have not evaluated the text yet. */
function lacking({ missing, unasked }: Unevaluated, { keeping, asset }: Looking): readonly Guard[] {
  if (missing.length + unasked.length === 0) return [];
  const shipped = keeping.recordGuards().filter(({ policy }) => missing.includes(policy.name));
  const isShipped = ({ policy }: Guard): boolean => MASKED_POLICIES.includes(policy.name) && isAsShipped(policy);
  const own = asset.filter((guard) => unasked.includes(guard.policy.name) && !isShipped(guard));
  return [...shipped, ...own.map(toMask).filter(findsPlaces)];
}

/** Masks a text; a mask that extends into the truncated part is cut to the text. */
function maskWithin(text: string, masks: readonly Mask[], book: PlaceholderBook): string {
  const within = masks
    .filter(({ start }) => start < text.length)
    .map((mask) => (mask.end > text.length ? { ...mask, end: text.length } : mask));
  return maskText(text, within, book) ?? text;
}

interface Masks {
  readonly masks: readonly Mask[];
  /** The text after it could be half of a match. */
  readonly decided: number;
}

/** A stream guard knows what later text could still change. */
async function decidedMasks(guards: readonly Guard[], text: string, clock: Clock): Promise<Masks | null> {
  const book = new PlaceholderBook();
  const guard = createStreamGuard(guards, { clock, signal: new AbortController().signal, book });
  const step = await guard.push("", text);
  return step.kind === "block" ? null : { masks: step.maskable, decided: step.decided };
}

async function wholeMasks(guards: readonly Guard[], text: string, clock: Clock): Promise<Masks | null> {
  const masks = await findMasks(guards, new Reading(text), { clock });
  return masks === null ? null : { masks, decided: text.length };
}

/** Whether the guard finds places of what its policy is about, and needs nothing but the text. */
function findsPlaces(guard: Guard): boolean {
  if (guard.state.kind !== "ready" || isScore(guard) || needsWhole(guard)) return false;
  return judgeOf(guard) === null && !readsCalls(guard) && !readsConversation(guard);
}

/** Masks on both sides and never blocks. */
function toMask(guard: Guard): Guard {
  const policy: Policy = { ...guard.policy, action: "flag", mask: true, restores: false, stream: "window" };
  return { ...guard, policy: { ...policy, onError: "block" }, scope: "both" };
}

/** `null`: a policy failed or was skipped, so the text is not kept. */
async function findMasks(
  guards: readonly Guard[],
  text: Reading,
  { clock, offload }: Pick<Keeping, "clock" | "offload">,
): Promise<readonly Mask[] | null> {
  if (guards.length === 0) return [];
  const context = { side: "both", origin: "user", clock, signal: new AbortController().signal } as const;
  const { applied, violations } = await evaluate(
    guards,
    text,
    offload === undefined ? context : { ...context, offload },
  );
  return applied.every(hasRun) ? violations.flatMap(({ masks }) => masks) : null;
}
