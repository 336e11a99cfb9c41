import type { JsonObject } from "../../core/model.ts";
import { callNames, looseCall } from "../shared/call-shapes.ts";
import { field, stringField, fieldNames } from "../shared/json-read.ts";
import { structureNames, type FieldSchema } from "../shared/text-walk.ts";

/** Google's JSON takes a field in both spellings: `finishReason`, `finish_reason`. */
function bothSpellings(names: Iterable<string>): ReadonlySet<string> {
  return new Set([...names].flatMap((name) => [name, snakeCase(name)]));
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Whatever values come as free JSON: arguments and results of tools, schemas, metadata whose keys the caller chose. */
const JSON_FIELDS = bothSpellings(
  fieldNames(`
  args customMetadata labels parametersJsonSchema partMetadata partialArgs response responseJsonSchema responseSchema
  toolConfig
`),
);

/** What a tool, a search or a retrieval wrote, on the server's side too. */
const TOOL_FIELDS = bothSpellings(
  fieldNames(`
  citationMetadata codeExecutionResult functionResponse groundingChunks searchEntryPoint toolResponse urlContextMetadata
`),
);

/** Fields that say what a part is. */
const PART_FIELDS: readonly string[] = ["inlineData", "inline_data", "fileData", "file_data"];

const SIGNED_THOUGHT = "signedThought";

/** Gemini, as the Developer API and Vertex AI write it. @see https://ai.google.dev/api/generate-content */
export const GEMINI_SCHEMA: FieldSchema = {
  structure: bothSpellings(
    structureNames(`
    aspectRatio avgLogprobs blockReason category chunkId continuationToken createTime encodedPolyline endOffset
    finishReason googleMapsWidgetContextToken imageSize language languageCode logprobsResult mediaProcessing
    mediaResolution mimeType modality modelVersion outcome personGeneration placeId responseId responseMimeType
    responseModalities retirementTime reviewId safetyRatings safetySettings scheduling startOffset taskType
    thinkingLevel thoughtSignature toolType trafficType urlRetrievalStatus usageMetadata voiceName
  `),
  ),
  // Another request has already sent the text of `cachedContent`.
  binary: bothSpellings(["cachedContent", "data", "sdkBlob"]),
  links: bothSpellings(fieldNames("fileUri flagContentUri googleMapsUri imageUri retrievedUrl sourceUri uri url")),
  citations: new Set(),
  isJson: (key) => JSON_FIELDS.has(key),
  isSealed: (key, part) => key === "text" && part === SIGNED_THOUGHT,
  originOf: (key) => (TOOL_FIELDS.has(key) ? "tool" : null),
  toolOf: (value, key) => CALLS.get(key)?.(value) ?? looseCall(value, key),
  partOf: (value) => {
    const isThought = field(value, "thought") === true;
    if (isThought && [...SIGNATURES].some((key) => typeof field(value, key) === "string")) return SIGNED_THOUGHT;
    // A part without a kind of its own resets what is around it.
    return PART_FIELDS.find((key) => field(value, key) !== undefined) ?? (isThought ? "thought" : "");
  },
};

/** Fields that hold a call, and how its tool is named. */
const CALLS: ReadonlyMap<string, (value: JsonObject) => readonly string[]> = new Map(
  [
    ["functionCall", callNames] as const,
    ["executableCode", () => ["code_execution"]] as const,
    ["toolCall", (value: JsonObject) => [stringField(value, "toolType") || stringField(value, "tool_type")]] as const,
  ].flatMap(([key, nameOf]) => [[key, nameOf] as const, [snakeCase(key), nameOf] as const]),
);

/** Of parts that must come back as they were. */
export const SIGNATURES: ReadonlySet<string> = new Set(["thoughtSignature", "thought_signature"]);
