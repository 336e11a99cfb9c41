import { parseJson } from "../../core/json.ts";
import type { JsonObject } from "../../core/model.ts";
import type { CompletionRequest, Parsed, StreamStep } from "../codec.ts";
import type { Framing } from "../framing/framing.ts";
import { candidateSlots, withoutRepeats } from "./gemini-candidates.ts";
import { GEMINI_SCHEMA } from "./gemini-fields.ts";
import type { SseEvent } from "../framing/sse.ts";
import { wholeTextStep } from "../shared/stream-steps.ts";

/**
 * An answer that came in one piece where an array was to come: nothing can follow it, so a block removes all of it, and
 * the client gets the refusal instead.
 */
export function wholeAnswerStep(
  event: SseEvent,
  body: JsonObject,
  { request, framing }: { readonly request: CompletionRequest; readonly framing: Framing },
): Parsed<StreamStep> {
  const slots = candidateSlots(body, request);
  if (!slots.ok) return slots;
  const step = wholeTextStep(event, body, { schema: GEMINI_SCHEMA, framing, channel: "answer" });
  const render: StreamStep["render"] = (leaving) => {
    const rendered = step.render(leaving);
    if (!leaving.isChanged || rendered?.data == null) return rendered;
    const changed = parseJson(rendered.data);
    return changed.ok ? framing.withData(rendered, JSON.stringify(withoutRepeats(changed.value))) : rendered;
  };
  return { ok: true, value: { ...step, render } };
}
