import { GEMINI_CONTENTS, GEMINI_PARTS, GEMINI_SOURCES } from "./gemini-parts.ts";
import { linkOf, words, type WireSample } from "./sample.ts";

const schema = {
  type: "OBJECT",
  description: words("system"),
  properties: { status: { type: "STRING", description: words("system"), enum: [words("system")] } },
};

const toolConfig = {
  functionCallingConfig: { mode: "ANY", allowedFunctionNames: [words("system")] },
  retrievalConfig: { languageCode: words("system") },
};

const tools = [
  {
    functionDeclarations: [
      {
        name: words("system"),
        description: words("system"),
        behavior: words("system"),
        parameters: schema,
        parametersJsonSchema: schema,
        response: schema,
        responseJsonSchema: schema,
      },
    ],
    googleSearch: { excludeDomains: [words("system")] },
    retrieval: { externalApi: { endpoint: words("system") } },
  },
];

const settings = {
  cachedContent: "cachedContents/1",
  labels: { status: words("system") },
  modelArmorConfig: { promptTemplateName: words("system"), responseTemplateName: words("system") },
  safetySettings: [{ category: "HARM_CATEGORY_HARASSMENT", threshold: "BLOCK_NONE", method: "SEVERITY" }],
  serviceTier: "standard",
  generationConfig: {
    candidateCount: 2,
    audioTranscriptionConfig: { languageCodes: [words("system")] },
    imageConfig: { aspectRatio: "1:1", imageSize: "1K", personGeneration: "ALLOW_ALL" },
    mediaResolution: "MEDIA_RESOLUTION_LOW",
    modelSelectionConfig: { featureSelectionPreference: words("system") },
    responseJsonSchema: schema,
    responseMimeType: "text/plain",
    responseModalities: ["TEXT"],
    responseSchema: schema,
    routingConfig: { manualMode: { modelName: words("system") } },
    speechConfig: {
      languageCode: "en-US",
      voiceConfig: { prebuiltVoiceConfig: { voiceName: "Kore" } },
      multiSpeakerVoiceConfig: { speakerVoiceConfigs: [{ speaker: words("system") }] },
    },
    stopSequences: [words("system")],
    thinkingConfig: { thinkingLevel: "LOW" },
  },
  unknown: { held: [words("system")] },
};

const request = {
  contents: GEMINI_CONTENTS,
  systemInstruction: { role: "user", parts: [{ text: words("system") }] },
  tools,
  toolConfig,
  ...settings,
};

const safetyRatings = [{ category: "HARM_CATEGORY_HARASSMENT", probability: "NEGLIGIBLE" }];

const candidate = {
  index: 0,
  content: { role: "model", parts: GEMINI_PARTS },
  finishReason: "STOP",
  finishMessage: words("assistant"),
  safetyRatings,
  ...GEMINI_SOURCES,
  logprobsResult: {
    chosenCandidates: [{ token: "wo", logProbability: 0 }],
    topCandidates: [{ candidates: [{ token: "wo", logProbability: 0 }] }],
  },
  continuationToken: "token",
  unknown: words("assistant"),
};

const head = { modelVersion: "test-model", responseId: "r-1", createTime: "2026-01-01T00:00:00Z" };
const rest = {
  ...head,
  promptFeedback: { blockReason: "OTHER", blockReasonMessage: words("assistant"), safetyRatings },
  modelStatus: { message: words("assistant"), modelStage: words("assistant"), retirementTime: "2026-01-01" },
  usageMetadata: {
    promptTokenCount: 1,
    trafficType: "ON_DEMAND",
    promptTokensDetails: [{ modality: "TEXT", tokenCount: 1 }],
  },
  unknown: words("assistant"),
};

const chunk = (parts: readonly object[]) => ({
  ...head,
  candidates: [{ index: 0, content: { role: "model", parts: parts.map((part) => ({ ...part })) } }],
});

/** A call that comes in pieces. */
const pieces = [
  chunk([{ functionCall: { id: "call_2", name: words("assistant"), willContinue: true } }]),
  chunk([
    {
      functionCall: {
        partialArgs: [{ jsonPath: words("assistant"), stringValue: words("assistant"), willContinue: true }],
        willContinue: true,
      },
    },
  ]),
  chunk([{ functionCall: {} }]),
];

const events = [
  chunk([{ text: words("assistant") }]),
  ...GEMINI_PARTS.map((part) => chunk([part])),
  ...pieces,
  { ...rest, candidates: [{ ...candidate, content: { role: "model", parts: [{ text: words("assistant") }] } }] },
  { ...rest },
  {
    error: { code: 503, message: words("assistant"), status: "UNAVAILABLE", details: [{ reason: words("assistant") }] },
  },
];

const model = "/v1beta/models/test-model";
const none = { format: "gemini", answer: null, events: [], streaming: { fields: {}, path: "" } } as const;
const content = { role: "user", parts: [{ text: words("user") }] };

export const GEMINI: readonly WireSample[] = [
  {
    format: "gemini",
    title: "POST …:generateContent, :streamGenerateContent",
    path: `${model}:generateContent`,
    request,
    answer: { ...rest, candidates: [candidate] },
    events,
    streaming: { fields: {}, path: `${model}:streamGenerateContent?alt=sse` },
  },
  {
    ...none,
    title: "POST …:countTokens",
    path: `${model}:countTokens`,
    request: {
      contents: [content],
      generateContentRequest: { model: "models/m", contents: [content], systemInstruction: words("system") },
    },
  },
  {
    ...none,
    title: "POST …:embedContent, :batchEmbedContents",
    path: `${model}:batchEmbedContents`,
    request: {
      content,
      title: words("user"),
      taskType: "RETRIEVAL_DOCUMENT",
      requests: [
        { model: "models/m", content, title: words("user"), taskType: "RETRIEVAL_DOCUMENT", unknown: linkOf("system") },
      ],
    },
  },
];
