import type { Work } from "../../core/work-budget.ts";
import type { Json } from "../../core/model.ts";
import { answerSlots } from "../shared/answer-slots.ts";
import type {
  CompletionCodec,
  StreamCodec,
  NativeEnd,
  StreamStep,
  CompletionRequest,
  Parsed,
  RequestTarget,
  TextSlot,
} from "../codec.ts";
import { choiceFacts } from "../shared/gen-ai.ts";
import { field, isObject, objectOf, stringField } from "../shared/json-read.ts";
import { OPENAI_FORMAT, openAiErrorBody, openAiRefusalBody } from "./openai-errors.ts";
import { readRest, REQUEST_SCHEMA, SETTINGS } from "./openai-fields.ts";
import { BODY } from "../shared/pointer.ts";
import { completionRequest, RequestReader, readTextInputs } from "../shared/request-reader.ts";
import { hasData, plainStep, withoutLoose, wholeTextStep } from "../shared/stream-steps.ts";
import type { Framing, SseEvent } from "../framing/framing.ts";
import type { FieldSchema } from "../shared/text-walk.ts";

/** One route whose request carries text besides conversations. */
interface InputRoute {
  readonly path: RegExp;
  /** As observers call it. */
  readonly operation: string;
  /** Fields of the request that carry it. */
  readonly fields: readonly string[];
  /** The answer has text of a model. */
  readonly readsAnswer: boolean;
}

const ROUTES: readonly InputRoute[] = [
  { path: /\/embeddings\/?$/, operation: "embeddings", fields: ["input"], readsAnswer: false },
  { path: /\/moderations\/?$/, operation: "moderation", fields: ["input"], readsAnswer: false },
  { path: /\/rerank\/?$/, operation: "rerank", fields: ["query", "documents"], readsAnswer: true },
  { path: /\/audio\/speech\/?$/, operation: "speech", fields: ["input", "instructions"], readsAnswer: false },
  { path: /\/images\/generations\/?$/, operation: "image_generation", fields: ["prompt"], readsAnswer: true },
];

/** Ways to write an answer. */
const ENUMERATIONS = ["background", "output_format", "quality", "response_format", "size", "stream_format"] as const;

const INPUT_SETTINGS: ReadonlySet<string> = new Set([...SETTINGS, ...ENUMERATIONS]);

const SCHEMA: FieldSchema = {
  ...REQUEST_SCHEMA,
  structure: new Set([...REQUEST_SCHEMA.structure, "background", "output_format", "quality", "size"]),
  binary: new Set([...REQUEST_SCHEMA.binary, "b64_json", "image"]),
};

/**
 * Embeddings, moderations, reranking, speech and images: their prompts are read, and the words of their answers where there
 * are any. @see https://platform.openai.com/docs/api-reference
 */
export const openAiInputs = {
  ...OPENAI_FORMAT,
  format: "openai-inputs",
  matches: (method, path) => method === "POST" && ROUTES.some((route) => route.path.test(path)),
  readRequest: (body, target) =>
    readRequest(
      body,
      target,
      ROUTES.find((route) => route.path.test(target.path)),
    ),
  readResponse,
  afterMask: (body) => body,
  refuseChoices: () => null,
  openStream: (_request, framing) => new GenericStream(framing, SCHEMA),
  genAi: {
    provider: () => "openai",
    operation: (path) => ROUTES.find((route) => route.path.test(path))?.operation ?? "other",
    facts: choiceFacts,
  },
} as const satisfies CompletionCodec;

function readRequest(body: Json, target: RequestTarget, route: InputRoute | undefined): Parsed<CompletionRequest> {
  if (route === undefined || !isObject(body)) return { ok: false, reason: "body" };
  const reader = new RequestReader(SCHEMA, target);
  for (const name of route.fields) {
    if (name === "documents") {
      // What is ranked has fields of any name.
      reader.readValues(body[name], { pointer: BODY.child(name), origin: "user" });
      continue;
    }
    const problem = readTextInputs(reader, body[name], { pointer: BODY.child(name) });
    if (problem !== null) return { ok: false, reason: problem };
  }
  readRest(reader, body, { readApart: new Set(route.fields), settings: INPUT_SETTINGS });
  return completionRequest(reader, {
    stream: field(body, "stream") === true,
    model: stringField(body, "model"),
    readsAnswer: route.readsAnswer,
  });
}

function readResponse(body: Json, _request?: CompletionRequest, work?: Work): Parsed<readonly TextSlot[]> {
  if (!isObject(body)) return { ok: false, reason: "body" };
  return { ok: true, value: answerSlots(body, SCHEMA, { work }) };
}

/** A stream whose events stand each by itself: every text is checked when it comes, and a blocked one ends with an error. */
export class GenericStream implements StreamCodec {
  readonly repeats = false;
  readonly #framing: Framing;
  readonly #schema: FieldSchema;
  #count = 0;

  constructor(framing: Framing, schema: FieldSchema) {
    this.#framing = framing;
    this.#schema = schema;
  }

  readonly read = (event: SseEvent): Parsed<StreamStep> => {
    if (!hasData(event)) return { ok: true, value: plainStep(event) };
    if (event.data.trim() === "[DONE]") return { ok: true, value: { ...plainStep(event), isEnd: true } };
    const parsed = objectOf(event.data);
    if (parsed === null) return { ok: false, reason: "event" };
    this.#count += 1;
    const clean = withoutLoose(event, parsed, this.#framing);
    const options = { schema: this.#schema, framing: this.#framing, channel: `events/${this.#count}` };
    return { ok: true, value: wholeTextStep(clean.event, clean.body, options) };
  };

  readonly refusalEvents = ({ refusal }: Pick<NativeEnd, "refusal">): readonly SseEvent[] => [
    this.#framing.event(JSON.stringify(openAiRefusalBody(refusal))),
  ];

  readonly errorEvents = (code: string, message: string, status: number): readonly SseEvent[] => [
    this.#framing.event(JSON.stringify(openAiErrorBody(code, message, status))),
  ];
}
