import type { AssetRuntime } from "../../access/runtime.ts";
import type { Config } from "../../config/config-model.ts";
import type { Clock } from "../../core/clock.ts";
import type { CaseLine, ReplayCase, ReplayText, Said } from "./cases.ts";
import { Comparison, type Timings } from "./comparison.ts";
import { ReplayJudge, together, type Judged } from "./judging.ts";

export interface ReplayParts {
  readonly config: Config;
  /** Judges the same texts beside it; `null`: what was said before stands in its place. */
  readonly baseline: Config | null;
  /** The only asset that counts, and that of lines that name none; `null`: all of them. */
  readonly asset: string | null;
  readonly showsText: boolean;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly print: (text: string) => void;
}

/** Whose policies judge a case: those of the new configuration, and of the baseline where there is one. */
type KnownAssets = { readonly asset: AssetRuntime; readonly before: AssetRuntime | null };
type Assets =
  | ({ readonly kind: "known" } & KnownAssets)
  /** Not the one that was asked for. */
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
        const { textMaxChars } = this.#parts.config.server;
        if (value.texts.some(({ text }) => text.length > textMaxChars)) this.comparison.leave("too_long");
        else await this.#compare(value, assets);
        return null;
      }
    }
  }

  /** A line of a file has to name an asset that there is; one of a record may have gone since. */
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

  async #compare(value: ReplayCase, { asset, before }: KnownAssets): Promise<void> {
    const now: Judged[] = [];
    const then: Judged[] = [];
    for (const text of value.texts) {
      const judgeNew = async (): Promise<void> =>
        this.#judge(this.#new, { asset, text, into: now, timings: this.comparison.new });
      const judgeOld = async (): Promise<void> => {
        if (this.#old === null || before === null) return;
        await this.#judge(this.#old, { asset: before, text, into: then, timings: this.comparison.old });
      };
      // In turn: the second one finds warm caches.
      this.#turn += 1;
      for (const judge of this.#turn % 2 === 0 ? [judgeNew, judgeOld] : [judgeOld, judgeNew]) await judge();
    }
    // What was under way when it was stopped was not judged to its end.
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
    }: { readonly asset: AssetRuntime; readonly text: ReplayText; readonly into: Judged[]; readonly timings: Timings },
  ): Promise<void> {
    const { judged, timed } = await judge.judge(asset, text, this.#parts.signal);
    into.push(judged);
    if (!this.#parts.signal.aborted) timings.add(timed);
  }
}

/** What decided then is not here now: a conversation, the calls of tools. */
function isBeside(said: Said | null, { unasked }: Judged): boolean {
  return [...(said?.violated ?? [])].some((label) => unasked.has(label));
}
