import { type AssetRuntime, buildRuntime, warmUpAssets, type Runtime } from "../../access/runtime.ts";
import type { Config } from "../../config/config-model.ts";
import type { Clock } from "../../core/clock.ts";
import { type CaseLine, type ReplayCase, type ReplayText, type PastVerdict, policyLabel } from "./cases.ts";
import { Comparison, holdsMask, type LeftOut, type Timings } from "./comparison.ts";
import type { Applied, Evaluation } from "../../core/model.ts";
import { evaluate } from "../../engine/evaluate.ts";
import { readsCalls, type Guard } from "../../engine/guard.ts";
import { JudgeSet } from "../../judges/judge-set.ts";
import { Reading } from "../../text/reading.ts";

interface ReplayParts {
  readonly config: Config;
  /** Judges the same texts for comparison; `null`: the stored verdicts are the baseline. */
  readonly baseline: Config | null;
  /** The only asset that counts, and that of lines that name none; `null`: all of them. */
  readonly asset: string | null;
  readonly showsText: boolean;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly print: (text: string) => void;
}

/** The assets that judge a case: of the new configuration, and of the baseline if there is one. */
type KnownAssets = { readonly asset: AssetRuntime; readonly before: AssetRuntime | null };
type Assets =
  | ({ readonly kind: "known" } & KnownAssets)
  /** Not the requested asset. */
  | { readonly kind: "other" }
  | { readonly kind: "unknown" }
  | { readonly kind: "problem"; readonly reason: string };

const UNKNOWN = { kind: "unknown" } as const;
const NEEDS_ASSET = "needs an asset_id, or --asset: the configuration has several assets";

/** Judges cases again, one after the other, and compares. */
export class Replay {
  readonly comparison: Comparison;
  readonly #parts: ReplayParts;
  readonly #new: ReplayJudge;
  readonly #old: ReplayJudge | null;
  #turn = 0;

  /** @throws {Error} when a policy does not compile, or a local model cannot be opened */
  constructor(parts: ReplayParts) {
    const { config, baseline, showsText, clock, print } = parts;
    this.#parts = parts;
    this.comparison = new Comparison({ showsText });
    this.#new = new ReplayJudge(config, { clock, print });
    this.#old = baseline === null ? null : new ReplayJudge(baseline, { clock, print });
  }

  async load(): Promise<void> {
    await Promise.all([this.#new.load(), this.#old?.load()]);
  }

  async close(): Promise<void> {
    await Promise.all([this.#new.close(), this.#old?.close()]);
  }

  /** @returns what is wrong with a line of a file; `null`: nothing */
  async take(line: Exclude<CaseLine, { readonly kind: "problem" }>): Promise<string | null> {
    if (line.kind === "unreplayable") {
      this.comparison.leave(line.why);
      return null;
    }
    const { value } = line;
    const assets = this.#assetsOf(value);
    switch (assets.kind) {
      case "problem":
        return assets.reason;
      case "other":
        return null;
      case "unknown":
        this.comparison.leave("unknown_asset");
        return null;
      case "known": {
        const why = this.#whyNotJudged(value);
        if (why === null) await this.#compare(value, assets);
        else this.comparison.leave(why);
        return null;
      }
    }
  }

  /** A line of a file must name an existing asset; that of a record may have been removed. */
  #assetsOf({ assetId, organization, isRecord }: ReplayCase): Assets {
    const { asset: wanted } = this.#parts;
    const id = assetId ?? (isRecord ? null : (wanted ?? this.#onlyAsset()));
    if (id === null) return isRecord ? UNKNOWN : { kind: "problem", reason: NEEDS_ASSET };
    if (wanted !== null && id !== wanted) return { kind: "other" };
    const asset = this.#new.asset(id, organization);
    if (asset === null) return isRecord ? UNKNOWN : { kind: "problem", reason: `there is no asset ${id}` };
    if (this.#old === null) return { kind: "known", asset, before: null };
    const before = this.#old.asset(id, organization);
    return before === null ? UNKNOWN : { kind: "known", asset, before };
  }

  #onlyAsset(): string | null {
    const [only, ...others] = this.#parts.config.assets;
    return only === undefined || others.length > 0 ? null : only.id;
  }

  /** Why a verdict on what is left of a case would say nothing about the case; `null`: it would. */
  #whyNotJudged({ texts, isRecord, isCut, hadInline }: ReplayCase): LeftOut | null {
    const { textMaxChars } = this.#parts.config.server;
    if (texts.some(({ text }) => text.length > textMaxChars)) return "too_long";
    if (!isRecord) return null;
    // Neither configuration can find what a mask hides, so both would agree on nothing.
    if (texts.some(({ text }) => holdsMask(text))) return "masked";
    if (this.#old !== null) return null;
    if (isCut) return "cut";
    return hadInline ? "inline" : null;
  }

  async #compare(value: ReplayCase, { asset, before }: KnownAssets): Promise<void> {
    const now: JudgedCase[] = [];
    const then: JudgedCase[] = [];
    for (const text of value.texts) {
      const judgeNew = async (): Promise<void> =>
        this.#judge(this.#new, { asset, text, into: now, timings: this.comparison.new });
      const judgeOld = async (): Promise<void> => {
        if (this.#old === null || before === null) return;
        await this.#judge(this.#old, { asset: before, text, into: then, timings: this.comparison.old });
      };
      // Alternating, since the second one finds warm caches.
      this.#turn += 1;
      for (const judge of this.#turn % 2 === 0 ? [judgeNew, judgeOld] : [judgeOld, judgeNew]) await judge();
    }
    // An interrupted case is not complete.
    if (this.#parts.signal.aborted) return;
    const judged = together(now);
    const said = this.#old === null ? value.said : together(then);
    if (this.#old === null && isBeside(said, judged)) this.comparison.leave("beside");
    else this.comparison.add(value, said, judged);
  }

  async #judge(
    judge: ReplayJudge,
    {
      asset,
      text,
      into,
      timings,
    }: {
      readonly asset: AssetRuntime;
      readonly text: ReplayText;
      readonly into: JudgedCase[];
      readonly timings: Timings;
    },
  ): Promise<void> {
    const { judged, timed } = await judge.judge(asset, text, this.#parts.signal);
    into.push(judged);
    if (!this.#parts.signal.aborted) timings.add(timed);
  }
}

/** Whether the old verdict rests on a conversation or on tool calls, which a replay does not have. */
function isBeside(said: PastVerdict | null, { unasked }: JudgedCase): boolean {
  return [...(said?.violated ?? [])].some((label) => unasked.has(label));
}

/** `failed`: a policy that fails closed could not run, which the API answers with 503. */
export type ReplayVerdict = "passed" | "flagged" | "blocked" | "failed";

/** The verdict of a configuration's policies on a case, all its texts together. */
export interface JudgedCase {
  readonly verdict: ReplayVerdict;
  /** Labels of policies. */
  readonly violated: ReadonlySet<string>;
  readonly failed: ReadonlySet<string>;
  /** Policies that judge tool calls or conversations, which a replay does not have. */
  readonly unasked: ReadonlySet<string>;
}

/** How long one text took. */
export interface Timed {
  /** All policies that act, microseconds. */
  readonly textUs: number;
  readonly policies: readonly (readonly [label: string, us: number])[];
}

const RANK: Readonly<Record<ReplayVerdict, number>> = { passed: 0, flagged: 1, blocked: 2, failed: 3 };

/** Runs a configuration without a service. */
class ReplayJudge {
  readonly #runtime: Runtime;
  readonly #judges: JudgeSet;
  readonly #clock: Clock;

  /** @throws {Error} when a policy does not compile, or a local model cannot be opened */
  constructor(config: Config, { clock, print }: { readonly clock: Clock; readonly print: (text: string) => void }) {
    this.#clock = clock;
    this.#judges = new JudgeSet({
      clock,
      report: (event) => {
        if (event.kind === "failed") print(`judge ${event.judge}: ${event.reason}`);
      },
    });
    const open = this.#judges.open(config.judges);
    this.#judges.use(open);
    this.#runtime = buildRuntime(config, open);
    warmUpAssets(this.#runtime, clock);
  }

  load(): Promise<void> {
    return this.#judges.load();
  }

  close(): Promise<void> {
    return this.#judges.close();
  }

  /** @param organization whose asset it is; `null`: unknown */
  asset(id: string, organization: string | null): AssetRuntime | null {
    const found = this.#runtime.assets.get(id);
    if (found === undefined) return null;
    return organization === null || found.asset.organization === organization ? found : null;
  }

  async judge(
    { guards, shadows }: AssetRuntime,
    { text, side, origin }: ReplayText,
    signal: AbortSignal,
  ): Promise<{ readonly judged: JudgedCase; readonly timed: Timed }> {
    const context = { side, origin, clock: this.#clock, signal };
    const prepared = new Reading(text);
    const startedMs = this.#clock.now();
    const acting = await evaluate(guards, prepared, context);
    const textUs = (this.#clock.now() - startedMs) * 1000;
    const watching = shadows.length === 0 ? null : await evaluate(shadows, prepared, context);
    const applied = [...acting.applied, ...(watching?.applied ?? [])];
    const ran = applied.filter(({ status }) => status !== "skipped");
    return {
      judged: {
        verdict: acting.failedClosed.length > 0 ? "failed" : acting.verdict,
        violated: labelsOf(applied, ({ status }) => status === "violated"),
        failed: labelsOf(applied, ({ status }) => status === "failed"),
        unasked: unaskedOf([...guards, ...shadows], applied),
      },
      timed: { textUs, policies: ran.map((each) => [labelOf(each), each.durationUs] as const) },
    };
  }
}

const labelOf = ({ policy }: Pick<Guard, "policy">): string => policyLabel(policy.name, policy.isShadow === true);

function labelsOf(applied: Evaluation["applied"], isMeant: (applied: Applied) => boolean): ReadonlySet<string> {
  return new Set(applied.filter(isMeant).map(labelOf));
}

/** Policies that are ready but lack the input they judge by. */
function unaskedOf(guards: readonly Guard[], applied: readonly Applied[]): ReadonlySet<string> {
  const wanting = new Set(
    applied.flatMap((each) => ("reason" in each && each.reason === "no_configuration" ? [each.policy] : [])),
  );
  const isUnasked = (guard: Guard): boolean =>
    guard.state.kind === "ready" && (readsCalls(guard) || wanting.has(guard.policy));
  return new Set(guards.filter(isUnasked).map(labelOf));
}

/** Combines the verdicts of all texts of a case. */
function together(all: readonly JudgedCase[]): JudgedCase {
  const union = (part: (judged: JudgedCase) => ReadonlySet<string>): ReadonlySet<string> =>
    new Set(all.flatMap((each) => [...part(each)]));
  const verdict = all.reduce<ReplayVerdict>(
    (worst, each) => (RANK[each.verdict] > RANK[worst] ? each.verdict : worst),
    "passed",
  );
  return {
    verdict,
    violated: union(({ violated }) => violated),
    failed: union(({ failed }) => failed),
    unasked: union(({ unasked }) => unasked),
  };
}
