import type { Outcome, Verdict } from "../../core/model.ts";

const RANK: Readonly<Record<Verdict, number>> = { passed: 0, flagged: 1, blocked: 2 };

/** A verdict with names for policies. */
interface Counted {
  readonly verdict: Verdict;
  readonly policies: readonly string[];
  readonly degraded: readonly string[];
}

/** What an exchange has come to so far, and the policies that decided it. Names only. Header, log, metric and record all read it here. */
export class ExchangeTally {
  #verdict: Verdict = "passed";
  #hasChecked = false;
  #isJudging = false;
  #isUnread = false;
  #isUnavailable = false;
  #passedUnread: string | null = null;
  /** Code of what it was refused for, or failed by; `null`: nothing. */
  failure: string | null = null;
  /** What could not be read, where that is the failure; a property of the traffic, never its text. */
  unreadReason: string | null = null;
  /** Its outcome is reported: it has its answer, or its client left before. */
  isReported = false;
  readonly #policies = new Set<string>();
  readonly #degraded = new Set<string>();

  count({ verdict, policies, degraded }: Counted): void {
    this.#raise(verdict, policies);
    for (const name of degraded) this.#degraded.add(name);
  }

  /** Policies are asked about a text. */
  judging(): void {
    this.#isJudging = true;
  }

  /** A block for a reason outside any evaluation: a match where no mask can stand. */
  block(policies: readonly string[]): void {
    this.#raise("blocked", policies);
  }

  /** What is blocked was taken out, and the rest is forwarded. */
  remove(policies: readonly string[]): void {
    this.#raise("flagged", policies);
  }

  /** Something passed or was refused that no policy could read: what else was checked no longer makes it `passed`. */
  unread(): void {
    this.#isUnread = true;
  }

  /** Request or answer pass, and no policy has read them. @param reason a property of the traffic, never its text */
  passUnread(reason: string): void {
    this.#isUnread = true;
    this.#passedUnread = reason;
  }

  /** A part without text passes with a request that was read. */
  passPart(reason: string): void {
    this.#passedUnread = reason;
  }

  /** The exchange is refused because its policies could not run. */
  unavailable(): void {
    this.#isUnavailable = true;
  }

  #raise(verdict: Verdict, policies: readonly string[]): void {
    this.#hasChecked = true;
    if (RANK[verdict] > RANK[this.#verdict]) this.#verdict = verdict;
    for (const name of policies) this.#policies.add(name);
  }

  /** Whether any policy has looked at anything: `passed` says nothing otherwise. */
  get hasChecked(): boolean {
    return this.#hasChecked;
  }

  /** Whether policies were asked, be it that they could not answer. */
  get isJudging(): boolean {
    return this.#isJudging || this.#hasChecked;
  }

  /** Whether there is anything to say of it. */
  get isKnown(): boolean {
    return this.#hasChecked || this.#isUnread || this.#isUnavailable || this.#passedUnread !== null;
  }

  /** Why something passed unread; `null`: nothing did. */
  get passedUnread(): string | null {
    return this.#passedUnread;
  }

  get outcome(): Outcome {
    if (this.#isUnavailable) return "unavailable";
    return this.#isUnread && this.#verdict === "passed" ? "unread" : this.#verdict;
  }

  get policies(): readonly string[] {
    return [...this.#policies];
  }

  get degraded(): readonly string[] {
    return [...this.#degraded];
  }
}
