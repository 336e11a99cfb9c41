import { field, stringField } from "../codecs/shared/json-read.ts";
import { OPENAI } from "./formats.ts";
import { readInputs } from "./inputs.ts";
import { modelOf, textLength, tokens } from "./reply.ts";
import { invalid, json, type MockRoute } from "./route.ts";
import { dimensionsOf, embed, toBase64 } from "./vector.ts";

/** OpenAI's embeddings: small vectors that only the text decides. */
export const openAiEmbeddings: MockRoute = {
  method: "POST",
  path: /\/embeddings$/,
  format: OPENAI,
  answer: ({ body }) => {
    const texts = readInputs(field(body, "input"));
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
  },
};
