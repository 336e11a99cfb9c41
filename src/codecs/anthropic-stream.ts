import type { JsonObject } from "../core/model.ts";
import { MESSAGES_DIALECT } from "./anthropic-dialect.ts";
import { AnthropicEnd } from "./anthropic-end.ts";
import type { CompletionRequest, Leaving, Parsed, StreamCodec, StreamStep, TextDelta, TextKind } from "./codec.ts";
import { EventTemplates, type TemplateMatch } from "./event-template.ts";
import type { Framing } from "./framing.ts";
import { objectOf, stringField } from "./json-read.ts";
import type { SseEvent } from "./sse.ts";
import { textAt } from "./pointer.ts";
import { isBlank, plainStep, withTexts, wholeTextStep } from "./stream-steps.ts";
import { walkText, type TextLeaf } from "./text-walk.ts";

/** A message is one answer. */
const CHOICE = "message";
const CHOICES = [CHOICE] as const;
const NONE = [] as const;

/** Most blocks open at a time; the provider writes one after the other. */
const BLOCKS_MAX = 1024;

interface Block {
  /** Unlike its index it is never given again. */
  readonly name: string;
  readonly isCall: boolean;
  readonly channels: Set<string>;
}

/** Events of the messages API: blocks one after the other, each of one text or one call. */
export class AnthropicStream implements StreamCodec {
  readonly repeats = false;
  readonly refusalEvents: StreamCodec["refusalEvents"];
  readonly errorEvents: StreamCodec["errorEvents"];
  readonly #request: CompletionRequest;
  readonly #framing: Framing;
  readonly #end: AnthropicEnd;
  readonly #templates = new EventTemplates<TextDelta>();
  /** Open ones, by index. */
  readonly #blocks = new Map<number, Block>();
  #blockCount = 0;
  #eventCount = 0;

  constructor(request: CompletionRequest, framing: Framing) {
    this.#request = request;
    this.#framing = framing;
    this.#end = new AnthropicEnd(request, framing);
    this.refusalEvents = this.#end.refusal;
    this.errorEvents = this.#end.error;
  }

  readonly read = (event: SseEvent): Parsed<StreamStep> => {
    if (event.data === null || isBlank(event)) return { ok: true, value: plainStep(event) };
    this.#eventCount += 1;
    const known = this.#templates.read(event.data);
    if (known !== null) return { ok: true, value: this.#knownStep(event, known) };
    const body = objectOf(event.data);
    if (body === null) return { ok: false, reason: "event" };
    const type = stringField(body, "type");
    this.#end.see(type, body);
    switch (type) {
      case "content_block_start":
      case "content_block_delta":
      case "content_block_stop":
        return this.#readBlock({ event, body, type });
      case "message_start":
      case "message_delta":
      case "message_stop":
        return { ok: true, value: this.#readMessage({ event, body, type }) };
      default: {
        const channel = `events/${this.#eventCount}`;
        const options = { dialect: MESSAGES_DIALECT, framing: this.#framing, channel };
        return { ok: true, value: wholeTextStep(event, body, options) };
      }
    }
  };

  /** The message's own events: their texts are whole. */
  #readMessage(item: Item): StreamStep {
    const leaves = leavesOf(item.body);
    const isOver = item.type === "message_stop" || isFinish(item);
    const deltas = leaves.map((leaf) => this.#delta(leaf, `message/${this.#eventCount}${leaf.label}`, leaf.kind));
    const closes = isOver ? [...this.#blocks.keys()].flatMap((index) => this.#close(index)) : [];
    return {
      deltas,
      closes: [...closes, ...deltas.map(({ channel }) => channel)],
      choices: CHOICES,
      finishes: isOver ? CHOICES : NONE,
      isEnd: item.type === "message_stop",
      render: (leaving) => this.#render(item, leaves, leaving),
    };
  }

  #readBlock(item: Item): Parsed<StreamStep> {
    const index = item.body["index"];
    if (typeof index !== "number") return { ok: false, reason: "index" };
    // A block that begins where another one stands ends it.
    const closes = item.type === "content_block_start" ? this.#close(index) : [];
    const block = this.#block(index, item.body);
    if (block === null) return { ok: false, reason: "blocks" };
    const leaves = leavesOf(item.body);
    const deltas = leaves.map((leaf) => this.#blockDelta(leaf, block, closes));
    if (item.type === "content_block_stop") closes.push(...this.#close(index));
    if (closes.length === 0) this.#learn(item, leaves, deltas);
    const render = (leaving: Leaving): SseEvent | null => this.#render(item, leaves, leaving);
    return { ok: true, value: { deltas, closes, choices: CHOICES, finishes: NONE, isEnd: false, render } };
  }

  #learn({ event, type }: Item, [leaf, ...more]: readonly TextLeaf[], [shape]: readonly TextDelta[]): void {
    if (type !== "content_block_delta" || leaf === undefined || shape === undefined || more.length > 0) return;
    if (event.data === null || leaf.isValue) return;
    const isSame = (data: string, text: string): boolean => textAt(data, leaf.pointer) === text;
    this.#templates.learn({ data: event.data, text: leaf.text, shape, isSame });
  }

  #knownStep(event: SseEvent, { shape, text }: TemplateMatch<TextDelta>): StreamStep {
    this.#end.count(text.length);
    const render = (leaving: Leaving): SseEvent | null => {
      if (leaving.dropped.has(CHOICE)) return null;
      const body = leaving.isChanged ? objectOf(event.data) : null;
      return body === null
        ? event
        : this.#render({ event, body, type: "content_block_delta" }, leavesOf(body), leaving);
    };
    return { deltas: [{ ...shape, text }], closes: NONE, choices: CHOICES, finishes: NONE, isEnd: false, render };
  }

  #blockDelta(leaf: TextLeaf, block: Block, closes: string[]): TextDelta {
    const label = leaf.label.replace(/^\/(?:content_block|delta)\//, "/");
    // Several citations of one block are no pieces of one text.
    const isLoose = label.startsWith("/citation/");
    const channel = isLoose ? `${block.name}${label}@${this.#eventCount}` : block.name + label;
    if (isLoose) closes.push(channel);
    else block.channels.add(channel);
    const isStructured = this.#request.isJsonOutput && label === "/text";
    // A call is released when it is complete, its name too: clients run what they have when a stream is cut.
    const delta = this.#delta(leaf, channel, isStructured || block.isCall ? "json" : leaf.kind);
    return block.isCall ? { ...delta, group: block.name } : delta;
  }

  #delta({ text, origin }: TextLeaf, channel: string, kind: TextKind): TextDelta {
    this.#end.count(text.length);
    return { channel, choice: CHOICE, text, kind, origin, isCopy: false };
  }

  #render({ event, body, type }: Item, leaves: readonly TextLeaf[], leaving: Leaving): SseEvent | null {
    // Its own end is none any more where another one follows.
    if (leaving.dropped.has(CHOICE) || leaving.unfinished.has(CHOICE)) return null;
    this.#end.leave(type, body);
    if (!leaving.isChanged) return event;
    return this.#framing.withData(event, JSON.stringify(withTexts(body, leaves, leaving.texts)));
  }

  /** `null` when there would be too many. */
  #block(index: number, body: JsonObject): Block | null {
    const known = this.#blocks.get(index);
    if (known !== undefined || this.#blocks.size === BLOCKS_MAX) return known ?? null;
    const block: Block = {
      name: `blocks/${this.#blockCount}`,
      isCall: stringField(body["content_block"], "type").endsWith("tool_use"),
      channels: new Set(),
    };
    this.#blockCount += 1;
    this.#blocks.set(index, block);
    return block;
  }

  #close(index: number): string[] {
    const channels = [...(this.#blocks.get(index)?.channels ?? NONE)];
    this.#blocks.delete(index);
    // What they learnt names channels that are over.
    this.#templates.clear();
    return channels;
  }
}

interface Item {
  readonly event: SseEvent;
  readonly body: JsonObject;
  readonly type: string;
}

function leavesOf(body: JsonObject): readonly TextLeaf[] {
  const leaves: TextLeaf[] = [];
  const start = { pointer: "", label: "", origin: "assistant" } as const;
  walkText(body, MESSAGES_DIALECT, { text: (leaf) => leaves.push(leaf), unread: () => {} }, start);
  return leaves;
}

function isFinish({ type, body }: Item): boolean {
  return type === "message_delta" && stringField(body["delta"], "stop_reason") !== "";
}
