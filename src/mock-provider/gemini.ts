import { field, isArray, stringField, listField } from "../codecs/shared/json-read.ts";
import type { Json, JsonObject } from "../core/model.ts";
import { post, GEMINI, googleArray, googleStream, invalid, json, type MockCall } from "./mock-route.ts";
import {
  answerCount,
  contentText,
  MODEL,
  pieces,
  replyText,
  textLength,
  thoughtText,
  tokens,
  toolCall,
  type MockTurn,
} from "./mock-turn.ts";

const BAD_CONTENTS = "contents must be a list";

/** Gemini's generateContent: the whole answer. */
export const geminiGenerate = post(GEMINI, /\/[^/]+:generateContent$/, (call) => {
  const turn = readTurn(call.body, modelIn(call));
  return turn === null ? invalid(BAD_CONTENTS) : json(answer(turn));
});

/** Its stream: events where the client asks for them, else one array. */
export const geminiStream = post(GEMINI, /\/[^/]+:streamGenerateContent$/, (call) => {
  const turn = readTurn(call.body, modelIn(call));
  if (turn === null) return invalid(BAD_CONTENTS);
  return call.query.get("alt") === "sse" ? googleStream(chunks(turn)) : googleArray(chunks(turn));
});

/** How many tokens a request has, by the same rule of thumb as its answer says. */
export const geminiCountTokens = post(GEMINI, /\/[^/]+:countTokens$/, ({ body }) => {
  const turn = readTurn(field(body, "generateContentRequest") ?? body, MODEL);
  if (turn === null) return invalid(BAD_CONTENTS);
  const totalTokens = tokens(turn.promptLength);
  return json({ totalTokens, promptTokensDetails: [{ modality: "TEXT", tokenCount: totalTokens }] });
});

function modelIn({ path }: MockCall): string {
  return path.slice(path.lastIndexOf("/") + 1, path.lastIndexOf(":"));
}

interface GeminiTurn extends MockTurn {
  readonly count: number;
  readonly isThinking: boolean;
}

/** Google reads both spellings of its names, so the mock does. */
function either(value: Json | undefined, camelCase: string, snakeCase: string): Json | undefined {
  return field(value, camelCase) ?? field(value, snakeCase);
}

function readTurn(body: Json, model: string): GeminiTurn | null {
  const contents = field(body, "contents");
  if (!isArray(contents)) return null;
  const prompts = contents
    // Without a role, the turn is the user's.
    .filter((content) => (stringField(content, "role") || "user") === "user")
    .map((content) => contentText(field(content, "parts")))
    // A turn of tools' results only asks nothing.
    .filter((text) => text !== "");
  const tools = field(body, "tools");
  const offered = listField(body, "tools").flatMap(declarations);
  const last = field(contents.at(-1), "parts");
  const config = either(body, "generationConfig", "generation_config");
  const thinking = either(config, "thinkingConfig", "thinking_config");
  const system = either(body, "systemInstruction", "system_instruction");
  return {
    model,
    prompt: prompts.at(-1) ?? "",
    promptLength: textLength(contents) + textLength(system) + textLength(tools),
    tool: stringField(offered[0], "name") || null,
    isAfterTool:
      isArray(last) && last.some((part) => either(part, "functionResponse", "function_response") !== undefined),
    count: answerCount(either(config, "candidateCount", "candidate_count")),
    isThinking: either(thinking, "includeThoughts", "include_thoughts") === true,
  };
}

function declarations(tool: Json): readonly Json[] {
  const declared = either(tool, "functionDeclarations", "function_declarations");
  return isArray(declared) ? declared : [];
}

/** Parts of one candidate: texts may come in pieces, a call comes whole. */
function parts(turn: GeminiTurn, index: number): readonly JsonObject[] {
  const call = toolCall(turn);
  const thought = turn.isThinking ? [{ text: thoughtText(turn), thought: true }] : [];
  if (call === null) return [...thought, { text: replyText(turn) }];
  return [...thought, { functionCall: { id: `call_mock_${index}`, name: call.name, args: call.input } }];
}

function candidate(made: readonly JsonObject[], index: number): JsonObject {
  return { content: { parts: made, role: "model" }, index };
}

function tail(turn: GeminiTurn, outputLength: number): JsonObject {
  const [prompt, output] = [tokens(turn.promptLength), tokens(outputLength)];
  return {
    usageMetadata: {
      promptTokenCount: prompt,
      candidatesTokenCount: output,
      totalTokenCount: prompt + output,
      promptTokensDetails: [{ modality: "TEXT", tokenCount: prompt }],
    },
    modelVersion: turn.model,
    responseId: "resp_mock",
  };
}

const END = { finishReason: "STOP" };

function answer(turn: GeminiTurn): JsonObject {
  const candidates = Array.from({ length: turn.count }, (_, index) => {
    return { ...candidate(parts(turn, index), index), ...END };
  });
  return { candidates, ...tail(turn, textLength(candidates)) };
}

function* chunks(turn: GeminiTurn): Generator<Json> {
  const cut = Array.from({ length: turn.count }, (_, index) => parts(turn, index).flatMap(cutPart));
  const steps = cut[0]?.length ?? 0;
  let length = 0;
  // The candidates come interleaved; each ends with its last piece.
  for (let step = 0; step < steps; step++) {
    for (const [index, all] of cut.entries()) {
      const made = candidate(all.slice(step, step + 1), index);
      length += textLength(made);
      const ended = step === steps - 1 ? { ...made, ...END } : made;
      yield { candidates: [ended], ...tail(turn, length) };
    }
  }
}

function cutPart(part: JsonObject): readonly JsonObject[] {
  const { text } = part;
  return typeof text === "string" ? [...pieces(text)].map((piece) => ({ ...part, text: piece })) : [part];
}
