import type { Work } from "../../core/work-budget.ts";
import type { Json } from "../../core/model.ts";
import type { CompletionCodec, CompletionRequest, Parsed, RequestTarget } from "../codec.ts";
import { field, isArray, stringField } from "../shared/json-read.ts";
import { choiceFacts } from "../shared/gen-ai.ts";
import { countOf } from "./openai-chat.ts";
import { choiceSlots, refuseChoices, withoutChoiceRepeats } from "./openai-choices.ts";
import { OpenAiChoiceStream } from "./openai-choice-stream.ts";
import { OPENAI_FORMAT } from "./openai-errors.ts";
import { readRest, REQUEST_SCHEMA } from "./openai-fields.ts";
import { BODY } from "../shared/pointer.ts";
import { completionRequest, RequestReader, readTextInputs } from "../shared/request-reader.ts";

const NO_TEXT = { text: "" } as const;

/** OpenAI's older completions, which many servers of open models still speak. @see https://platform.openai.com/docs/api-reference/completions */
export const openAiCompletions = {
  ...OPENAI_FORMAT,
  format: "openai-completions",
  matches: (method, path) => method === "POST" && PATH.test(path),
  readRequest,
  readResponse: (body: Json, _request?: CompletionRequest, work?: Work) =>
    choiceSlots(body, { structured: null, work }),
  afterMask: withoutChoiceRepeats,
  refuseChoices: (body, pointers) => refuseChoices(body, pointers, NO_TEXT),
  openStream: (request, framing) =>
    new OpenAiChoiceStream(request, framing, { object: "text_completion", refused: NO_TEXT }),
  genAi: { provider: () => "openai", operation: () => "text_completion", facts: choiceFacts },
} as const satisfies CompletionCodec;

/** Chat completions end alike. */
const PATH = /(?<!\/chat)\/completions\/?$/;

/** Fields of a request that are read by themselves. */
const OWN_WAY: ReadonlySet<string> = new Set(["prompt", "suffix"]);

function readRequest(body: Json, target: Pick<RequestTarget, "work" | "later"> = {}): Parsed<CompletionRequest> {
  const reader = new RequestReader(REQUEST_SCHEMA, target);
  const prompt = field(body, "prompt");
  // A prompt and the text after its completion are read together; prompts of a list are answered one by one.
  const turn = isArray(prompt) ? null : 0;
  const problem = readTextInputs(reader, prompt, { pointer: BODY.child("prompt"), turn });
  if (problem !== null) return { ok: false, reason: problem };
  reader.read(field(body, "suffix"), { pointer: BODY.child("suffix"), origin: "user", turn });
  readRest(reader, body, { readApart: OWN_WAY });
  const prompts = isArray(prompt) ? Math.max(1, prompt.length) : 1;
  return completionRequest(reader, {
    stream: field(body, "stream") === true,
    includeUsage: field(field(body, "stream_options"), "include_usage") === true,
    model: stringField(body, "model"),
    choiceCount: prompts * countOf(body),
  });
}
