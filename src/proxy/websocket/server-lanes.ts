import { TOO_MUCH_WORK } from "../body/answer-body.ts";
import { isTooMuchWork } from "../../core/work-budget.ts";
import { append } from "../../core/lists.ts";
import { MESSAGES, type SseEvent } from "../../codecs/framing/framing.ts";
import type { ConnectionCodec } from "../../codecs/message-codec.ts";
import { openAnswerWork, type CheckingExchange } from "../context.ts";
import { openStreamChecks, type OpenStreamChecks } from "../stream/stream-checks.ts";
import { COST_MAX_CHARS, StreamRelay } from "../stream/stream-relay.ts";
import { unavailable, unreadAnswer, type Counts, type Failure } from "./failure.ts";
import type { QueuedFrame } from "./peer.ts";

interface Lane {
  readonly relay: StreamRelay;
  readonly checks: OpenStreamChecks;
}

/** What may leave, and whether the connection stays open. */
export interface ServerOutcome {
  /** Text, or the bytes of a binary message. */
  readonly messages: readonly (string | Buffer)[];
  readonly failure: Failure | null;
}

const NOTHING: ServerOutcome = { messages: [], failure: null };
/** Lanes with something under way. */
const LANES_MAX = 64;

/**
 * The provider's messages, each in its lane: what is undecided waits there, with everything after it. A lane that has
 * nothing under way is forgotten, so that a long conversation costs no more than a short one.
 */
export class ServerLanes {
  readonly #exchange: CheckingExchange;
  readonly #codec: ConnectionCodec;
  readonly #counts: Counts;
  readonly #lanes = new Map<string, Lane>();
  readonly #binary = new WeakMap<SseEvent, Buffer>();

  constructor(exchange: CheckingExchange, codec: ConnectionCodec, counts: Counts) {
    this.#exchange = exchange;
    this.#codec = codec;
    this.#counts = counts;
  }

  get isBuffering(): boolean {
    return [...this.#lanes.values()].some(({ relay }) => relay.isBuffering);
  }

  /** Takes one message in. */
  async push(text: string): Promise<ServerOutcome> {
    try {
      return await this.#push(text);
    } catch (error: unknown) {
      if (!isTooMuchWork(error)) throw error;
      return { messages: [], failure: unreadAnswer(this.#exchange, TOO_MUCH_WORK) };
    }
  }

  async #push(text: string): Promise<ServerOutcome> {
    const event = MESSAGES.event(text);
    const name = this.#codec.laneOf(event);
    const known = this.#lanes.get(name);
    const room = known === undefined && this.#lanes.size >= LANES_MAX ? await this.#makeRoom() : NOTHING;
    if (room.failure !== null) return room;
    const lane = known ?? this.#open(name);
    // The one that has been silent longest stands first.
    if (this.#lanes.delete(name)) this.#lanes.set(name, lane);
    await lane.relay.push([event]);
    const { messages, failure } = this.#release(name, lane);
    return { messages: [...room.messages, ...messages], failure: failure ?? this.#boundAll() };
  }

  /** What lanes keep, together: each has bounds of its own. */
  #boundAll(): Failure | null {
    let kept = 0;
    let cost = 0;
    for (const { relay } of this.#lanes.values()) {
      kept += relay.keptChars;
      cost += relay.cost;
    }
    if (kept > this.#exchange.upstream.responseMaxBytes) return unreadAnswer(this.#exchange, "too much text held");
    return cost > COST_MAX_CHARS ? unreadAnswer(this.#exchange, "too many texts") : null;
  }

  /** Takes a message in that passes unread: it does not overtake what waits in its lane. */
  pass({ data, isBinary }: QueuedFrame): ServerOutcome {
    const text = data.toString(isBinary ? "latin1" : "utf8");
    const event = MESSAGES.event(text);
    const name = isBinary ? "" : this.#codec.laneOf(event);
    const lane = this.#lanes.get(name);
    if (lane === undefined) {
      this.#counts.unread += 1;
      return { messages: [isBinary ? data : text], failure: null };
    }
    if (isBinary) this.#binary.set(event, data);
    lane.relay.pass(event);
    return this.#release(name, lane);
  }

  /** Takes what the lane that has been silent longest says as all that it says. */
  async #makeRoom(): Promise<ServerOutcome> {
    for (const [name, lane] of this.#lanes) {
      if (!this.#codec.evict(name)) continue;
      await lane.relay.end();
      const outcome = this.#release(name, lane);
      this.#drop(name, lane);
      return outcome;
    }
    return { messages: [], failure: unreadAnswer(this.#exchange, "too many answers at a time") };
  }

  /** The provider says no more: what is undecided is complete. */
  async end(): Promise<ServerOutcome> {
    const messages: (string | Buffer)[] = [];
    for (const [name, lane] of this.#lanes) {
      await lane.relay.end();
      const outcome = this.#release(name, lane);
      this.#drop(name, lane);
      append(messages, outcome.messages);
      if (outcome.failure !== null) return { messages, failure: outcome.failure };
    }
    return { messages, failure: null };
  }

  /** Brings the verdict up to date, and forgets everything. */
  close(): void {
    for (const [name, lane] of this.#lanes) this.#drop(name, lane);
  }

  #release(name: string, lane: Lane): ServerOutcome {
    const { relay } = lane;
    const events = [...relay.takeReady()];
    const { state } = relay;
    if (state.kind === "blocked") append(events, relay.refusal());
    if (state.kind !== "open" || (!relay.isBuffering && this.#codec.isIdle(name))) this.#drop(name, lane);
    const messages = events.map((event) => this.#binary.get(event) ?? MESSAGES.wire(event, false));
    if (state.kind === "unavailable") return { messages, failure: unavailable(state.policies) };
    return { messages, failure: state.kind === "unread" ? unreadAnswer(this.#exchange, state.reason) : null };
  }

  #open(name: string): Lane {
    const { upstream, runtime } = this.#exchange;
    // Each lane has the budget of one answer.
    const answerWork = openAnswerWork(runtime.config.server.requestWork);
    const checks = openStreamChecks({ ...this.#exchange, answerWork }, { remembers: true });
    const relay = new StreamRelay({
      codec: this.#codec.codecOf(name),
      checks,
      request: this.#codec,
      textMaxChars: runtime.config.server.textMaxChars,
      bufferedMaxChars: upstream.responseMaxBytes,
      passesUnread: upstream.unread === "pass",
      endsOnce: false,
      work: answerWork,
    });
    const lane = { relay, checks };
    this.#lanes.set(name, lane);
    return lane;
  }

  #drop(name: string, { relay, checks }: Lane): void {
    if (!this.#lanes.delete(name)) return;
    this.#counts.unread += relay.unreadEvents;
    checks.updateTally();
    checks.report();
  }
}
