import type { Clock } from "../core/clock.ts";
import type { KeyedHash } from "../core/mask-forms.ts";
import { applyEdits, maskText, PlaceholderBook } from "../core/masks.ts";
import type { Applied, Evaluation, Mask, Policy, PolicyId } from "../core/model.ts";
import { PLAIN_MASKING } from "../core/policy.ts";
import { compilePolicy } from "../engine/compile.ts";
import { evaluate } from "../engine/evaluate.ts";
import { isScore, judgeOf, needsWhole, readsCalls, readsConversation, type Guard } from "../engine/guard.ts";
import { createStreamGuard } from "../engine/stream-guard.ts";
import { Text } from "../text/text.ts";

/** How a text is kept. */
export interface Keeping {
  readonly mode: "masked" | "full" | "none";
  readonly clock: Clock;
  readonly maskHash: KeyedHash;
}

/** Their findings are masked in every record under `store.content: masked`, whatever the asset's policies are. */
const MASKED_POLICIES: readonly string[] = ["pii_detection", "secrets_keys_detection"];
/** A record may take longer than an answer. */
const TIMEOUT_MS = 2000;

let maskingGuards: readonly Guard[] | null = null;

/** Compiled with the first record: most of the tests and the command line never need them. */
function recordGuards(): readonly Guard[] {
  maskingGuards ??= MASKED_POLICIES.map((name) => {
    const compiled = compilePolicy(maskingPolicy(name));
    if (compiled.kind === "invalid") throw new Error(`${name}: ${compiled.reason}`);
    return compiled.guard;
  });
  return maskingGuards;
}

function maskingPolicy(name: string): Policy {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the id is made here and never leaves this module
  const id = `record:${name}` as PolicyId;
  const common = { threshold: null, mask: true, stream: "window", onError: "block", timeoutMs: TIMEOUT_MS } as const;
  return { id, name, action: "flag", scope: "both", metadata: null, ...PLAIN_MASKING, ...common };
}

/** A text that was evaluated, as a record may keep it. When it cannot be masked, it is not kept. */
export async function keptEvaluated(
  { text, evaluation }: { readonly text: Text; readonly evaluation: Evaluation },
  { mode, clock, maskHash }: Keeping,
): Promise<string | null> {
  if (mode === "none") return null;
  if (mode === "full") return text.raw;
  const masks: Mask[] = evaluation.violations.flatMap((violation) => violation.masks);
  const missing = recordGuards().filter((guard) => !ranAsShipped(evaluation, guard.policy.name));
  const found = await masksOf(missing, text, clock);
  return found === null ? null : masked(text.raw, [...masks, ...found], maskHash);
}

/** A text that was judged in pieces. */
export interface Gathered {
  readonly text: string;
  /** It goes on: what stands at its end may be half of a match. */
  readonly isCut: boolean;
  /** The policies that judged it; what those that find places find is masked as well. */
  readonly guards: readonly Guard[];
}

/** The same, for a text that is looked at once more as a whole; of one that is cut, as far as it is certain. */
export async function keptGathered(gathered: Gathered, keeping: Keeping): Promise<string | null> {
  const { text, isCut } = gathered;
  const { mode, clock, maskHash } = keeping;
  if (mode === "none") return null;
  if (mode === "full" || text === "") return text;
  const guards = [...recordGuards(), ...gathered.guards.filter(findsPlaces).map(toMask)];
  if (isCut) return decidedPart(text, guards, keeping);
  const masks = await masksOf(guards, new Text(text), clock);
  return masks === null ? null : masked(text, masks, maskHash);
}

/** A stream's guard knows what later text could still change. */
async function decidedPart(
  text: string,
  guards: readonly Guard[],
  { clock, maskHash }: Keeping,
): Promise<string | null> {
  const book = new PlaceholderBook(maskHash);
  book.reserve(text);
  const guard = createStreamGuard(guards, { clock, signal: new AbortController().signal, book });
  const step = await guard.push("", text);
  return step.kind === "block" ? null : applyEdits(text.slice(0, step.decided), step.edits);
}

/** Findings of such a guard are places of what its policy is about, found without anybody else's help. */
function findsPlaces(guard: Guard): boolean {
  if (guard.state.kind !== "ready" || isScore(guard) || needsWhole(guard)) return false;
  return judgeOf(guard) === null && !readsCalls(guard) && !readsConversation(guard);
}

/** Wherever it stands, and never to end the text. */
function toMask(guard: Guard): Guard {
  const policy: Policy = { ...guard.policy, action: "flag", mask: true, restores: false, stream: "window" };
  return { ...guard, policy: { ...policy, onError: "block" }, scope: "both" };
}

/** `null`: failed or skipped alike, what somebody did not look at is not kept. */
async function masksOf(guards: readonly Guard[], text: Text, clock: Clock): Promise<readonly Mask[] | null> {
  if (guards.length === 0) return [];
  const context = { side: "both", origin: "user", clock, signal: new AbortController().signal } as const;
  const { applied, violations } = await evaluate(guards, text, context);
  return applied.every(hasRun) ? violations.flatMap(({ masks }) => masks) : null;
}

function masked(raw: string, masks: readonly Mask[], maskHash: KeyedHash): string {
  const book = new PlaceholderBook(maskHash);
  book.reserve(raw);
  return maskText(raw, masks, book) ?? raw;
}

/** Whether the evaluation looked for all that the built-in policy finds: not narrowed by metadata, threshold or what it allows. */
function ranAsShipped(evaluation: Evaluation, name: string): boolean {
  return evaluation.applied.some(
    (applied) =>
      applied.policy.name === name &&
      hasRun(applied) &&
      applied.policy.metadata === null &&
      applied.policy.threshold === null &&
      applied.policy.allow === null &&
      !applied.policy.ignoreTestValues,
  );
}

function hasRun({ status }: Applied): boolean {
  return status === "violated" || status === "passed";
}
