import { createHash } from "node:crypto";
import { field, isArray, stringField } from "../codecs/shared/json-read.ts";
import type { Json, JsonObject } from "../core/model.ts";
import { post, GEMINI, OPENAI, invalid, json } from "./mock-route.ts";
import { contentText, modelOf, textLength, tokens, readMockInputs } from "./mock-turn.ts";

/** Numbers that one hash gives: 32 bytes, four a number. */
const NUMBERS_PER_HASH = 8;
const INT32 = 0x8000_0000;

/** A vector of length 1, derived from the text alone; its numbers fit 32 bits, so that every encoding is exact. */
function embed(text: string, dimensions: number): readonly number[] {
  const seed = createHash("sha256").update(text).digest();
  const raw = Array.from({ length: Math.ceil(dimensions / NUMBERS_PER_HASH) }, (_, block) => {
    const hash = createHash("sha256").update(seed).update(String(block)).digest();
    return Array.from({ length: NUMBERS_PER_HASH }, (_, at) => hash.readInt32LE(at * 4) / INT32);
  });
  const numbers = raw.flat().slice(0, dimensions);
  // A hash of zeros does not come up; the floor keeps the division honest all the same.
  const norm = Math.max(Math.hypot(...numbers), Number.EPSILON);
  return numbers.map((number) => Math.fround(number / norm));
}

/** Small, so that an answer can be read by eye. */
const DIMENSIONS = 8;
const DIMENSIONS_MAX = 3072;
/** Numbers in one answer. */
const NUMBERS_MAX = 1_048_576;

/** The dimensions asked for, or `null` when they are none, or too many for so many texts. */
function dimensionsOf(asked: unknown, texts: number): number | null {
  if (asked === undefined || asked === null) return DIMENSIONS;
  if (typeof asked !== "number" || !Number.isInteger(asked) || asked < 1 || asked > DIMENSIONS_MAX) return null;
  return asked * texts > NUMBERS_MAX ? null : asked;
}

/** As OpenAI encodes it: 32-bit floats, little endian, in base64. */
function toBase64(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [index, number] of vector.entries()) bytes.writeFloatLE(number, index * 4);
  return bytes.toString("base64");
}

/** Requests taken in one batch, as the provider has it. */
const REQUESTS_MAX = 100;
const BAD_REQUEST = "content.parts must be a list, outputDimensionality a small whole number";

/** Gemini's embedContent: one text. */
export const geminiEmbed = post(GEMINI, /\/[^/]+:embedContent$/, ({ body }) => {
  const embedding = embeddingOf(body);
  return embedding === null ? invalid(BAD_REQUEST) : json({ embedding });
});

/** And several. */
export const geminiBatchEmbed = post(GEMINI, /\/[^/]+:batchEmbedContents$/, ({ body }) => {
  const requests = field(body, "requests");
  if (!isArray(requests) || requests.length > REQUESTS_MAX)
    return invalid("requests must be a list of a hundred at most");
  const embeddings = requests.map(embeddingOf);
  return embeddings.every((embedding) => embedding !== null) ? json({ embeddings }) : invalid(BAD_REQUEST);
});

function embeddingOf(request: Json): JsonObject | null {
  const parts = field(field(request, "content"), "parts");
  const asked =
    field(request, "outputDimensionality") ?? field(field(request, "embedContentConfig"), "outputDimensionality");
  const dimensions = dimensionsOf(asked, 1);
  if (!isArray(parts) || dimensions === null) return null;
  return { values: embed(contentText(parts), dimensions) };
}

/** OpenAI's embeddings: small vectors that only the text decides. */
export const openAiEmbeddings = post(OPENAI, /\/embeddings$/, ({ body }) => {
  const texts = readMockInputs(field(body, "input"));
  if (texts === null) return invalid("input must be a text, token ids, or a list of either");
  const dimensions = dimensionsOf(field(body, "dimensions"), texts.length);
  if (dimensions === null) return invalid("dimensions must be a small whole number");
  const isBase64 = stringField(body, "encoding_format") === "base64";
  const data = texts.map((text, index) => {
    const vector = embed(text, dimensions);
    return { object: "embedding", index, embedding: isBase64 ? toBase64(vector) : vector };
  });
  const count = tokens(textLength(texts));
  const usage = { prompt_tokens: count, total_tokens: count };
  return json({ object: "list", data, model: modelOf(body), usage });
});
