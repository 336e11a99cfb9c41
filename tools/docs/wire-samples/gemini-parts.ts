import type { JsonObject, Origin } from "../../../src/core/model.ts";
import { BYTES, linkOf, words } from "./sample.ts";

const partsOf = (origin: Origin): readonly JsonObject[] => [
  { text: words(origin), thoughtSignature: "c2ln", partMetadata: { status: words(origin) } },
  { text: words(origin), thought: true },
  { text: words(origin), thought: true, thoughtSignature: "c2ln" },
  {
    inlineData: { data: BYTES, mimeType: "image/png", displayName: words(origin) },
    videoMetadata: { startOffset: "0s", endOffset: "1s" },
    mediaResolution: { level: "MEDIA_RESOLUTION_LOW" },
  },
  { fileData: { fileUri: linkOf(origin), mimeType: "video/mp4", displayName: words(origin) } },
  { functionCall: { id: "call_1", name: words(origin), args: { status: words(origin) } } },
  {
    functionResponse: {
      id: "call_1",
      name: words("tool"),
      response: { status: words("tool") },
      scheduling: "SILENT",
      parts: [
        { inlineData: { data: BYTES, mimeType: "image/png", displayName: words("tool") } },
        { fileData: { fileUri: linkOf("tool"), mimeType: "image/png", displayName: words("tool") } },
      ],
    },
  },
  { executableCode: { id: "code_1", code: words(origin), language: "PYTHON" } },
  { codeExecutionResult: { id: "code_1", outcome: "OUTCOME_OK", output: words("tool") } },
  { toolCall: { id: "tool_1", toolType: "GOOGLE_SEARCH_WEB", args: { status: words(origin) } } },
  { toolResponse: { id: "tool_1", toolType: "GOOGLE_SEARCH_WEB", response: { status: words("tool") } } },
  {
    audioTranscription: {
      text: words(origin),
      languageCode: "en-US",
      speakerLabel: words(origin),
      words: [{ text: words(origin), startOffset: "0s", endOffset: "1s" }],
    },
  },
  { speechMetadata: { unknown: words(origin) } },
  { unknown: { held: [words(origin)] } },
];

export const GEMINI_PARTS = partsOf("assistant");

export const GEMINI_CONTENTS: readonly JsonObject[] = [
  { role: "user", parts: partsOf("user") },
  { role: "model", parts: GEMINI_PARTS },
  { role: "function", parts: [{ functionResponse: { name: words("tool"), response: { status: words("tool") } } }] },
];

const snippet = {
  review: words("tool"),
  reviewId: "review_1",
  title: words("tool"),
  googleMapsUri: linkOf("tool"),
  flagContentUri: linkOf("tool"),
  relativePublishTimeDescription: words("tool"),
  authorAttribution: { displayName: words("tool"), photoUri: linkOf("tool"), uri: linkOf("tool") },
};

const groundingChunks = [
  { web: { title: words("tool"), domain: words("tool"), uri: linkOf("tool") } },
  { image: { title: words("tool"), domain: words("tool"), imageUri: linkOf("tool"), sourceUri: linkOf("tool") } },
  {
    maps: {
      title: words("tool"),
      text: words("tool"),
      placeId: "place_1",
      uri: linkOf("tool"),
      placeAnswerSources: { flagContentUri: linkOf("tool"), reviewSnippets: [snippet] },
      route: { duration: words("tool"), encodedPolyline: "line" },
    },
  },
  {
    retrievedContext: {
      title: words("tool"),
      text: words("tool"),
      uri: linkOf("tool"),
      documentName: words("tool"),
      fileSearchStore: words("tool"),
      mediaId: words("tool"),
      ragChunk: { text: words("tool"), chunkId: "chunk_1", fileId: words("tool") },
      customMetadata: [
        { key: words("tool"), stringValue: words("tool"), stringListValue: { values: [words("tool")] } },
      ],
    },
  },
];

/** Where an answer's claims come from. */
export const GEMINI_SOURCES: JsonObject = {
  citationMetadata: {
    citations: [{ title: words("tool"), uri: linkOf("tool"), license: words("tool"), startIndex: 0 }],
  },
  groundingMetadata: {
    groundingChunks,
    groundingSupports: [{ segment: { text: words("assistant"), startIndex: 0 }, groundingChunkIndices: [0] }],
    webSearchQueries: [words("assistant")],
    imageSearchQueries: [words("assistant")],
    retrievalQueries: [words("assistant")],
    searchEntryPoint: { renderedContent: words("tool"), sdkBlob: BYTES },
    sourceFlaggingUris: [{ sourceId: words("assistant"), flagContentUri: linkOf("assistant") }],
    googleMapsWidgetContextToken: "token",
  },
  urlContextMetadata: {
    urlMetadata: [{ retrievedUrl: linkOf("tool"), urlRetrievalStatus: "URL_RETRIEVAL_STATUS_SUCCESS" }],
  },
};
