import { append } from "../../core/lists.ts";
import type { JsonObject } from "../../core/model.ts";
import { isCall, MESSAGES_SCHEMA } from "./anthropic-fields.ts";
import { AnthropicEnd } from "./anthropic-end.ts";
import { callField, callNames, toolNamed } from "../shared/call-shapes.ts";
import type {
  CompletionRequest,
  DeltaTool,
  Leaving,
  Parsed,
  PieceShape,
  PieceStep,
  StreamCodec,
  StreamStep,
  TextDelta,
  TextKind,
} from "../codec.ts";
import { EndedTexts } from "../shared/ended-texts.ts";
import { EventTemplates } from "../shared/event-template.ts";
import type { Framing, SseEvent } from "../framing/framing.ts";
import { listAround } from "../shared/pointer.ts";
import { isObject, objectOf, stringField } from "../shared/json-read.ts";
import {
  nameDelta,
  hasData,
  joinedBy,
  pieceStep,
  plainStep,
  withLeafTexts,
  wholeCall,
  wholeTextStep,
} from "../shared/stream-steps.ts";
import { leavesOf, type TextLeaf } from "../shared/text-walk.ts";

/** A message is one answer. */
const CHOICE = "message";
const CHOICES = [CHOICE] as const;
const NONE = [] as const;

/** Most blocks open at a time, and most that are remembered; the provider writes one after the other. */
const BLOCKS_MAX = 1024;

/** All that has the same index: clients join it, even after an end. */
interface Block {
  readonly name: string;
  readonly index: number;
  readonly texts: EndedTexts;
  isCall: boolean;
  /** Of the tools that calls with its index are of. */
  readonly toolNames: Set<string>;
  /** The tool that it calls. */
  tool: Pick<DeltaTool, "name" | "aliases">;
  isOpen: boolean;
  /** Beginnings so far. */
  starts: number;
  /** Names of the texts in it that are read as one. */
  readonly joined: Set<string>;
}

/** A text of a block, where its events differ in nothing else. */
interface Known extends PieceShape {
  readonly texts: EndedTexts;
  readonly name: string;
}

/** The texts of an event, and what must be checked before them. */
interface Found {
  readonly leaves: readonly TextLeaf[];
  readonly deltas: readonly TextDelta[];
  /** Where each leaf's delta is. */
  readonly own: readonly number[];
}

/** Events of the messages API: blocks one after the other, each of one text or one call. */
export class AnthropicStream implements StreamCodec {
  readonly repeats = false;
  readonly refusalEvents: StreamCodec["refusalEvents"];
  readonly errorEvents: StreamCodec["errorEvents"];
  readonly #request: CompletionRequest;
  readonly #framing: Framing;
  readonly #end: AnthropicEnd;
  readonly #templates = new EventTemplates<Known>();
  /** By index. */
  readonly #blocks = new Map<number, Block>();
  #blockCount = 0;
  /** Name of the newest thoughts that are read as one. */
  #thoughts = "thoughts";
  #eventCount = 0;

  constructor(request: CompletionRequest, framing: Framing) {
    this.#request = request;
    this.#framing = framing;
    this.#end = new AnthropicEnd(request, framing);
    this.refusalEvents = this.#end.refusal;
    this.errorEvents = this.#end.error;
  }

  readonly readPiece = ({ data }: SseEvent): PieceStep | null => {
    const piece = data === null ? null : this.#templates.read(data);
    if (piece === null) return null;
    const { shape, text } = piece;
    this.#eventCount += 1;
    this.#end.count(text.length);
    // Templates are forgotten when a text ends: it is open.
    shape.texts.add(shape.name, { text, kind: shape.delta.kind });
    return piece;
  };

  readonly read = (event: SseEvent): Parsed<StreamStep> => {
    const piece = this.readPiece(event);
    if (piece !== null) return { ok: true, value: pieceStep(event, piece) };
    if (!hasData(event)) return { ok: true, value: plainStep(event) };
    this.#eventCount += 1;
    const body = objectOf(event.data);
    if (body === null) return { ok: false, reason: "event" };
    const type = typeOf(event, body);
    if (type === null) return { ok: false, reason: "event type" };
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
        const options = { schema: MESSAGES_SCHEMA, framing: this.#framing, channel };
        return { ok: true, value: wholeTextStep(event, body, options) };
      }
    }
  };

  /** The message's own events: their texts are whole. */
  #readMessage(item: Item): StreamStep {
    const leaves = leavesOf(item.body, MESSAGES_SCHEMA);
    const isOver = item.type === "message_stop" || isFinish(item);
    const deltas = leaves.map((leaf) => {
      const joined = START_TEXT.test(leaf.label) ? TEXTS : listAround(leaf.label);
      const delta = this.#delta(leaf, `message/${this.#eventCount}${leaf.label}`, leaf.kind);
      return leaf.tool === undefined ? { ...delta, ...joinedBy(joined) } : wholeCall(delta, leaf.tool, leaf.call);
    });
    const closes = isOver ? [...this.#blocks.values()].flatMap((block) => this.#close(block)) : [];
    return {
      deltas,
      closes: [...closes, ...deltas.map(({ channel }) => channel)],
      choices: CHOICES,
      finishes: isOver ? CHOICES : NONE,
      isEnd: item.type === "message_stop",
      render: (leaving) => this.#render(item, { leaves, own: leaves.map((_, at) => at) }, leaving),
    };
  }

  #readBlock(item: Item): Parsed<StreamStep> {
    const index = item.body["index"];
    if (typeof index !== "number") return { ok: false, reason: "index" };
    const block = this.#block(index);
    if (block === null) return { ok: false, reason: "blocks" };
    const closes: string[] = [];
    if (item.type === "content_block_start") {
      // A block that begins where another one stands ends it.
      append(closes, this.#close(block));
      const start = item.body["content_block"];
      block.isCall = isCall(start);
      // Clients give what follows to the block that began first.
      for (const name of callNames(isObject(start) ? start : {})) block.toolNames.add(name);
      block.tool = toolNamed([...block.toolNames].toReversed());
      block.starts += 1;
      closes.push(...this.#endThoughts(stringField(item.body["content_block"], "type")));
    }
    block.isOpen = true;
    const found = this.#blockTexts(item, block, closes);
    if (item.type === "content_block_stop") append(closes, this.#close(block));
    const { deltas } = found;
    if (closes.length === 0) this.#learn(item, found, block);
    const render = (leaving: Leaving): SseEvent | null => this.#render(item, found, leaving);
    return { ok: true, value: { deltas, closes, choices: CHOICES, finishes: NONE, isEnd: false, render } };
  }

  #learn({ event, type }: Item, { leaves, deltas }: Found, { texts }: Block): void {
    const [leaf, ...more] = leaves;
    const [delta, ...later] = deltas;
    if (type !== "content_block_delta" || leaf === undefined || delta === undefined) return;
    if (more.length + later.length > 0 || event.data === null) return;
    const shape = { delta, choices: CHOICES, render: this.#renderPiece, texts, name: labelOf(leaf) };
    this.#templates.learn({ data: event.data, leaf, shape });
  }

  readonly #renderPiece: PieceShape["render"] = (event, _, leaving) => {
    if (leaving.dropped.has(CHOICE)) return null;
    const body = leaving.isChanged ? objectOf(event.data) : null;
    if (body === null) return event;
    const found = { leaves: leavesOf(body, MESSAGES_SCHEMA), own: [0] };
    return this.#render({ event, body, type: "content_block_delta" }, found, leaving);
  };

  #blockTexts({ body, type }: Item, block: Block, closes: string[]): Found {
    const leaves = leavesOf(body, MESSAGES_SCHEMA);
    const deltas: TextDelta[] = [];
    const own = leaves.map((leaf) => {
      const { delta, before } = this.#blockDelta(leaf, { block, type }, closes);
      if (before !== "") deltas.push({ ...delta, text: before });
      return deltas.push(delta) - 1;
    });
    return { leaves, deltas, own };
  }

  #blockDelta(
    leaf: TextLeaf,
    { block, type }: { readonly block: Block; readonly type: string },
    closes: string[],
  ): { readonly delta: TextDelta; readonly before: string } {
    if (leaf.isName === true) {
      const delta = nameDelta(leaf, CHOICE, this.#eventCount);
      closes.push(delta.channel);
      return { delta, before: "" };
    }
    const label = labelOf(leaf);
    // Whatever its beginning said, clients take it for a call.
    block.isCall ||= label === "/partial_json";
    if (type === "content_block_stop" || (type === "content_block_delta" && !GROWING.has(label)))
      return { delta: this.#loose(leaf, { block, label, type }, closes), before: "" };
    const isStructured = this.#request.isJsonOutput && label === "/text";
    // A client that prints texts prints those of a call, too.
    const isOfCall = block.isCall && label !== "/text";
    // A call is released when it is complete, its name too: clients run what they have when a stream is cut.
    const kind = isStructured || isOfCall ? "json" : leaf.kind;
    const { channel, before } = block.texts.add(label, { text: leaf.text, kind });
    const delta = this.#delta(leaf, block.name + channel, kind);
    if (!isOfCall) return { delta: { ...delta, ...this.#joinedIn(block, label) }, before };
    const group = `${block.name}~${block.starts}`;
    return {
      delta: { ...delta, group, tool: { call: group, at: callField(label.slice(1)), ...block.tool } },
      before,
    };
  }

  /** Texts of all blocks are read as one, and thoughts with nothing between them; texts within a block, as of a tool's result, too. */
  #joinedIn({ name, index, starts, joined }: Block, label: string): Pick<TextDelta, "joined" | "at"> {
    if (label === "/text") return { joined: TEXTS, at: index };
    if (label === "/thinking") return { joined: this.#thoughts, at: index };
    const list = listAround(label);
    if (list === null) return {};
    const own = `${name}~${starts}${list}`;
    joined.add(own);
    return { joined: own };
  }

  /**
   * A text that clients may append to what came before, or take as it is: it is checked both ways. Several citations of one block are
   * no pieces of one text, nor is what comes with a block's end.
   */
  #loose(leaf: TextLeaf, { block, label, type }: LooseText, closes: string[]): TextDelta {
    const channel = `${block.name}${label}@${this.#eventCount}`;
    closes.push(channel);
    const delta = this.#delta(leaf, channel, leaf.kind);
    if (type === "content_block_stop" || label.startsWith("/citation/") || leaf.kind === "sealed") return delta;
    const joined = `${block.name}~${block.starts}${label}`;
    block.joined.add(joined);
    return { ...delta, joined };
  }

  /** A block begins: where it is no thought, the thoughts before it are complete. */
  #endThoughts(type: string): readonly string[] {
    if (type.endsWith("thinking")) return NONE;
    const ended = this.#thoughts;
    this.#thoughts = `thoughts/${this.#eventCount}`;
    return [ended];
  }

  #delta({ text, origin }: TextLeaf, channel: string, kind: TextKind): TextDelta {
    this.#end.count(text.length);
    return { channel, choice: CHOICE, text, kind, origin, isCopy: false };
  }

  #render({ event, body, type }: Item, { leaves, own }: Omit<Found, "deltas">, leaving: Leaving): SseEvent | null {
    // Its own end is none any more where another one follows.
    if (leaving.dropped.has(CHOICE) || leaving.unfinished.has(CHOICE)) return null;
    this.#end.leave(type, body);
    if (!leaving.isChanged) return event;
    const texts = own.map((at) => leaving.texts[at] ?? "");
    return this.#framing.withData(event, JSON.stringify(withLeafTexts(body, leaves, texts)));
  }

  /** `null` when there would be too many. */
  #block(index: number): Block | null {
    const known = this.#blocks.get(index);
    if (known !== undefined) return known;
    if (this.#blocks.size === BLOCKS_MAX && !this.#forgetOne()) return null;
    const name = `blocks/${this.#blockCount}`;
    const block: Block = {
      name,
      index,
      texts: new EndedTexts(),
      isCall: false,
      toolNames: new Set(),
      tool: toolNamed([]),
      isOpen: true,
      starts: 0,
      joined: new Set(),
    };
    this.#blockCount += 1;
    this.#blocks.set(index, block);
    return block;
  }

  /** Drops the oldest block that has ended. */
  #forgetOne(): boolean {
    for (const [index, { isOpen }] of this.#blocks) if (!isOpen) return this.#blocks.delete(index);
    return false;
  }

  #close(block: Block): string[] {
    block.isOpen = false;
    // What they learnt names channels that are over.
    this.#templates.clear();
    const joined = [...block.joined];
    block.joined.clear();
    return [...block.texts.end().map((channel) => block.name + channel), ...joined];
  }
}

interface LooseText {
  readonly block: Block;
  readonly label: string;
  readonly type: string;
}

interface Item {
  readonly event: SseEvent;
  readonly body: JsonObject;
  readonly type: string;
}

/** What pieces continue. */
const GROWING: ReadonlySet<string> = new Set(["/content", "/partial_json", "/text", "/thinking"]);
/** Names of events that may stand before data of any type. */
const ANY: ReadonlySet<string> = new Set(["", "message"]);
const TYPE = /^(?:content_block|message)_|^(?:error|ping)$/;

/** Clients go by either name of an event. `null`: they would not agree on what it is. */
function typeOf({ event: name }: SseEvent, body: JsonObject): string | null {
  const type = stringField(body, "type");
  if (type === "") return name;
  return type === name || ANY.has(name) || !TYPE.test(name) ? type : null;
}

/** What a leaf is to its block, whether it comes with the beginning or after it. */
function labelOf({ label }: TextLeaf): string {
  return label.replace(/^\/(?:content_block|delta)\//, "/");
}

const TEXTS = "texts";
const START_TEXT = /^\/message\/content\/#?\d+\/text$/;

function isFinish({ type, body }: Item): boolean {
  return type === "message_delta" && stringField(body["delta"], "stop_reason") !== "";
}
