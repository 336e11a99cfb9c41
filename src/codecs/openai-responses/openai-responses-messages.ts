import type { Work } from "../../core/work-budget.ts";
import type { JsonObject } from "../../core/model.ts";
import { AnswerEnds, type ClientMessage, type ConnectionCodec, type MessageCodec } from "../message-codec.ts";
import type { CompletionRequest, Parsed, StreamCodec, NativeEnd, StreamStep } from "../codec.ts";
import { isObject, objectOf, stringField, hasLongId } from "../shared/json-read.ts";
import { openAiCredential, openAiErrorBody, openAiRefusalBody } from "../openai/openai-errors.ts";
import { readsTools } from "./openai-responses-fields.ts";
import { openAiResponses } from "./openai-responses.ts";
import { type SseEvent, MESSAGES } from "../framing/framing.ts";
import { OpenAiResponsesStream } from "./openai-responses-stream.ts";
import { silentStep } from "../shared/stream-steps.ts";

/** OpenAI responses over a WebSocket. @see https://platform.openai.com/docs/guides/websocket-mode */
export const openAiResponsesMessages: MessageCodec = {
  format: "openai-responses-messages",
  matches: (path) => PATH.test(path),
  credential: openAiCredential,
  open: (options) => new ResponsesConversation(options),
};

/** Whatever version segments stand before it. */
const PATH = /\/responses\/?$/;

/** Lanes that are remembered; their names come from the client. Of more, those with nothing under way are forgotten first. */
const LANES_MAX = 256;

/** Bodies of the client's messages have the fields of a request; the server's messages are the events of its stream. */
class ResponsesConversation implements ConnectionCodec {
  readonly choiceCount = 1;
  readonly ends = new AnswerEnds();
  readonly #readsTools: boolean;
  readonly #lanes = new Map<string, ResponsesLane>();

  constructor(options: { readonly readsTools: boolean }) {
    this.#readsTools = options.readsTools;
  }

  readonly readClient = (body: JsonObject, work?: Work): Parsed<ClientMessage> => {
    const { type, stream_id: streamId, ...fields } = body;
    if (typeof type !== "string" || type === "") return { ok: false, reason: "type" };
    if (hasLongId(body)) return { ok: false, reason: "stream_id" };
    const target = { method: "POST", path: "/responses", query: "", readsTools: this.#readsTools, work };
    const read = openAiResponses.readRequest(fields, target);
    if (!read.ok) return read;
    const request = { ...read.value, stream: true };
    const accept = (): void => {
      if (type === "response.create") this.codecOf(typeof streamId === "string" ? streamId : "").ask(asked(request));
    };
    const { slots, unreadParts } = request;
    return { ok: true, value: { slots, unreadParts, isRequest: ASKING.has(type), isContinued: false, accept } };
  };

  readonly refusalFor: ConnectionCodec["refusalFor"] = (message, refusal) =>
    errorMessage(openAiRefusalBody(refusal), 400, message);

  readonly errorFor: ConnectionCodec["errorFor"] = (message, { code, message: text, status }) =>
    errorMessage(openAiErrorBody(code, text, status), status, message);

  readonly laneOf = ({ data }: SseEvent): string => {
    return data?.includes('"stream_id"') === true ? stringField(objectOf(data) ?? {}, "stream_id") : "";
  };

  readonly codecOf = (name: string): ResponsesLane => {
    const known = this.#lanes.get(name);
    if (known !== undefined) return known;
    if (this.#lanes.size >= LANES_MAX) this.#forgetOne();
    const lane = new ResponsesLane(name, this.ends);
    this.#lanes.set(name, lane);
    return lane;
  };

  readonly isIdle = (name: string): boolean => this.#lanes.get(name)?.isIdle ?? true;

  readonly isQuiet = (): boolean => [...this.#lanes.values()].every(({ isIdle }) => isIdle);

  /** Each is an answer. */
  readonly evict = (): boolean => false;

  /** The protocol has no message that cancels: what still comes of a blocked answer is dropped. */
  readonly takeCommands = (): readonly JsonObject[] => [];

  #forgetOne(): void {
    const [first] = this.#lanes.keys();
    for (const [name, lane] of this.#lanes) {
      if (!lane.isIdle) continue;
      this.#lanes.delete(name);
      return;
    }
    if (first !== undefined) this.#lanes.delete(first);
  }
}

/** What the codec of an answer must know of its request: the texts are forwarded and not kept here. */
function asked(request: CompletionRequest): CompletionRequest {
  const promptLength = request.slots.reduce((sum, { text }) => sum + text.length, 0);
  const [tool] = readsTools(request) ? request.slots.filter(({ pointer }) => pointer.tokenAt(1) === "tools") : [];
  return { ...request, slots: tool === undefined ? [] : [{ ...tool, text: "" }], promptLength };
}

/** Messages that make the model answer. */
const ASKING: ReadonlySet<string> = new Set(["response.create", "response.steer"]);

function errorMessage(body: JsonObject, status: number, cause: JsonObject | null): JsonObject {
  const error = isObject(body["error"]) ? body["error"] : {};
  const streamId = cause === null ? "" : stringField(cause, "stream_id");
  return { type: "error", status, error, ...(streamId === "" ? {} : { stream_id: streamId }) };
}

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
class ResponsesLane implements StreamCodec {
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

  /** A request for an answer is forwarded. */
  ask(request: CompletionRequest): void {
    this.#asked.push(request);
    if (this.#asked.length > ASKED_MAX) this.#asked.shift();
  }

  readonly read = (event: SseEvent): Parsed<StreamStep> => {
    const type = typeOf(event);
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
    return { ok: true, value: silentStep() };
  };

  readonly refusalEvents = (end: NativeEnd): readonly SseEvent[] => {
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
    const body = this.#name === "" ? null : objectOf(event.data);
    return body === null ? event : MESSAGES.withData(event, JSON.stringify({ ...body, stream_id: this.#name }));
  }
}

/** Spares parsing every message twice. */
const BEGINS_OR_FAILS = /"(?:response\.created|error)"/;

function typeOf({ data }: SseEvent): string {
  return data !== null && BEGINS_OR_FAILS.test(data) ? stringField(objectOf(data) ?? {}, "type") : "";
}
