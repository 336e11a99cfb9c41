import { parseJson } from "../../core/json.ts";
import type { JsonObject } from "../../core/model.ts";
import type { Parsed, Refusal, StreamCodec, StreamEnd, StreamStep } from "../codec.ts";
import type { Framing } from "../framing/framing.ts";
import { isObject } from "./json-read.ts";
import type { SseEvent } from "../framing/sse.ts";
import { plainStep, withoutLoose, wholeTextStep } from "./stream-steps.ts";
import type { FieldSchema } from "./text-walk.ts";

export interface GenericFormat {
  readonly schema: FieldSchema;
  readonly errorBody: (code: string, message: string, status: number) => JsonObject;
  readonly refusalBody: (refusal: Refusal) => JsonObject;
}

/** A stream whose events stand each by itself: every text is checked when it comes, and a blocked one ends with an error. */
export class GenericStream implements StreamCodec {
  readonly repeats = false;
  readonly #framing: Framing;
  readonly #format: GenericFormat;
  #count = 0;

  constructor(framing: Framing, format: GenericFormat) {
    this.#framing = framing;
    this.#format = format;
  }

  readonly read = (event: SseEvent): Parsed<StreamStep> => {
    const data = event.data?.trim() ?? "";
    if (data === "") return { ok: true, value: plainStep(event) };
    if (data === "[DONE]") return { ok: true, value: { ...plainStep(event), isEnd: true } };
    const parsed = parseJson(data);
    if (!parsed.ok || !isObject(parsed.value)) return { ok: false, reason: "event" };
    this.#count += 1;
    const clean = withoutLoose(event, parsed.value, this.#framing);
    const options = { schema: this.#format.schema, framing: this.#framing, channel: `events/${this.#count}` };
    return { ok: true, value: wholeTextStep(clean.event, clean.body, options) };
  };

  readonly refusalEvents = ({ refusal }: Pick<StreamEnd, "refusal">): readonly SseEvent[] =>
    this.#error(this.#format.refusalBody(refusal));

  readonly errorEvents = (code: string, message: string, status: number): readonly SseEvent[] =>
    this.#error(this.#format.errorBody(code, message, status));

  #error(body: JsonObject): readonly SseEvent[] {
    return [this.#framing.event(JSON.stringify(body))];
  }
}
