import { parseJson } from "../../core/json.ts";
import type { AnswerEnds } from "../shared/answer-ends.ts";
import type { CompletionRequest, Parsed, StreamCodec, StreamEnd, StreamStep } from "../codec.ts";
import { MESSAGES } from "../framing/framing.ts";
import { isObject, stringField } from "../shared/json-read.ts";
import { OpenAiResponsesStream } from "./openai-responses-stream.ts";
import type { SseEvent } from "../framing/sse.ts";
import { plainStep } from "../shared/stream-steps.ts";

/** Requests that wait for their answer in one lane. The provider answers them one by one. */
const ASKED_MAX = 16;

/** Of an answer without a known request. */
const UNASKED: CompletionRequest = {
  slots: [],
  stream: true,
  includeUsage: true,
  model: "",
  choiceCount: 1,
  isJsonOutput: false,
  unreadParts: [],
  readsAnswer: true,
};

/** The answers of one lane, one after the other. */
export class ResponsesLane implements StreamCodec {
  readonly repeats = true;
  readonly #name: string;
  readonly #ends: AnswerEnds;
  readonly #asked: CompletionRequest[] = [];
  #request = UNASKED;
  #stream: OpenAiResponsesStream | null = null;
  /** A response has begun and has not ended. */
  #isActive = false;
  /** We have ended the response; what the provider still says of it is dropped. */
  #isMuted = false;

  /** @param name `stream_id`, or `""` */
  constructor(name: string, ends: AnswerEnds) {
    this.#name = name;
    this.#ends = ends;
  }

  get isIdle(): boolean {
    return !this.#isActive && !this.#isMuted && this.#asked.length === 0;
  }

  /** A request for an answer goes on. */
  ask(request: CompletionRequest): void {
    this.#asked.push(request);
    if (this.#asked.length > ASKED_MAX) this.#asked.shift();
  }

  readonly read = (event: SseEvent): Parsed<StreamStep> => {
    const type = event.data !== null && TELLING.test(event.data) ? typeOf(event.data) : "";
    const isError = type === "error";
    if (type === "response.created") this.#begin();
    // What comes between answers is read by itself. An error then stands for an answer.
    else if (!this.#isActive && !this.#isMuted) this.#open(isError ? this.#asked.shift() : undefined);
    const step = this.#current().read(event);
    if (!step.ok) return step;
    const ends = step.value.finishes.length > 0;
    if (ends) this.#isActive = false;
    if (!this.#isMuted || isError) return { ok: true, value: this.#reported(step.value) };
    if (ends) this.#isMuted = false;
    return { ok: true, value: { ...plainStep(event), render: () => null } };
  };

  readonly refusalEvents = (end: StreamEnd): readonly SseEvent[] => {
    this.#ends.end(this.#name, "blocked");
    this.#isMuted = this.#isActive;
    this.#isActive = false;
    return this.#current()
      .refusalEvents(end)
      .map((event) => this.#inLane(event));
  };

  readonly errorEvents = (code: string, message: string): readonly SseEvent[] =>
    this.#current()
      .errorEvents(code, message)
      .map((event) => this.#inLane(event));

  /** The end of an answer is one when it leaves: a block may still stand before it. */
  #reported(step: StreamStep): StreamStep {
    if (step.finishes.length === 0) return step;
    return {
      ...step,
      render: (leaving) => {
        const event = step.render(leaving);
        if (event !== null && leaving.unfinished.size === 0) this.#ends.end(this.#name, "complete");
        return event;
      },
    };
  }

  #begin(): void {
    this.#ends.begin(this.#name);
    this.#isActive = true;
    this.#isMuted = false;
    // The successor of a steered response has no request of its own: it answers the same one.
    this.#request = this.#asked.shift() ?? this.#request;
    this.#open(this.#request);
  }

  #open(request: CompletionRequest = UNASKED): OpenAiResponsesStream {
    this.#stream = new OpenAiResponsesStream(request, MESSAGES);
    return this.#stream;
  }

  #current(): OpenAiResponsesStream {
    return this.#stream ?? this.#open();
  }

  /** An event of ours says whose it is, as the provider's do. */
  #inLane(event: SseEvent): SseEvent {
    const parsed = this.#name === "" || event.data === null ? null : parseJson(event.data);
    if (parsed?.ok !== true || !isObject(parsed.value)) return event;
    return MESSAGES.withData(event, JSON.stringify({ ...parsed.value, stream_id: this.#name }));
  }
}

/** Spares parsing every message twice. */
const TELLING = /"(?:response\.created|error)"/;

function typeOf(data: string): string {
  const parsed = parseJson(data);
  return parsed.ok ? stringField(parsed.value, "type") : "";
}
