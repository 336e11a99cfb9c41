import { field, isArray } from "../codecs/shared/json-read.ts";
import type { Json, JsonObject } from "../core/model.ts";
import { GEMINI } from "./formats.ts";
import { contentText } from "./reply.ts";
import { invalid, json, type MockRoute } from "./route.ts";
import { dimensionsOf, embed } from "./vector.ts";

/** Requests taken in one batch, as the provider has it. */
const BATCH_MAX = 100;
const BAD_REQUEST = "content.parts must be a list, outputDimensionality a small whole number";

/** Gemini's embedContent: one text. */
export const geminiEmbed: MockRoute = {
  method: "POST",
  path: /\/[^/]+:embedContent$/,
  format: GEMINI,
  answer: ({ body }) => {
    const embedding = embeddingOf(body);
    return embedding === null ? invalid(BAD_REQUEST) : json({ embedding });
  },
};

/** And several. */
export const geminiBatchEmbed: MockRoute = {
  method: "POST",
  path: /\/[^/]+:batchEmbedContents$/,
  format: GEMINI,
  answer: ({ body }) => {
    const requests = field(body, "requests");
    if (!isArray(requests) || requests.length > BATCH_MAX)
      return invalid("requests must be a list of a hundred at most");
    const embeddings = requests.map(embeddingOf);
    return embeddings.every((embedding) => embedding !== null) ? json({ embeddings }) : invalid(BAD_REQUEST);
  },
};

function embeddingOf(request: Json): JsonObject | null {
  const parts = field(field(request, "content"), "parts");
  const asked =
    field(request, "outputDimensionality") ?? field(field(request, "embedContentConfig"), "outputDimensionality");
  const dimensions = dimensionsOf(asked, 1);
  if (!isArray(parts) || dimensions === null) return null;
  return { values: embed(contentText(parts), dimensions) };
}
