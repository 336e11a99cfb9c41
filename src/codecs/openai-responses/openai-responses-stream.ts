import { append } from "../../core/lists.ts";
import type { JsonObject } from "../../core/model.ts";
import type {
  CompletionRequest,
  Leaving,
  Parsed,
  PieceShape,
  PieceStep,
  StreamCodec,
  NativeEnd,
  StreamStep,
  TextDelta,
} from "../codec.ts";
import { EventTemplates } from "../shared/event-template.ts";
import type { Framing, SseEvent } from "../framing/framing.ts";
import { hasLongId, isObject, objectOf, stringField } from "../shared/json-read.ts";
import {
  KnownNames,
  nameDelta,
  hasData,
  pieceStep,
  plainStep,
  withLeafTexts,
  withoutLoose,
} from "../shared/stream-steps.ts";
import { readsTools, withoutOutputRepeats } from "./openai-responses-fields.ts";
import { eventTexts, planEvent, type EventPlan } from "./openai-responses-events.ts";
import { ResponseState, type LeftText } from "./openai-responses-state.ts";
import { JoinedTexts, ResponseItems, ResponsePlaces } from "./openai-responses-places.ts";
import type { TextLeaf } from "../shared/text-walk.ts";
import { estimateResponse } from "../shared/native-ends.ts";

/** The one choice that a response is. */
const RESPONSE = "response";
const DONE = "[DONE]";

/** Texts that may grow after the event that first shows them. */
const GROWING =
  /^(?:output\/\d+|items\/[^/]*)\/(?:content\/\d+\/(?:text|refusal|transcript)|summary\/\d+\/text|arguments|input|code|action\/commands\/\d+|output\/\d+\/(?:stdout|stderr)|operation\/diff)$/;

/** Typed events of a response. Each text is identified by its place in the answer and repeated several times. */
export class OpenAiResponsesStream implements StreamCodec {
  readonly repeats = true;
  readonly #request: CompletionRequest;
  readonly #framing: Framing;
  readonly #readsTools: boolean;
  readonly #state = new ResponseState();
  readonly #templates = new EventTemplates<Known>();
  readonly #places = new ResponsePlaces();
  readonly #items = new ResponseItems();
  readonly #joined = new JoinedTexts(this.#items);
  readonly #names = new KnownNames();
  #eventCount = 0;
  /** The stream starts at its beginning. */
  #hasBegun = false;
  /** UTF-16 units that have left. */
  #textLength = 0;
  #isCut = false;

  constructor(request: CompletionRequest, framing: Framing) {
    this.#request = request;
    this.#framing = framing;
    this.#readsTools = readsTools(request);
  }

  readonly readPiece = ({ data }: SseEvent): PieceStep | null => {
    const piece = data === null ? null : this.#templates.read(data);
    if (piece === null) return null;
    const { left, delta } = piece.shape;
    this.#eventCount += 1;
    // Templates are forgotten when a text ends: it is open.
    for (const { location } of left) this.#places.grow(location, { text: piece.text, kind: delta.kind }, false);
    return piece;
  };

  readonly read = (received: SseEvent): Parsed<StreamStep> => {
    const piece = this.readPiece(received);
    if (piece !== null) return { ok: true, value: pieceStep(received, piece) };
    if (!hasData(received)) return { ok: true, value: plainStep(received) };
    if (received.data.trim() === DONE) {
      return { ok: true, value: { ...this.#passing(received), closes: this.#close(""), isEnd: true } };
    }
    this.#eventCount += 1;
    const { event, body } = withoutLoose(received, objectOf(received.data), this.#framing);
    if (body === null || hasLongId(body)) return { ok: false, reason: "event" };
    const type = typeOf(event, body);
    if (type === null) return { ok: false, reason: "event type" };
    const plan = planEvent(type, body, this.#items.of(body));
    this.#hasBegun ||= type === "response.created";
    const leaves = this.#textsOf(body, plan);
    if (leaves === null || !this.#places.hasRoom(leaves)) return { ok: false, reason: "output" };
    this.#state.identify(body);
    return { ok: true, value: this.#step({ event, body, plan, leaves }) };
  };

  readonly refusalEvents = ({ all, released, refusal }: NativeEnd): readonly SseEvent[] =>
    all
      ? this.#events(this.#state.refuse({ released, refusal }, estimateResponse(this.#request, this.#textLength)))
      : [];

  readonly errorEvents = (code: string, message: string): readonly SseEvent[] =>
    this.#events(this.#state.fail(code, message));

  #events(bodies: readonly JsonObject[]): readonly SseEvent[] {
    return bodies.map((body) => this.#framing.event(JSON.stringify(body), stringField(body, "type")));
  }

  /** An event without text, which nothing may follow once the answer is cut. */
  #passing(event: SseEvent): StreamStep {
    return { ...plainStep(event), choices: CHOICES, render: (leaving) => (this.#isOver(leaving) ? null : event) };
  }

  #step(read: ReadEvent): StreamStep {
    const { plan, leaves } = read;
    const closes: string[] = [];
    const left: LeftText[] = [];
    const deltas: TextDelta[] = [];
    const own = leaves.map((leaf) => {
      const { delta, before, isNew } = this.#delta(leaf, { plan, closes, left });
      if (before !== "") deltas.push({ ...delta, text: before });
      const at = deltas.push(delta) - 1;
      // A client may read the copies of an event alone: what is new among them is read with them, too.
      if (isNew && plan.phase === "whole" && delta.joined !== undefined) deltas.push({ ...delta, isCopy: true });
      return at;
    });
    if (plan.closes !== null) append(closes, this.#close(plan.closes));
    append(closes, this.#joined.close(plan.closes));
    if (plan.phase === "piece" && closes.length === 0) this.#learn(read, { deltas, left });
    return {
      deltas,
      closes,
      choices: CHOICES,
      finishes: plan.isTerminal ? [RESPONSE] : [],
      isEnd: plan.isTerminal,
      render: (leaving) => this.#render(read, { leaving, left, deltas, own }),
    };
  }

  /** `null`: what stands in the place of items is none. */
  #textsOf(body: JsonObject, plan: EventPlan): readonly TextLeaf[] | null {
    const leaves = eventTexts(body, plan, { readsTools: this.#readsTools });
    return leaves === null ? null : this.#names.unread(leaves);
  }

  #learn(
    { event, plan, leaves: [leaf, ...more] }: ReadEvent,
    { deltas: [delta, ...later], left }: { readonly deltas: readonly TextDelta[]; readonly left: readonly LeftText[] },
  ): void {
    if (leaf === undefined || delta === undefined || event.data === null) return;
    if (more.length + later.length > 0) return;
    const render: PieceShape["render"] = (known, text, leaving) =>
      this.#renderPiece(known, { text, leaving, delta, left, plan });
    this.#templates.learn({ data: event.data, leaf, shape: { delta, choices: CHOICES, render, left } });
  }

  #renderPiece(event: SseEvent, { text, leaving, delta, left, plan }: RenderedPiece): SseEvent | null {
    if (leaving.isChanged || leaving.dropped.size > 0) {
      const body = objectOf(event.data) ?? {};
      const leaves = this.#textsOf(body, plan) ?? [];
      return this.#render({ event, body, plan, leaves }, { leaving, left, deltas: [delta], own: [0] });
    }
    if (this.#isCut) return null;
    if (delta.origin === "assistant") this.#textLength += text.length;
    this.#state.leavePiece(event.data ?? "", left);
    return event;
  }

  #render({ event, body, plan, leaves }: ReadEvent, { leaving, left, deltas, own }: Rendering): SseEvent | null {
    if (this.#isOver(leaving)) return null;
    const texts = own.map((at) => leaving.texts[at] ?? "");
    this.#count(
      own.map((at) => deltas[at]),
      texts,
    );
    const changed = leaving.isChanged ? withLeafTexts(body, leaves, texts) : body;
    // Tokens may stay only beside the text that they repeat.
    const shown = leaving.isChanged ? withoutOutputRepeats(changed) : body;
    if (isObject(shown)) this.#state.leave(shown, plan, { texts: left, length: event.raw.length });
    return shown === body ? event : this.#framing.withData(event, JSON.stringify(shown));
  }

  #count(deltas: readonly (TextDelta | undefined)[], texts: readonly string[]): void {
    for (const [at, delta] of deltas.entries())
      if (delta?.isCopy === false && delta.origin === "assistant") this.#textLength += texts[at]?.length ?? 0;
  }

  /** After the first event that a block removes nothing leaves, whatever was read by then. */
  #isOver({ dropped, unfinished }: Leaving): boolean {
    this.#isCut ||= dropped.has(RESPONSE) || unfinished.has(RESPONSE);
    return this.#isCut;
  }

  #delta(leaf: TextLeaf, { plan, closes, left }: Reading): ReadText {
    if (leaf.isName === true) {
      const delta = nameDelta({ ...leaf, label: leaf.pointer.name }, RESPONSE, this.#eventCount);
      closes.push(delta.channel);
      return { delta, before: "", isNew: false };
    }
    const location = plan.locate(leaf.pointer.name);
    const place = location === null ? undefined : this.#places.get(location);
    const isResumed =
      plan.phase === "piece" && (place?.isResumed ?? !(this.#hasBegun || this.#items.hasStarted(plan.item)));
    const delta = this.#bare(leaf, { plan, location, isResumed });
    const loose = `events/${this.#eventCount}${leaf.pointer.name}`;
    const joined = this.#joined.of(delta, { plan, location, channel: loose });
    const whole = (channel: string, isCopy: boolean, isNew = false): ReadText => ({
      delta: { ...delta, ...joined, channel, isCopy },
      before: "",
      isNew,
    });
    if (location === null) {
      closes.push(loose);
      return whole(loose, false);
    }
    if (this.#isPiece(location, plan, place)) {
      const { channel, before } = this.#places.grow(location, delta, isResumed);
      left.push({ location, channel });
      return { delta: { ...delta, ...joined, channel, isCopy: false }, before, isNew: false };
    }
    if (place === undefined) {
      this.#places.show(location, leaf.text);
      closes.push(location);
      return whole(location, false, true);
    }
    // What is not complete is no copy; it waits for what it shows.
    if (plan.phase === "interim" && place.isOpen)
      return whole(this.#places.grow(`${location}@${this.#eventCount}`, delta, false).channel, false);
    return whole(this.#places.channel(location), true);
  }

  /** A delta without its channel. */
  #bare(
    leaf: TextLeaf,
    {
      plan,
      location,
      isResumed,
    }: { readonly plan: EventPlan; readonly location: string | null; readonly isResumed: boolean },
  ): Omit<TextDelta, "channel" | "isCopy"> {
    const kind = isResumed ? "json" : this.#kind(leaf, plan, location);
    const tool = this.#items.toolOf(leaf, plan.item, location);
    const bare = { choice: RESPONSE, text: leaf.text, kind, origin: leaf.origin };
    const delta = tool === null ? bare : { ...bare, tool };
    return location !== null && this.#items.isAtomic(plan.item) ? { ...delta, group: plan.item } : delta;
  }

  #isPiece(location: string, { phase, item }: EventPlan, place: { readonly isOpen: boolean } | undefined): boolean {
    if (phase === "piece") return true;
    if (phase !== "start" || place?.isOpen === false) return false;
    return GROWING.test(location) || this.#items.isAtomic(item);
  }

  #kind(leaf: TextLeaf, { kind, item, type }: EventPlan, location: string | null): TextDelta["kind"] {
    if (kind !== null) return kind;
    // A call is released when it is complete: clients run what they have when a stream is cut.
    if (location !== null && this.#items.isAtomic(item)) return "json";
    const isStructured = this.#request.isJsonOutput && !type.includes("reasoning") && JSON_TEXT.test(location ?? "");
    return isStructured ? "json" : leaf.kind;
  }

  /** Channels of the open texts at or below `path`. */
  #close(path: string): readonly string[] {
    const closed = this.#places.close(path);
    // What they learnt names channels that are over.
    if (closed.length > 0) this.#templates.clear();
    return closed;
  }
}

const CHOICES = [RESPONSE] as const;
const JSON_TEXT = /^output\/\d+\/content\/\d+\/text$/;

interface ReadEvent {
  readonly event: SseEvent;
  readonly body: JsonObject;
  readonly plan: EventPlan;
  readonly leaves: readonly TextLeaf[];
}

interface ReadText {
  readonly delta: TextDelta;
  /** What must be checked before it. */
  readonly before: string;
  /** It came whole, at a place of which nothing had come. */
  readonly isNew: boolean;
}

/** Clients go by either name of an event. `null`: they would not agree on what it is. */
function typeOf({ event: name }: SseEvent, body: JsonObject): string | null {
  const type = stringField(body, "type");
  if (type === "") return name;
  return type === name || !name.startsWith("response.") ? type : null;
}

/** A piece of a text, like one that was read. */
interface Known extends PieceShape {
  readonly left: readonly LeftText[];
}

interface RenderedPiece {
  readonly text: string;
  readonly leaving: Leaving;
  readonly delta: TextDelta;
  readonly left: readonly LeftText[];
  readonly plan: EventPlan;
}

interface Rendering {
  readonly leaving: Leaving;
  readonly left: readonly LeftText[];
  readonly deltas: readonly TextDelta[];
  /** Where the deltas of the event's own texts are. */
  readonly own: readonly number[];
}

interface Reading {
  readonly plan: EventPlan;
  readonly closes: string[];
  readonly left: LeftText[];
}
