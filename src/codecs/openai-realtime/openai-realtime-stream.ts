import { append } from "../../core/lists.ts";
import type { Json, JsonObject } from "../../core/model.ts";
import { AnswerEnds } from "../message-codec.ts";
import type { Leaving, Parsed, StreamCodec, NativeEnd, StreamStep, TextDelta } from "../codec.ts";
import { MESSAGES, type SseEvent } from "../framing/framing.ts";
import { isObject, objectOf, stringField, hasLongId, forgetOldest } from "../shared/json-read.ts";
import { KnownNames, nameDelta, silentStep, wholeCall, withLeafTexts, withoutLoose } from "../shared/stream-steps.ts";
import { RealtimeAnswers } from "./openai-realtime-answers.ts";
import { itemOrigin, withoutLogprobs } from "./openai-realtime-fields.ts";
import {
  independentChoice,
  EVENT,
  ITEM,
  RealtimeChoices,
  RESPONSE,
  endsChoice,
  isAudioDelta,
  isTranscription,
  partOf,
  textPlaceOf,
  type ServerMessage,
} from "./openai-realtime-choices.ts";
import { openAiErrorBody } from "../openai/openai-errors.ts";
import { BodyEdits, getAt } from "../shared/body-edits.ts";
import { leavesOf, type FieldSchema, type TextLeaf } from "../shared/text-walk.ts";

/** Responses with silent parts that are remembered; beyond it the oldest is forgotten. */
const KEPT_MAX = 256;

/** The server's side of a Realtime connection, all its responses. A choice is a response, a text of the user, or a message. */
export class RealtimeStream implements StreamCodec {
  readonly repeats = true;
  readonly ends = new AnswerEnds();
  readonly #schema: FieldSchema;
  readonly #answers = new RealtimeAnswers();
  readonly #choices = new RealtimeChoices();
  readonly #names = new KnownNames();
  /** Content parts whose transcript was masked, by their choice: their sound says it still. */
  readonly #muted = new Map<string, Set<string>>();
  readonly #commands = new RealtimeCommands();
  /** Answers that the client has asked for and that have not begun. */
  #askedFor = 0;
  #last: { readonly event: SseEvent; readonly body: JsonObject | null } | null = null;
  #count = 0;

  constructor(schema: FieldSchema) {
    this.#schema = schema;
  }

  /** What the user has said does not delay the answers, nor does what belongs to none. */
  readonly laneOf = (event: SseEvent): string => {
    const body = this.#parse(event) ?? {};
    return independentChoice(stringField(body, "type"), body) ?? "";
  };

  readonly isIdle = (lane: string): boolean => (lane === "" ? !this.#choices.isAnswering : !this.#choices.isOpen(lane));

  /** A text with a lane of its own may continue as a new one; answers stay together. */
  readonly evict = (lane: string): boolean => {
    if (lane !== "") this.#choices.forget(lane);
    return lane !== "";
  };

  readonly takeCommands = (): readonly JsonObject[] => this.#commands.take();

  /** The client's request for an answer is forwarded. */
  readonly ask = (): void => {
    this.#askedFor += 1;
    this.#commands.allow();
  };

  get isQuiet(): boolean {
    return this.#askedFor === 0 && !this.#choices.isAnswering;
  }

  /** @param cause the client's message that it answers */
  readonly errorMessage = (body: JsonObject, cause: JsonObject | null): JsonObject => {
    const error = isObject(body["error"]) ? body["error"] : {};
    const eventId = cause === null ? "" : stringField(cause, "event_id");
    const named = { ...error, event_id: eventId === "" ? null : eventId };
    return { type: "error", event_id: this.#commands.eventId(), error: named };
  };

  readonly read = (event: SseEvent): Parsed<StreamStep> => {
    const parsed = this.#parse(event);
    this.#last = null;
    const { event: clean, body } = withoutLoose(event, parsed, MESSAGES);
    const type = stringField(body ?? {}, "type");
    if (body === null || type === "" || hasLongId(body)) return { ok: false, reason: "event" };
    this.#count += 1;
    const message = { type, body, choice: this.#choices.of(type, body, this.#count), number: this.#count };
    if (this.#commands.isAnswer(message)) return { ok: true, value: silentStep() };
    // A request that fails begins no answer.
    if (type === "response.created" || type === "error") this.#askedFor = Math.max(0, this.#askedFor - 1);
    if (type === "response.created") this.#begin(message);
    if (this.#choices.isEnded(message.choice)) return { ok: true, value: this.#late(message) };
    return { ok: true, value: this.#step(clean, message) };
  };

  readonly refusalEvents = ({ choices, released, refusal }: NativeEnd): readonly SseEvent[] =>
    choices.flatMap((choice) => {
      const isOpen = this.#choices.isOpen(choice);
      // Of one that the provider has ended nothing comes late.
      if (isOpen) this.#choices.end(choice);
      const id = choice.slice(choice.indexOf("/") + 1);
      if (choice.startsWith(RESPONSE)) {
        this.ends.end(choice, "blocked");
        if (isOpen) this.#commands.cancel(id);
        return this.#answers.end(id, { released, refusal }).map((body) => this.#own(body));
      }
      const error = { type: "invalid_request_error", code: "content_filter", message: refusal.message };
      if (!choice.startsWith(ITEM)) return [this.#own(this.errorMessage({ error: { ...error, param: null } }, null))];
      // What the user has said must not be answered, nor stay in the conversation.
      for (const name of this.#choices.responses) this.#commands.cancel(name);
      this.#commands.delete(id);
      const type = "conversation.item.input_audio_transcription.failed";
      return [this.#own({ type, item_id: id, content_index: 0, error })];
    });

  readonly errorEvents = (code: string, message: string, status: number): readonly SseEvent[] => [
    this.#own(this.errorMessage(openAiErrorBody(code, message, status), null)),
  ];

  #step(event: SseEvent, message: ServerMessage): StreamStep {
    const { body, choice } = message;
    const isAudio = isAudioDelta(message);
    const said = isAudio ? { ...body, delta: "" } : body;
    const leaves = this.#names.unread(leavesOf(said, this.#schema, { origin: originOf(message) }));
    const deltas = leaves.map((leaf) => deltaOf(leaf, message));
    // Also by itself: words may stand side by side without a space.
    if (message.type.endsWith(".segment"))
      append(
        deltas,
        deltas.map((delta) => ({ ...delta, isCopy: true })),
      );
    const grows = deltas.flatMap(({ channel, isCopy }) => (isCopy ? [] : [channel]));
    const { closes, isOver } = this.#choices.take(message, grows);
    const over = isOver ? [...closes, joinedName(choice)] : closes;
    const finishes = endsChoice(message) ? [choice] : [];
    const render = (leaving: Leaving): SseEvent | null => this.#render(event, { message, leaves, isAudio }, leaving);
    return { deltas, closes: over, choices: [choice], finishes, forgets: isOver ? [choice] : [], isEnd: false, render };
  }

  #render(event: SseEvent, { message, leaves, isAudio }: Rendered, leaving: Leaving): SseEvent | null {
    const { type, choice } = message;
    const muted = this.#muted.get(soundOf(message));
    // Not when it is read: sound may wait in front of it.
    if (type === "response.done") this.#muted.delete(choice);
    if (leaving.dropped.has(choice) || leaving.unfinished.has(choice)) return null;
    if (isAudio && muted?.has(partOf(message)) === true) return null;
    let { body } = message;
    if (leaving.isChanged) {
      const changed = withoutSound(withLeafTexts(body, leaves, shown(leaves, leaving.texts)), body, leaves);
      body = toObject(withoutLogprobs(changed));
      if (type.endsWith("transcript.delta")) this.#mute(message);
    }
    this.#left(message, body, event.raw.length);
    return body === message.body ? event : MESSAGES.withData(event, JSON.stringify(body));
  }

  /** @param body of the message as it leaves */
  #left({ type, choice }: ServerMessage, body: JsonObject, length: number): void {
    if (!choice.startsWith(RESPONSE)) return;
    if (type === "response.done") this.ends.end(choice, "complete");
    this.#answers.left(choice.slice(RESPONSE.length), type, { body, length });
  }

  /** What comes of a choice that we have ended. */
  #late(message: ServerMessage): StreamStep {
    const { type, choice } = message;
    const isOver = endsChoice(message) || (choice.startsWith("text/") && type.endsWith(".done"));
    if (isOver) this.#choices.forget(choice);
    return silentStep(isOver ? [choice] : []);
  }

  /** As long as blocked words of the user are in the conversation, what the provider answers by itself may repeat them. */
  #begin({ choice }: ServerMessage): void {
    if (!choice.startsWith(RESPONSE)) return;
    this.ends.begin(choice);
    if (!this.#commands.isDeleting) return;
    this.ends.end(choice, "blocked");
    this.#commands.cancel(choice.slice(RESPONSE.length));
    this.#choices.end(choice);
  }

  #mute(message: ServerMessage): void {
    const name = soundOf(message);
    const parts = this.#muted.get(name) ?? new Set();
    this.#muted.set(name, parts.add(partOf(message)));
    // Of responses that never end, the oldest.
    forgetOldest(this.#muted, KEPT_MAX);
  }

  #own(body: JsonObject): SseEvent {
    return MESSAGES.event(JSON.stringify({ event_id: this.#commands.eventId(), ...body }));
  }

  /** Asked twice for a message: once for its lane, once to read it. */
  #parse(event: SseEvent): JsonObject | null {
    if (this.#last?.event === event) return this.#last.body;
    const body = objectOf(event.data);
    this.#last = { event, body };
    return body;
  }
}

interface Rendered {
  readonly message: ServerMessage;
  readonly leaves: readonly TextLeaf[];
  readonly isAudio: boolean;
}

/** Whose transcript its sound goes with: of an answer, or of the connection. */
const soundOf = ({ choice }: ServerMessage): string =>
  choice.startsWith(EVENT) || choice.startsWith("text/") ? "" : choice;

function deltaOf(leaf: TextLeaf, message: ServerMessage): TextDelta {
  if (leaf.isName === true) return nameDelta(leaf, message.choice, message.number);
  const { pointer, text, kind, origin } = leaf;
  const { channel, isCopy, group } = textPlaceOf(message, pointer.name);
  const delta = { channel, choice: message.choice, text, kind, origin, isCopy } as const;
  const [, call, name] = CALL_TEXT.exec(channel) ?? [];
  const own =
    call === undefined ? wholeCall(delta, leaf.tool) : { ...delta, tool: { call, at: name === "name" ? null : "" } };
  if (group !== null) return { ...own, kind: "json", group };
  return SAID.test(channel) && call === undefined
    ? { ...own, joined: joinedName(message.choice), ...placeIn(message.body) }
    : own;
}

/** The place of a part among the parts of its answer; an event about several has none. */
function placeIn({ output_index: item, content_index: part }: JsonObject): Pick<TextDelta, "at"> {
  return typeof item === "number" && typeof part === "number" ? { at: item * PARTS_MAX + part } : {};
}

/** More than an item has parts. */
const PARTS_MAX = 65_536;

/** What is said in parts of one answer is read as one, in whatever items they stand. */
const joinedName = (choice: string): string => `${choice}/said`;

/** The channels of content parts. */
const SAID = /^[^~]*\/\d+\/(?:text|transcript)$/s;

/** The channels of an item that have no part. */
const CALL_TEXT = /^(.*)\/\/(name|arguments)$/s;

function originOf({ type, body }: ServerMessage): TextLeaf["origin"] {
  if (isTranscription(type)) return "user";
  if (isObject(body["item"])) return itemOrigin(body["item"]);
  return isObject(body["session"]) ? "system" : "assistant";
}

/** Of a text that was checked also by itself, the one that was changed. */
function shown(leaves: readonly TextLeaf[], texts: readonly string[]): readonly string[] {
  return leaves.map(({ text }, at) => {
    const own = texts[at] ?? "";
    return own === text ? (texts[leaves.length + at] ?? own) : own;
  });
}

const toObject = (value: Json): JsonObject => (isObject(value) ? value : {});

/** Sound beside a transcript that is masked goes with it. */
function withoutSound(changed: Json, before: Json, leaves: readonly TextLeaf[]): Json {
  const edits = new BodyEdits();
  for (const { pointer, text } of leaves) {
    const { parent, token } = pointer;
    if (parent === null || token !== "transcript" || getAt(changed, pointer) === text) continue;
    const sound = parent.child("audio");
    if (typeof getAt(before, sound) === "string") edits.set(sound, "");
  }
  return edits.of(changed);
}

/** Messages of ours that are remembered; beyond it the oldest is forgotten. */
const COMMANDS_MAX = 256;

/** Messages of our own: their ids, and what the provider says to them. */
class RealtimeCommands {
  readonly #waiting: JsonObject[] = [];
  /** Id → the item that the message deletes, or `""`. */
  readonly #sent = new Map<string, string>();
  /** Items that are to be deleted and are not yet: an answer may take them up. */
  readonly #deleting = new Set<string>();
  #count = 0;

  /** Messages for the provider since the last call. */
  take(): readonly JsonObject[] {
    return this.#waiting.splice(0);
  }

  eventId(): string {
    this.#count += 1;
    return `event_guardrail_${this.#count}`;
  }

  cancel(response: string): void {
    this.#send({ type: "response.cancel", response_id: response }, "");
  }

  delete(item: string): void {
    this.#deleting.add(item);
    forgetOldest(this.#deleting, COMMANDS_MAX);
    this.#send({ type: "conversation.item.delete", item_id: item }, item);
  }

  get isDeleting(): boolean {
    return this.#deleting.size > 0;
  }

  /** The client asks for an answer to what there is. */
  allow(): void {
    this.#deleting.clear();
  }

  /** An error in answer to a message of ours, such as a response that was over when we cancelled it. */
  isAnswer({ type, body }: ServerMessage): boolean {
    if (type === "conversation.item.deleted") this.#deleting.delete(stringField(body, "item_id"));
    if (type !== "error") return false;
    const id = stringField(body["error"], "event_id");
    const item = this.#sent.get(id);
    if (item !== undefined) this.#deleting.delete(item);
    return this.#sent.delete(id);
  }

  #send(body: JsonObject, item: string): void {
    const id = `${this.eventId()}_order`;
    this.#sent.set(id, item);
    forgetOldest(this.#sent, COMMANDS_MAX);
    this.#waiting.push({ ...body, event_id: id });
  }
}
