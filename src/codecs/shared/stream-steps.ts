import type { Json, JsonObject } from "../../core/model.ts";
import type { ToolText } from "../../core/tool-call.ts";
import type { PieceStep, StreamStep, TextDelta } from "../codec.ts";
import type { Framing, SseEvent } from "../framing/framing.ts";
import { BodyEdits } from "./body-edits.ts";
import { listAround } from "./pointer.ts";
import { isObject } from "./json-read.ts";
import { mayHoldTokens, withoutLooseTokens } from "./log-probabilities.ts";
import { leavesOf, type FieldSchema, type TextLeaf } from "./text-walk.ts";

const NOTHING = { deltas: [], closes: [], choices: [], finishes: [], isEnd: false } as const;

/** False for a comment, or an event that event readers never see. */
export function hasData(event: SseEvent): event is SseEvent & { readonly data: string } {
  return event.data !== null && event.data.trim() !== "";
}

/** An event without text. */
export function plainStep(event: SseEvent): StreamStep {
  return { ...NOTHING, render: () => event };
}

/** An event that does not leave. @param forgets choices that are over with it */
export function silentStep(forgets: readonly string[] = []): StreamStep {
  return { ...NOTHING, forgets, render: () => null };
}

/** The whole step that a piece stands for. */
export function pieceStep(event: SseEvent, { shape, text }: PieceStep): StreamStep {
  return {
    ...NOTHING,
    deltas: [{ ...shape.delta, text }],
    choices: shape.choices,
    render: (leaving) => shape.render(event, text, leaving),
  };
}

/** The event and its body without log probabilities that repeat none of its texts. */
export function withoutLoose<Body extends JsonObject | null>(
  event: SseEvent,
  body: Body,
  framing: Framing,
): { readonly event: SseEvent; readonly body: Body | JsonObject } {
  const kept = body !== null && mayHoldTokens(event.data ?? "") ? withoutLooseTokens(body) : body;
  if (kept === body || !isObject(kept)) return { event, body };
  return { event: framing.withData(event, JSON.stringify(kept)), body: kept };
}

/** An event whose texts are each checked at once, as a whole, and end everything when they are blocked. */
export function wholeTextStep(
  event: SseEvent,
  body: JsonObject,
  options: { readonly schema: FieldSchema; readonly framing: Framing; readonly channel: string },
): StreamStep {
  const leaves = leavesOf(body, options.schema, { label: options.channel });
  const deltas: TextDelta[] = leaves.map(loneDelta);
  return {
    ...NOTHING,
    deltas,
    closes: deltas.flatMap(({ channel, joined }) => (joined === undefined ? channel : [channel, joined])),
    render: ({ texts, isChanged }) =>
      isChanged ? options.framing.withData(event, JSON.stringify(withLeafTexts(body, leaves, texts))) : event,
  };
}

/** What a delta says of the texts that it is read with. */
export const joinedBy = (joined: string | null): Pick<TextDelta, "joined"> => (joined === null ? {} : { joined });

/** A text of no choice that comes whole, as it is checked. */
export function loneDelta({ label, text, kind, origin, tool, call }: TextLeaf): TextDelta {
  const delta = { channel: label, choice: null, text, kind, origin, isCopy: false };
  if (tool === undefined) return { ...delta, ...joinedBy(kind === "sealed" ? null : listAround(label)) };
  return wholeCall(delta, tool, call);
}

/** A text that comes whole, as it is checked: of a call as JSON. */
export const wholeCall = (delta: TextDelta, tool: ToolText | undefined, call = delta.channel): TextDelta =>
  tool === undefined ? delta : { ...delta, kind: "json", tool: { ...tool, call } };

/** The body with the texts of its leaves replaced, in order. */
export function withLeafTexts(body: Json, leaves: readonly TextLeaf[], texts: readonly string[]): Json {
  const edits = new BodyEdits();
  for (const [at, leaf] of leaves.entries()) {
    const text = texts[at] ?? "";
    if (text !== leaf.text) edits.setText({ ...leaf, text });
  }
  return edits.of(body);
}

/** Most names of one stream that are known again; the others are read each time. */
const NAMES_MAX = 64;

/** Names of a stream that are none by their shape (`TextLeaf.isName`): events repeat them, and each is read once. */
export class KnownNames {
  readonly #names = new Set<string>();

  /** The texts of an event without names that have been read. */
  unread(leaves: readonly TextLeaf[]): readonly TextLeaf[] {
    return leaves.some(({ isName }) => isName) ? leaves.filter((leaf) => !this.#isKnown(leaf)) : leaves;
  }

  #isKnown({ isName, text }: TextLeaf): boolean {
    if (isName !== true) return false;
    if (this.#names.has(text)) return true;
    if (this.#names.size < NAMES_MAX) this.#names.add(text);
    return false;
  }
}

/** A name is whole when it comes, and belongs to no text around it. @param event number of its event */
export function nameDelta({ label, text, origin }: TextLeaf, choice: string | null, event: number): TextDelta {
  return { channel: `events/${event}/${label}`, choice, text, kind: "sealed", origin, isCopy: false };
}
