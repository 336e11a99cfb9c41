import { createHistogram } from "node:perf_hooks";
import { tokenTypeAt } from "../../core/mask-forms.ts";
import type { ReplayCase, PastVerdict } from "./cases.ts";
import type { JudgedCase, Timed } from "./replay.ts";

/** Ids kept of the cases that a policy gained, and as many of those that it lost. */
export const IDS_MAX = 1000;
/** Changed cases that are kept one by one. */
export const CHANGES_MAX = 1000;

/** Of a text that is to be shown, UTF-16 units. */
const TEXT_MAX_CHARS = 2000;
/** Policies that are counted by name: a file may contain any name. */
const POLICIES_MAX = 1000;
const OTHER_POLICIES = "(others)";

/** Why a case was left out of the comparison. */
export type LeftOut =
  | "no_text"
  | "unread"
  | "unavailable"
  | "unknown_asset"
  | "too_long"
  | "beside"
  | "masked"
  | "cut"
  | "inline";

/** A case whose verdict has changed. */
export interface Change {
  readonly id: string;
  readonly old: string;
  readonly new: string;
  /** Policies that are violated now and were not, and the other way round. */
  readonly gained: readonly string[];
  readonly lost: readonly string[];
  /** Their beginnings; `null`: texts are not shown. */
  readonly texts: readonly string[] | null;
}

/** How one policy's violations changed. */
interface PolicyDifference {
  old: number;
  new: number;
  /** Cases that it could not judge. */
  failed: number;
  gained: number;
  lost: number;
  readonly gainedIds: string[];
  readonly lostIds: string[];
}

/** Times of one configuration. */
export class Timings {
  readonly texts = new Latencies();
  readonly policies = new Map<string, Latencies>();

  add({ textUs, policies }: Timed): void {
    this.texts.add(textUs);
    for (const [label, us] of policies) {
      const known = this.policies.get(label) ?? new Latencies();
      known.add(us);
      this.policies.set(label, known);
    }
  }
}

const BRACKETED = /<[A-Z][A-Z0-9_]{0,63}(?:h:[0-9a-f]{8})?>/g;

/** Whether an earlier mask stands in a text. */
export function holdsMask(text: string): boolean {
  for (const { 0: token, index } of text.matchAll(BRACKETED))
    if (tokenTypeAt(text, { start: index, end: index + token.length }) !== null) return true;
  return false;
}

/** Compares the verdicts of two configurations. Its size is bounded by policies and verdicts, not by cases. */
export class Comparison {
  readonly #showsText: boolean;
  /** Old verdict → new verdict → cases. The old one is `none` where it is unknown. */
  readonly matrix = new Map<string, Map<string, number>>();
  readonly policies = new Map<string, PolicyDifference>();
  readonly changes: Change[] = [];
  readonly leftOut = new Map<LeftOut, number>();
  readonly old = new Timings();
  readonly new = new Timings();
  cases = 0;
  texts = 0;
  changed = 0;
  /** Compared cases with truncated texts, with masks in their texts, and with inline policies. */
  cut = 0;
  masked = 0;
  inline = 0;

  constructor({ showsText }: { readonly showsText: boolean }) {
    this.#showsText = showsText;
  }

  leave(why: LeftOut): void {
    this.leftOut.set(why, (this.leftOut.get(why) ?? 0) + 1);
  }

  /** @param old `null`: unknown */
  add(replayed: ReplayCase, old: PastVerdict | null, judged: JudgedCase): void {
    const oldVerdict = old?.verdict ?? "none";
    this.#count(replayed);
    const row = this.matrix.get(oldVerdict) ?? new Map<string, number>();
    row.set(judged.verdict, (row.get(judged.verdict) ?? 0) + 1);
    this.matrix.set(oldVerdict, row);
    const { gained, lost } = this.#compare(replayed.id, old?.violated ?? null, judged);
    if (old === null || oldVerdict === judged.verdict) return;
    this.changed += 1;
    if (this.changes.length >= CHANGES_MAX) return;
    const texts = this.#showsText ? replayed.texts.map(({ text }) => text.slice(0, TEXT_MAX_CHARS)) : null;
    this.changes.push({ id: replayed.id, old: oldVerdict, new: judged.verdict, gained, lost, texts });
  }

  #count({ texts, isCut, hadInline }: ReplayCase): void {
    this.cases += 1;
    this.texts += texts.length;
    if (isCut) this.cut += 1;
    if (texts.some(({ text }) => holdsMask(text))) this.masked += 1;
    if (hadInline) this.inline += 1;
  }

  #compare(id: string, before: ReadonlySet<string> | null, { violated, failed }: JudgedCase) {
    for (const label of failed) this.#policy(label).failed += 1;
    for (const label of violated) this.#policy(label).new += 1;
    if (before === null) return { gained: [], lost: [] };
    for (const label of before) this.#policy(label).old += 1;
    const gained = [...violated].filter((label) => !before.has(label));
    const lost = [...before].filter((label) => !violated.has(label));
    for (const label of gained) this.#gains(this.#policy(label), "gained", id);
    for (const label of lost) this.#gains(this.#policy(label), "lost", id);
    return { gained, lost };
  }

  #gains(policy: PolicyDifference, what: "gained" | "lost", id: string): void {
    policy[what] += 1;
    const ids = what === "gained" ? policy.gainedIds : policy.lostIds;
    if (ids.length < IDS_MAX) ids.push(id);
  }

  #policy(label: string): PolicyDifference {
    const name = this.policies.has(label) || this.policies.size < POLICIES_MAX ? label : OTHER_POLICIES;
    const known = this.policies.get(name);
    if (known !== undefined) return known;
    const fresh = { old: 0, new: 0, failed: 0, gained: 0, lost: 0, gainedIds: [], lostIds: [] };
    this.policies.set(name, fresh);
    return fresh;
  }
}

/** A tenth of a microsecond to a quarter of an hour, nanoseconds. */
const LOWEST_NS = 100;
const HIGHEST_NS = 1e12;

interface Quantiles {
  readonly count: number;
  /** Microseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** Times in buckets: as small for a million of them as for one. Quantiles are off by one in a hundred at the most. */
export class Latencies {
  readonly #histogram = createHistogram({ lowest: 1, highest: HIGHEST_NS, figures: 2 });

  add(us: number): void {
    this.#histogram.record(Math.min(HIGHEST_NS, Math.max(LOWEST_NS, Math.round(us * 1000))));
  }

  get quantiles(): Quantiles {
    const at = (percent: number): number => this.#histogram.percentile(percent) / 1000;
    return { count: this.#histogram.count, p50: at(50), p95: at(95), p99: at(99) };
  }
}
