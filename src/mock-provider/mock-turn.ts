import { field, isArray, isObject, stringField } from "../codecs/shared/json-read.ts";
import type { Json, JsonObject } from "../core/model.ts";

/** What the mock makes of a prompt, whatever format it came in. */
export interface MockTurn {
  readonly model: string;
  readonly prompt: string;
  /** All text of the request, UTF-16 units. */
  readonly promptLength: number;
  /** Name of the first tool on offer. */
  readonly tool: string | null;
  /** The last message is a tool's result. */
  readonly isAfterTool: boolean;
}

export const MODEL = "mock";
/** One moment for all answers: the same request gets the same one. Seconds. */
export const CREATED = 1_700_000_000;
export const CREATED_DATE = "2023-11-14T22:13:20Z";

/** Made up, in the provider's format; in two parts, so that scanners of this source stay quiet. */
const FAKE_KEY = ["AKIA", "Q3EGZ7XWT5KDN2RV"].join("");
const FAKE_EMAIL = ["jane.doe", "northwind-traders.com"].join("@");

/** How much of the prompt is echoed, UTF-16 units. */
const ECHO_MAX_CHARS = 400;

export function replyText({ prompt, isAfterTool }: Pick<MockTurn, "prompt" | "isAfterTool">): string {
  const asked = prompt.toLowerCase();
  if (asked.includes("leak a key")) return `Sure, here is the access key: ${FAKE_KEY} - please keep it to yourself.`;
  if (asked.includes("leak an email")) return `You can reach our customer at ${FAKE_EMAIL} at any time of the day.`;
  const echo = Array.from(prompt).slice(0, ECHO_MAX_CHARS).join("");
  return isAfterTool ? `The tool has answered. You said: ${echo}` : `You said: ${echo}`;
}

/** Thoughts before the reply, for formats that show them. */
export function thoughtText(turn: MockTurn): string {
  return `The user wants an answer to ${turn.prompt.length} characters. I shall give it.`;
}

/** A call of the tool on offer, when the prompt asks for one. */
export function toolCall(turn: MockTurn): { readonly name: string; readonly input: JsonObject } | null {
  const { tool, prompt, isAfterTool } = turn;
  if (tool === null || isAfterTool || !prompt.toLowerCase().includes("call a tool")) return null;
  return { name: tool, input: { query: replyText(turn) } };
}

/** Short pieces, so that every match spans several of them. */
const PIECE_CHARS = 6;

export function* pieces(text: string): Generator<string> {
  let piece = "";
  let count = 0;
  for (const character of text) {
    piece += character;
    count += 1;
    if (count % PIECE_CHARS !== 0) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}

/** Four characters a token, as a rule of thumb. */
export function tokens(length: number): number {
  return Math.ceil(length / 4);
}

/** UTF-16 units of all strings in a value; the depth of a body is bounded where it is parsed. */
export function textLength(value: Json | undefined): number {
  if (typeof value === "string") return value.length;
  if (isArray(value)) return value.reduce<number>((sum, item) => sum + textLength(item), 0);
  return isObject(value) ? textLength(Object.values(value)) : 0;
}

/** Answers made at most for one prompt. */
const COUNT_MAX = 8;

/** How many answers are asked for. */
export function answerCount(value: Json | undefined): number {
  return typeof value === "number" && value >= 1 ? Math.min(Math.floor(value), COUNT_MAX) : 1;
}

/** Text of a message's content: a string, or parts of which some have a `text`. */
export function contentText(content: Json | undefined): string {
  if (typeof content === "string") return content;
  return isArray(content) ? content.map((part) => stringField(part, "text")).join("\n") : "";
}

export function modelOf(body: JsonObject): string {
  return stringField(body, "model") || MODEL;
}

export function isStream(body: JsonObject): boolean {
  return field(body, "stream") === true;
}

/** Texts taken in one request, as the provider has it. */
const INPUTS_MAX = 2048;

/** A text, the ids of its tokens, or a list of either; `null` when it is none of that, or empty. Ids read as their count. */
export function readMockInputs(input: Json | undefined): readonly string[] | null {
  const single = readInput(input);
  if (single !== null) return [single];
  if (!isArray(input) || input.length === 0 || input.length > INPUTS_MAX) return null;
  const texts = input.map(readInput);
  return texts.every((text) => text !== null) ? texts : null;
}

function readInput(input: Json | undefined): string | null {
  if (typeof input === "string") return input;
  if (!isArray(input) || input.length === 0) return null;
  return input.every((id) => Number.isInteger(id)) ? `${input.length} tokens` : null;
}
