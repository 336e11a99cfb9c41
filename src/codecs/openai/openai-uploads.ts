import type { Work } from "../../core/work-budget.ts";
import type { Json } from "../../core/model.ts";
import type { CompletionCodec, CompletionRequest, Parsed, RequestTarget } from "../codec.ts";
import { sseOnly } from "../framing/framing.ts";
import { choiceFacts } from "../shared/gen-ai.ts";
import { GenericStream } from "../shared/generic-stream.ts";
import { field, isObject, stringField } from "../shared/json-read.ts";
import { openAiCredential, openAiErrorBody, openAiRefusalBody } from "./openai-errors.ts";
import { CHAT_SCHEMA } from "./openai-fields.ts";
import { TranscriptStream } from "./openai-transcript-stream.ts";
import { transcriptSlots, withoutTranscriptRepeats } from "./openai-transcripts.ts";
import { BODY } from "../shared/pointer.ts";
import { RequestReader } from "../shared/request-reader.ts";
import type { FieldSchema } from "../shared/text-walk.ts";

/** Speech to text, and images made from images. */
const PATH = /\/(?:audio\/(?:transcriptions|translations)|images\/(?:edits|variations))\/?$/;

const SCHEMA: FieldSchema = {
  ...CHAT_SCHEMA,
  // Samples of voices, as `data:` addresses.
  links: new Set([...CHAT_SCHEMA.links, "known_speaker_references", "known_speaker_references[]"]),
  binary: new Set([...CHAT_SCHEMA.binary, "b64_json"]),
};

/**
 * Requests that bring files: forms, whose texts are read and masked like any other.
 * @see https://platform.openai.com/docs/api-reference/audio, https://platform.openai.com/docs/api-reference/images
 */
export const openAiUploads = {
  format: "openai-uploads",
  matches: (method, path) => method === "POST" && PATH.test(path),
  forms: { fileFields: new Set(["file", "image", "mask"]) },
  readRequest,
  readResponse: (body: Json, _request?: CompletionRequest, work?: Work) => transcriptSlots(body, work),
  afterMask: withoutTranscriptRepeats,
  refuseChoices: () => null,
  framing: sseOnly,
  openStream: (_request, framing) =>
    new TranscriptStream(
      framing,
      SCHEMA,
      new GenericStream(framing, { schema: SCHEMA, errorBody: openAiErrorBody, refusalBody: openAiRefusalBody }),
    ),
  refusalBody: openAiRefusalBody,
  errorBody: openAiErrorBody,
  credential: openAiCredential,
  genAi: {
    provider: () => "openai",
    operation: (path) => (path.includes("/audio/") ? "transcription" : "image_generation"),
    facts: choiceFacts,
  },
} as const satisfies CompletionCodec;

function readRequest(body: Json, target: Pick<RequestTarget, "work" | "later"> = {}): Parsed<CompletionRequest> {
  if (!isObject(body)) return { ok: false, reason: "body" };
  const reader = new RequestReader(SCHEMA, target);
  reader.read(body, { pointer: BODY, origin: "user" });
  const stream = field(body, "stream");
  return {
    ok: true,
    value: {
      slots: reader.slots,
      stream: stream === true || stream === "true",
      includeUsage: false,
      model: stringField(body, "model"),
      choiceCount: 1,
      isJsonOutput: false,
      get unreadParts() {
        return [...reader.unread];
      },
      readsAnswer: true,
    },
  };
}
