import type { JsonObject } from "../../core/model.ts";
import type { CompletionRequest, Refusal, NativeEnd } from "../codec.ts";
import type { Framing, SseEvent } from "../framing/framing.ts";
import { field, isObject, stringField, pick } from "../shared/json-read.ts";
import { refusalNote, estimateUsage } from "../shared/native-ends.ts";

/** How a refused answer ends. Our policies are none of the provider's categories. */
export function refusedDelta({ message }: Pick<Refusal, "message">): JsonObject {
  const details = { type: "refusal", category: null, explanation: message };
  return { stop_reason: "refusal", stop_sequence: null, stop_details: details };
}

/** What of a stream has left, and what is known of its usage: all that a native end is made of. */
export class AnthropicEnd {
  readonly #request: CompletionRequest;
  readonly #framing: Framing;
  readonly #openBlocks = new Set<number>();
  #hasBegun = false;
  #hasReason = false;
  #hasStopped = false;
  #startUsage: JsonObject = {};
  #lastUsage: JsonObject | null = null;
  #textLength = 0;

  constructor(request: CompletionRequest, framing: Framing) {
    this.#request = request;
    this.#framing = framing;
  }

  /** Text that has come, UTF-16 units. */
  count(length: number): void {
    this.#textLength += length;
  }

  /** Usage that has come; the one of `message_delta` is the whole message's. */
  see(type: string, body: JsonObject): void {
    const usage = field(type === "message_start" ? body["message"] : body, "usage");
    if (!isObject(usage)) return;
    if (type === "message_start") this.#startUsage = usage;
    else if (type === "message_delta") this.#lastUsage = usage;
  }

  /** An event that leaves. */
  leave(type: string, body: JsonObject): void {
    const index = body["index"];
    if (type === "message_start") this.#hasBegun = true;
    else if (type === "message_stop") this.#hasStopped = true;
    else if (type === "message_delta") this.#hasReason ||= typeof field(body["delta"], "stop_reason") === "string";
    else if (typeof index !== "number") return;
    else if (type === "content_block_start") this.#openBlocks.add(index);
    else if (type === "content_block_stop") this.#openBlocks.delete(index);
  }

  readonly refusal = ({ refusal }: Pick<NativeEnd, "refusal">): readonly SseEvent[] => {
    // Without its beginning no message can end: clients would wait for one.
    if (!this.#hasBegun) return [this.#event(anthropicRefusalBody(refusal))];
    const events: SseEvent[] = [];
    if (!this.#hasReason) {
      for (const index of this.#openBlocks) events.push(this.#event({ type: "content_block_stop", index }));
      events.push(
        this.#event({
          type: "message_delta",
          delta: refusedDelta(refusal),
          usage: this.#usage(),
          ...refusalNote(refusal),
        }),
      );
    }
    // The provider may have ended the message already: then only the last event can say why nothing more comes.
    if (!this.#hasStopped) events.push(this.#event({ type: "message_stop", ...refusalNote(refusal) }));
    return events;
  };

  readonly error = (code: string, message: string, status: number): readonly SseEvent[] => [
    this.#event(anthropicErrorBody(code, message, status)),
  ];

  /** Clients distinguish events by their name. */
  #event(body: JsonObject): SseEvent {
    return this.#framing.event(JSON.stringify(body), stringField(body, "type"));
  }

  #usage(): JsonObject {
    if (this.#lastUsage !== null) return this.#lastUsage;
    const { input, output } = estimateUsage(this.#request, this.#textLength);
    const kept = { input_tokens: input, ...pick(this.#startUsage, INPUT_USAGE) };
    // What the beginning says of the output is no more than a first guess.
    return { ...kept, output_tokens: output, guardrail_estimated: true };
  }
}

const INPUT_USAGE = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"] as const;

/**
 * An error in Anthropic's format. Official clients read our code at `details.error_code`.
 * @see https://docs.anthropic.com/en/api/errors
 */
export function anthropicErrorBody(code: string, message: string, status: number): JsonObject {
  const error = { type: errorType(status), message, code, details: { error_code: code } };
  return { type: "error", error, request_id: null };
}

/** Body of the 400 that stands for a block: names of policies only. */
export function anthropicRefusalBody(refusal: Refusal): JsonObject {
  const { message, requestId } = refusal;
  const error = { type: errorType(400), message, code: BLOCKED, details: { error_code: BLOCKED } };
  return { type: "error", error: { ...error, ...refusalNote(refusal) }, request_id: requestId };
}

/** The code of a block, the same in every format. */
const BLOCKED = "content_filter";

function errorType(status: number): string {
  const known = TYPES.get(status);
  if (known !== undefined) return known;
  return status >= 500 ? "api_error" : "invalid_request_error";
}

const TYPES: ReadonlyMap<number, string> = new Map([
  [401, "authentication_error"],
  [402, "billing_error"],
  [403, "permission_error"],
  [404, "not_found_error"],
  [413, "request_too_large"],
  [429, "rate_limit_error"],
  [503, "overloaded_error"],
  [504, "timeout_error"],
  [529, "overloaded_error"],
]);

export function anthropicCredential(apiKey: string): readonly [name: string, value: string] {
  return ["x-api-key", apiKey];
}
