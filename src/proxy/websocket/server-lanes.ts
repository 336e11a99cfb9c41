import { MESSAGES } from "../../codecs/framing.ts";
import type { Conversation } from "../../codecs/message-codec.ts";
import type { CheckedIngress } from "../context.ts";
import { unavailableMessage } from "../reply.ts";
import { openChecks, type OpenChecks } from "../stream-checks.ts";
import { StreamRelay } from "../stream-relay.ts";
import { CLOSE, type Counts, type Failure } from "./failure.ts";

interface Lane {
  readonly relay: StreamRelay;
  readonly checks: OpenChecks;
}

/** What may leave, and whether the connection can go on. */
export interface ServerOutcome {
  readonly messages: readonly string[];
  readonly failure: Failure | null;
}

/** Lanes with something under way. More are ended, the oldest first. */
const LANES_MAX = 16;

/**
 * The provider's messages, each in its lane: what is undecided waits there, with everything behind it. A lane that has
 * nothing under way is forgotten, so that a long conversation costs no more than a short one.
 */
export class ServerLanes {
  readonly #exchange: CheckedIngress;
  readonly #conversation: Conversation;
  readonly #counts: Counts;
  readonly #lanes = new Map<string, Lane>();

  constructor(exchange: CheckedIngress, conversation: Conversation, counts: Counts) {
    this.#exchange = exchange;
    this.#conversation = conversation;
    this.#counts = counts;
  }

  /** Takes one message in. */
  async push(text: string): Promise<ServerOutcome> {
    const event = MESSAGES.event(text);
    const name = this.#conversation.laneOf(event);
    const before = this.#lanes.size < LANES_MAX || this.#lanes.has(name) ? NOTHING : await this.#endOldest();
    if (before.failure !== null) return before;
    const lane = this.#lanes.get(name) ?? this.#open(name);
    await lane.relay.push([event]);
    const after = this.#release(name, lane);
    return { messages: [...before.messages, ...after.messages], failure: after.failure };
  }

  /** The provider says no more: what is undecided is complete. */
  async end(): Promise<ServerOutcome> {
    const messages: string[] = [];
    while (this.#lanes.size > 0) {
      const outcome = await this.#endOldest();
      messages.push(...outcome.messages);
      if (outcome.failure !== null) return { messages, failure: outcome.failure };
    }
    return { messages, failure: null };
  }

  /** Brings the verdict up to date, and forgets everything. */
  close(): void {
    for (const [name, lane] of this.#lanes) this.#drop(name, lane);
  }

  async #endOldest(): Promise<ServerOutcome> {
    for (const [name, lane] of this.#lanes) {
      await lane.relay.end();
      const outcome = this.#release(name, lane);
      this.#drop(name, lane);
      return outcome;
    }
    return NOTHING;
  }

  #release(name: string, lane: Lane): ServerOutcome {
    const { relay } = lane;
    const events = [...relay.take()];
    const { state } = relay;
    if (state.kind === "blocked") events.push(...relay.refusal());
    if (state.kind !== "open" || (!relay.isHolding && this.#conversation.isIdle(name))) this.#drop(name, lane);
    const messages = events.map((event) => MESSAGES.wire(event, false));
    if (state.kind === "unavailable") {
      const message = unavailableMessage(state.policies);
      return { messages, failure: { code: "guardrail_unavailable", message, status: 503, close: CLOSE.failed } };
    }
    return { messages, failure: state.kind === "unread" ? unreadAnswer(state.reason) : null };
  }

  #open(name: string): Lane {
    const { upstream, runtime } = this.#exchange;
    const checks = openChecks(this.#exchange);
    const relay = new StreamRelay({
      codec: this.#conversation.codecOf(name),
      checks,
      request: this.#conversation,
      textMaxChars: runtime.config.server.textMaxChars,
      heldMaxChars: upstream.responseMaxBytes,
      passesUnread: upstream.unread === "pass",
    });
    const lane = { relay, checks };
    this.#lanes.set(name, lane);
    return lane;
  }

  #drop(name: string, { relay, checks }: Lane): void {
    if (!this.#lanes.delete(name)) return;
    this.#counts.unread += relay.unreadEvents;
    checks.settle();
  }
}

const NOTHING: ServerOutcome = { messages: [], failure: null };

export function unreadAnswer(reason: string, close: number = CLOSE.refused): Failure {
  return { code: "guardrail_unread", message: `The guardrail cannot read this answer: ${reason}`, status: 502, close };
}
