import { run, type Exchange } from "./client.ts";
import { isSaved } from "./traffic.ts";

export interface KindTally {
  readonly outcomes: Map<string, number>;
  readonly latenciesMs: number[];
}

/** Descriptions of unexpected outcomes that are kept. */
const UNEXPECTED_MAX = 20;
const EXCERPT_CHARS = 160;

/** What became of all exchanges. */
export class Tally {
  readonly kinds = new Map<string, KindTally>();
  /** Of any kind; what the client hung up on included. */
  requests = 0;
  left = 0;
  /** Answers that promise a record. */
  promised = 0;
  unexpected = 0;
  readonly examples: string[] = [];

  /** Runs one exchange to its end, and counts it. @param dueMs when it was to begin: waiting counts */
  async run(port: number, exchange: Exchange, dueMs: number): Promise<void> {
    this.requests += 1;
    const outcome = await this.#outcome(port, exchange);
    if (outcome === null) return;
    const kind = this.#kind(exchange.kind);
    kind.outcomes.set(outcome, (kind.outcomes.get(outcome) ?? 0) + 1);
    kind.latenciesMs.push(performance.now() - dueMs);
  }

  async #outcome(port: number, exchange: Exchange): Promise<string | null> {
    let told: string;
    try {
      const answer = await run(port, exchange);
      if (answer === null) {
        this.left += 1;
        return "left";
      }
      const outcome = exchange.judge(answer);
      if (outcome !== null && isSaved(exchange, outcome)) this.promised += 1;
      if (outcome !== null) return outcome;
      told = `${answer.status}${answer.isWhole ? "" : " cut"} ${answer.text.slice(-EXCERPT_CHARS)}`;
    } catch (error) {
      told = String(error);
    }
    this.unexpected += 1;
    if (this.examples.length < UNEXPECTED_MAX) this.examples.push(`${exchange.kind}: ${told}`);
    return null;
  }

  #kind(name: string): KindTally {
    const known = this.kinds.get(name) ?? { outcomes: new Map<string, number>(), latenciesMs: [] };
    this.kinds.set(name, known);
    return known;
  }
}
