import { field, stringField, isArray, isObject } from "../codecs/shared/json-read.ts";
import type { JsonObject, Json } from "../core/model.ts";
import { post, OPENAI, invalid, json, namedStream } from "./mock-route.ts";
import { answerCount, CREATED, isStream, replyText, tokens, readMockInputs, modelOf } from "./mock-turn.ts";

/** OpenAI's images: one transparent pixel, and the prompt "revised" to the reply that a chat would give. */
export const openAiImages = post(OPENAI, /\/images\/generations$/, ({ body }) => {
  const prompt = stringField(body, "prompt");
  if (prompt === "") return invalid("prompt must be a text");
  const usage = imageUsage(prompt);
  const drawn = { background: "transparent", output_format: "png", quality: "low", size: "1024x1024", usage };
  if (isStream(body)) {
    const type = "image_generation.completed";
    return namedStream([{ type, b64_json: PIXEL, created_at: CREATED, ...drawn }]);
  }
  const isLink = stringField(body, "response_format") === "url";
  const picture = isLink ? { url: `data:image/png;base64,${PIXEL}` } : { b64_json: PIXEL };
  const image = { ...picture, revised_prompt: replyText({ prompt, isAfterTool: false }) };
  const data = Array.from({ length: answerCount(field(body, "n")) }, () => image);
  return json({ created: CREATED, data, ...drawn });
});

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR42mNgAAIAAAUAAen63NgAAAAASUVORK5CYII=";

function imageUsage(prompt: string): JsonObject {
  const text = tokens(prompt.length);
  const details = { text_tokens: text, image_tokens: 0 };
  return { input_tokens: text, input_tokens_details: details, output_tokens: 1, total_tokens: text + 1 };
}

/** OpenAI's speech: a tenth of a second of silence, as a WAV file or as bare samples. */
export const openAiSpeech = post(OPENAI, /\/audio\/speech$/, ({ body }) => {
  if (stringField(body, "input") === "") return invalid("input must be a text");
  const isBare = stringField(body, "response_format") === "pcm";
  return { kind: "bytes", type: isBare ? "audio/pcm" : "audio/wav", bytes: isBare ? SILENCE : WAV };
});

const SAMPLE_RATE_HZ = 8000;
/** Two bytes a sample, signed; zero is silence. */
const SILENCE = Buffer.alloc(SAMPLE_RATE_HZ / 5);
const WAV = Buffer.concat([wavHeader(SILENCE.length), SILENCE]);

/** One channel of 16-bit PCM. @see https://www.rfc-editor.org/rfc/rfc2361 */
function wavHeader(dataBytes: number): Buffer {
  const header = Buffer.alloc(44);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(header.length - 8 + dataBytes, 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLE_RATE_HZ, 24);
  header.writeUInt32LE(SAMPLE_RATE_HZ * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(dataBytes, 40);
  return header;
}

/** OpenAI's moderations. Nothing is ever flagged: what the gate says of a text is to be the gate's. */
export const openAiModerations = post(OPENAI, /\/moderations$/, ({ body }) => {
  const count = countResults(field(body, "input"));
  if (count === null) return invalid("input must be a text, a list of texts, or a list of parts");
  return json({ id: "modr-mock", model: modelOf(body), results: Array.from({ length: count }, () => RESULT) });
});

/** One result a text; parts (text, images) are judged together. */
function countResults(input: Json | undefined): number | null {
  if (isArray(input) && input.length > 0 && input.every(isObject)) return 1;
  return readMockInputs(input)?.length ?? null;
}

/** @see https://platform.openai.com/docs/guides/moderation for the categories */
const CATEGORIES = [
  "harassment",
  "harassment/threatening",
  "hate",
  "hate/threatening",
  "illicit",
  "illicit/violent",
  "self-harm",
  "self-harm/instructions",
  "self-harm/intent",
  "sexual",
  "sexual/minors",
  "violence",
  "violence/graphic",
];

function forAll(value: Json): JsonObject {
  return Object.fromEntries(CATEGORIES.map((category) => [category, value]));
}

const RESULT: JsonObject = {
  flagged: false,
  categories: forAll(false),
  category_scores: forAll(0),
  category_applied_input_types: forAll(["text"]),
};
