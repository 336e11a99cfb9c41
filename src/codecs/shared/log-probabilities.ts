import type { Json, JsonObject } from "../../core/model.ts";
import { finish, ITEM_UNITS, type Steps } from "../../core/steps.ts";
import { field, isArray, isObject, stringField, fieldNames } from "./json-read.ts";

/** Fields of log probabilities. */
const FIELDS: ReadonlySet<string> = new Set(["logprobs", "logprobsResult", "logprobs_result"]);
/** Lists of the tokens that were chosen, where they are no list themselves. */
const CHOSEN = ["content", "refusal", "tokens", "chosenCandidates", "chosen_candidates"] as const;
/** Where the text stands that they repeat, beside them or one object deeper. */
const TEXTS = ["text", "delta", "transcript", "content", "refusal"] as const;
const AROUND = ["message", "delta", "content"] as const;

const PRESENT = /"logprobs(?:Result|_result)?"\s*:\s*[[{]/;

/** Whether JSON text may hold log probabilities; where it spells their name with escapes, `walkText` reads them as texts. */
export const mayHoldTokens = (data: string): boolean => PRESENT.test(data);

export const isTokenField = (key: string): boolean => FIELDS.has(key);

/**
 * The value without log probabilities that say anything else than the text beside them: nothing reads what they say. What is
 * left of them stays in its shape. The value itself where there are none.
 */
export const withoutLooseTokens = (value: Json): Json => finish(looseTokenSteps(value));

/** The same, a step at a time. */
export function* looseTokenSteps(value: Json): Steps<Json> {
  if (isArray(value)) {
    yield value.length * ITEM_UNITS;
    const items: Json[] = [];
    for (const item of value) items.push(isNested(item) ? yield* looseTokenSteps(item) : item);
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  return isObject(value) ? yield* looseFieldSteps(value) : value;
}

const isNested = (value: Json): boolean => typeof value === "object" && value !== null;

function* looseFieldSteps(object: JsonObject): Steps<Json> {
  const entries = Object.entries(object);
  yield entries.length * ITEM_UNITS;
  const kept: (readonly [key: string, child: Json])[] = [];
  for (const [key, child] of entries) {
    if (!FIELDS.has(key)) kept.push([key, isNested(child) ? yield* looseTokenSteps(child) : child]);
    else {
      yield countTokens(child) * TOKEN_UNITS;
      kept.push(...keptTokens(key, child, object));
    }
  }
  return kept.length === entries.length && kept.every(([, child], at) => child === entries[at]?.[1])
    ? object
    : Object.fromEntries(kept);
}

/** What one token costs to be looked at, in units. */
const TOKEN_UNITS = 128;

function keptTokens(key: string, child: Json, around: JsonObject): readonly (readonly [key: string, child: Json])[] {
  if (repeats(child, around)) return [[key, child]];
  // Clients of OpenAI want a list where one was, or `null`; those of Gemini nothing.
  return key === "logprobs" ? [[key, isArray(child) ? [] : null]] : [];
}

/** How many tokens were chosen. */
export function countTokens(tokens: Json): number {
  const lists = isArray(tokens) ? [tokens] : isObject(tokens) ? CHOSEN.flatMap((name) => listIn(tokens, name)) : [];
  return lists.reduce((sum, list) => sum + list.length, 0);
}

/** Whether log probabilities say no more than a text of the object around them. */
export function repeats(tokens: Json, around: JsonObject): boolean {
  if (!isArray(tokens) && !isObject(tokens)) return typeof tokens !== "string";
  const lists = isArray(tokens) ? [tokens] : CHOSEN.flatMap((name) => listIn(tokens, name));
  const texts = textsOf(around);
  if (!lists.every((list) => spells(list, texts))) return false;
  return isShaped(tokens, new Set(lists.flatMap((list) => list.map((entry) => tokenOf(entry).token))));
}

function listIn(tokens: JsonObject, name: string): readonly (readonly Json[])[] {
  const list = field(tokens, name);
  return isArray(list) ? [list] : [];
}

/** Texts that tokens may repeat: each of them, and thoughts with the answer that follows. */
function textsOf(around: JsonObject): readonly string[] {
  const texts = TEXTS.map((name) => stringField(around, name));
  for (const name of AROUND) {
    const value = field(around, name);
    const thought = stringField(value, "reasoning_content") || stringField(value, "reasoning");
    const content = stringField(value, "content") || partsOf(field(value, "content"));
    texts.push(content, stringField(value, "refusal"), thought, thought + content, partsOf(field(value, "parts")));
    texts.push(stringField(field(value, "audio"), "transcript"));
  }
  return texts.filter((text) => text !== "");
}

const partsOf = (parts: Json | undefined): string =>
  isArray(parts) ? parts.map((part) => stringField(part, "text")).join("") : "";

/** Ends and turns, which servers leave out of the text: `<|eot_id|>`. */
const SPECIAL = /^<(?:[|｜/]|(?=[a-z]+>))[\w|｜▁]{1,40}>$/;

function spells(list: readonly Json[], texts: readonly string[]): boolean {
  const tokens = list.map(tokenOf);
  const joined = spelled(tokens);
  if (joined === "") return true;
  if (texts.some((text) => text.trim() === joined)) return true;
  const said = spelled(tokens.filter(({ token }) => !SPECIAL.test(token)));
  return said === "" || texts.some((text) => text.trim() === said);
}

interface Token {
  readonly token: string;
  /** A character may be split over several: only their bytes spell it. `null`: those of `token`. */
  readonly bytes: readonly Json[] | null;
}

const decoder = new TextDecoder();

function tokenOf(entry: Json): Token {
  const token = typeof entry === "string" ? entry : stringField(entry, "token");
  const bytes = field(entry, "bytes");
  return { token, bytes: isArray(bytes) ? bytes : null };
}

/** One list of bytes for all: there may be ten thousands of tokens. */
function spelled(tokens: readonly Token[]): string {
  const all = Buffer.alloc(
    tokens.reduce((sum, { token, bytes }) => sum + (bytes?.length ?? Buffer.byteLength(token)), 0),
  );
  let at = 0;
  for (const { token, bytes } of tokens)
    if (bytes === null) at += all.write(token, at);
    else for (const byte of bytes) all[at++] = Number(byte);
  return decoder.decode(all).trim();
}

/** What tokens look like: a word or the piece of one, signs, or bytes of a character. */
const TOKEN = /^(?:[^]{0,8}|[\s▁Ġ]?[\p{L}\p{M}]{1,32}|[^\p{L}\p{N}]{1,256}|(?:bytes:)?(?:\\x[0-9a-f]{2}){1,8})$/u;
const ENTRY: ReadonlySet<string> = new Set([
  ...CHOSEN,
  ...fieldNames(`
  bytes candidates logProbability log_probability logprob rank text_offset token tokenId token_id token_logprobs
  topCandidates top_candidates top_logprobs
`),
]);

/**
 * Whether it holds nothing but tokens and numbers: others that might have been chosen are single tokens, too.
 * @param chosen what the text is spelt with
 */
function isShaped(value: Json, chosen: ReadonlySet<string>): boolean {
  const isToken = (text: string): boolean => chosen.has(text) || TOKEN.test(text) || SPECIAL.test(text);
  if (typeof value === "string") return isToken(value);
  if (isArray(value)) return value.every((item) => isShaped(item, chosen));
  if (!isObject(value)) return true;
  if (!saysItsBytes(value)) return false;
  return Object.entries(value).every(([key, child]) => (ENTRY.has(key) || isToken(key)) && isShaped(child, chosen));
}

/** Whether the bytes of a token are its own, or those of a part of a character. */
function saysItsBytes(entry: JsonObject): boolean {
  const bytes = entry["bytes"];
  if (!isArray(bytes)) return true;
  if (bytes.length <= PART_BYTES) return true;
  return decoder.decode(Uint8Array.from(bytes, Number)) === stringField(entry, "token");
}

/** Of a character and a sign before it, bytes. */
const PART_BYTES = 8;
