import { forgetOldest } from "./shared/json-read.ts";
import type { Work } from "../core/work-budget.ts";
import type { JsonObject } from "../core/model.ts";
import type { CompletionCodec, Parsed, Refusal, StreamCodec, TextSlot } from "./codec.ts";
import type { SseEvent } from "./framing/framing.ts";

/** What the proxy must know of a client's message before it forwards it. */
export interface ClientMessage {
  readonly slots: readonly TextSlot[];
  /** Parts that carry no text (audio, images): their kinds. */
  readonly unreadParts: readonly string[];
  /** It asks for an answer, so it counts against limits as a request does. */
  readonly isRequest: boolean;
  /** Its turns follow what was said before over the connection; otherwise it brings its own conversation. */
  readonly isContinued: boolean;
  /** Called once, right before the message is forwarded. */
  readonly accept: () => void;
}

/** One wire format of messages over a WebSocket: one file and one registry line. Pure, as `CompletionCodec` is. */
export interface MessageCodec {
  readonly format: string;
  /** `path` is the path after the upstream's prefix, without query. */
  readonly matches: (path: string) => boolean;
  readonly credential: CompletionCodec["credential"];
  /** @param options.readsTools whether descriptions and schemas of tools are read too */
  readonly open: (options: { readonly readsTools: boolean }) => ConnectionCodec;
}

/** What is said over one connection. One message is one event of a stream (`MESSAGES`). */
export interface ConnectionCodec {
  /**
   * @param work drawn from for each text; absent: not counted
   * @throws {ServiceError} `too_much_work`
   */
  readonly readClient: (body: JsonObject, work?: Work) => Parsed<ClientMessage>;
  /** Stands for a client's message that is blocked. */
  readonly refusalFor: (message: JsonObject, refusal: Refusal) => JsonObject;
  /** Reports a failure; `message`: the client's message that it stops. */
  readonly errorFor: (message: JsonObject | null, failure: MessageFailure) => JsonObject;
  /** The queue in which a message of the server waits. Messages of one lane leave in their order. */
  readonly laneOf: (event: SseEvent) => string;
  /** Reads the messages of a lane: the same codec for as long as the connection lives. It survives blocks. */
  readonly codecOf: (lane: string) => StreamCodec;
  /** Answers that may be under way in a lane at a time; a block ends one of them. */
  readonly choiceCount: number;
  /** Nothing of the lane is under way: what was kept of its texts is not needed again. */
  readonly isIdle: (lane: string) => boolean;
  /** No answer is under way or asked for. */
  readonly isQuiet: () => boolean;
  /** How its answers end, as far as it is said in the format. */
  readonly ends: AnswerEnds;
  /** Room is needed: nothing more is expected of the lane. False where it may not be given up. */
  readonly evict: (lane: string) => boolean;
  /** Messages of our own for the provider, because of blocks, since asked last. */
  readonly takeCommands: () => readonly JsonObject[];
}

export interface MessageFailure {
  readonly code: string;
  readonly message: string;
  /** The HTTP status that means the same. */
  readonly status: number;
}

/** How an answer over a connection ended by what was said of it: by the provider's end, or by ours. */
type AnswerEnd = "complete" | "blocked";

/** Answers under way that are remembered, and ends that wait to be taken; beyond it the oldest are forgotten. */
const KEPT_MAX = 256;

/** Which answers of a connection are under way, and how the others ended. */
export class AnswerEnds {
  readonly #open = new Set<string>();
  #ended: AnswerEnd[] = [];

  get underWay(): number {
    return this.#open.size;
  }

  begin(name: string): void {
    this.#open.add(name);
    forgetOldest(this.#open, KEPT_MAX);
  }

  /** Reported once per answer: what has ended does not end again. */
  end(name: string, how: AnswerEnd): void {
    if (this.#open.delete(name) && this.#ended.length < KEPT_MAX) this.#ended.push(how);
  }

  /** The ends since asked last. */
  take(): readonly AnswerEnd[] {
    if (this.#ended.length === 0) return this.#ended;
    const ended = this.#ended;
    this.#ended = [];
    return ended;
  }
}
