import type { AnswerFacts } from "../../core/upstream-port.ts";
import type { Json } from "../../core/model.ts";
import { field, fieldNames, stringField, listField } from "./json-read.ts";

/** What observers call a format, and what its answers say of themselves. @see https://github.com/open-telemetry/semantic-conventions-genai */
export interface GenAi {
  /** `gen_ai.provider.name`, as far as the path shows it: many servers speak a format that is another's. */
  readonly provider: (path: string) => string;
  /** `gen_ai.operation.name`, of a closed set. */
  readonly operation: (path: string, method: string) => string;
  /** Reads a whole answer, or one event of a stream: the former holds all, each of the latter a part. */
  readonly facts: (body: Json) => AnswerFacts;
}

/** Reasons that providers document. Any other is reported as `other`: free text of a provider is never reported. */
const REASONS: ReadonlySet<string> = new Set([
  // OpenAI
  ...fieldNames(`
    stop length tool_calls function_call content_filter completed max_output_tokens failed cancelled
  `),
  // Anthropic
  ...fieldNames(`
    end_turn max_tokens stop_sequence tool_use pause_turn refusal model_context_window_exceeded
  `),
  // Gemini
  ...fieldNames(`
    STOP MAX_TOKENS SAFETY RECITATION LANGUAGE OTHER BLOCKLIST PROHIBITED_CONTENT SPII MALFORMED_FUNCTION_CALL IMAGE_SAFETY
  `),
]);
/** Choices whose reasons are reported. */
const REASONS_MAX = 16;

interface ReportedFacts {
  readonly model: string;
  readonly input: number | null;
  readonly output: number | null;
  readonly reasons: readonly Json[];
}

/** Only the facts that are present. */
function toFacts({ model, input, output, reasons }: ReportedFacts): AnswerFacts {
  const known = reasons.filter((reason) => typeof reason === "string" && reason !== "").slice(0, REASONS_MAX);
  return {
    ...(model === "" ? {} : { model }),
    ...(input === null ? {} : { inputTokens: input }),
    ...(output === null ? {} : { outputTokens: output }),
    ...(known.length === 0 ? {} : { finishReasons: known.map(reasonName) }),
  };
}

const reasonName = (reason: Json): string => (typeof reason === "string" && REASONS.has(reason) ? reason : "other");

/** The tokens that one of the fields reports. */
function tokens(usage: Json | undefined, ...names: readonly string[]): number | null {
  for (const name of names) {
    const count = field(usage, name);
    if (typeof count === "number" && Number.isSafeInteger(count) && count >= 0) return count;
  }
  return null;
}

/** Chat completions and completions, whole and in chunks; embeddings report their usage alike. */
export function choiceFacts(body: Json): AnswerFacts {
  const usage = field(body, "usage");
  return toFacts({
    model: stringField(body, "model"),
    input: tokens(usage, "prompt_tokens", "input_tokens"),
    output: tokens(usage, "completion_tokens", "output_tokens"),
    reasons: listField(body, "choices").map((choice) => field(choice, "finish_reason") ?? null),
  });
}

/** Responses: an event about the whole has it in `response`. */
export function responseFacts(body: Json): AnswerFacts {
  const response = field(body, "response") ?? body;
  const usage = field(response, "usage");
  const status = stringField(response, "status");
  const isOver = status !== "" && status !== "in_progress" && status !== "queued";
  const cut = stringField(field(response, "incomplete_details"), "reason");
  return toFacts({
    model: stringField(response, "model"),
    input: tokens(usage, "input_tokens"),
    output: tokens(usage, "output_tokens"),
    reasons: isOver ? [cut === "" ? status : cut] : [],
  });
}

/** Messages: what was read from and written to a cache is a part of the prompt. */
export function messageFacts(body: Json): AnswerFacts {
  const message = field(body, "message") ?? body;
  const usage = field(message, "usage");
  const uncached = tokens(usage, "input_tokens");
  const cached = (tokens(usage, "cache_read_input_tokens") ?? 0) + (tokens(usage, "cache_creation_input_tokens") ?? 0);
  return toFacts({
    model: stringField(message, "model"),
    input: uncached === null ? null : uncached + cached,
    output: tokens(usage, "output_tokens"),
    reasons: [field(field(body, "delta"), "stop_reason") ?? field(message, "stop_reason") ?? null],
  });
}

/** Candidates of Gemini: thoughts are paid for as output. */
export function candidateFacts(body: Json): AnswerFacts {
  const usage = field(body, "usageMetadata");
  const answer = tokens(usage, "candidatesTokenCount");
  const thoughts = tokens(usage, "thoughtsTokenCount");
  return toFacts({
    model: stringField(body, "modelVersion"),
    input: tokens(usage, "promptTokenCount"),
    output: answer === null && thoughts === null ? null : (answer ?? 0) + (thoughts ?? 0),
    reasons: listField(body, "candidates").map((candidate) => field(candidate, "finishReason") ?? null),
  });
}

/** What the events of one stream say together: the last value counts, reasons are of all choices. */
export function mergeFacts(known: AnswerFacts, next: AnswerFacts): AnswerFacts {
  const reasons = [...(known.finishReasons ?? []), ...(next.finishReasons ?? [])].slice(0, REASONS_MAX);
  return { ...known, ...next, ...(reasons.length === 0 ? {} : { finishReasons: reasons }) };
}

/**
 * Whether an event of a stream may hold facts: usage or the end of a choice. Most events are pieces of text, and reading
 * each again would cost more than all that is learnt.
 */
export const mayHoldFacts = (data: string): boolean => FACT_FIELDS.test(data);

const FACT_FIELDS = /"(?:usage|usageMetadata|finish_reason|finishReason|stop_reason)"\s{0,8}:\s{0,8}["{]/;
