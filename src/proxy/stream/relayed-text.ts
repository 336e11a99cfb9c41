import type { Parsed, DeltaTool, StreamStep, TextDelta, TextKind } from "../../codecs/codec.ts";
import { applyEdits, type Edit } from "../../core/masks.ts";
import type { Origin } from "../../core/model.ts";
import { namesOf, type ToolText } from "../../core/tool-call.ts";
import type { BlockReason } from "../checks/block-reason.ts";
import type { WholeText } from "./stream-contract.ts";

/** One text of a relayed stream, or a copy of one. */
export interface RelayedChannel {
  readonly name: string;
  readonly choice: string | null;
  readonly kind: TextKind;
  readonly origin: Origin;
  readonly isCopy: boolean;
  readonly group: string | null;
  readonly tool: DeltaTool | null;
  /** Name of the texts that it is read with; `null`: none. */
  readonly joined: string | null;
  /** The text that a copy repeats; `null`: it is decided by itself. */
  original: RelayedChannel | null;
  /** Names of the tool that it was checked by, as a text of a call; `null`: it was not. */
  checkedAs: string | null;
  length: number;
  decided: number;
  edits: Edit[];
  /** Index of the first edit that the next piece may need. */
  editAt: number;
  /** The whole text so far, where it is kept. */
  text: string;
  readonly keepsText: boolean;
  /** It was blocked, or could not be checked. */
  isStopped: boolean;
}

export function openRelayedChannel(delta: TextDelta, options: { readonly keepsText: boolean }): RelayedChannel {
  const { channel: name, choice, kind, origin, isCopy, group = null, tool = null, joined = null } = delta;
  const keepsText = options.keepsText || isCopy || isWhole(delta);
  const state = {
    original: null,
    checkedAs: null,
    length: 0,
    decided: 0,
    edits: [],
    editAt: 0,
    text: "",
    isStopped: false,
  };
  return { name, choice, kind, origin, isCopy, group, tool, joined, keepsText, ...state };
}

/** How much of its text is decided, UTF-16 units. */
export const decidedOf = ({ original, decided }: RelayedChannel): number => original?.decided ?? decided;

/** Checked when it is complete: JSON, the name of a tool, and what no model writes. */
export function isWhole({
  kind,
  origin,
  tool,
}: Pick<RelayedChannel, "kind" | "origin"> & { tool?: DeltaTool | null }): boolean {
  return kind === "json" || origin !== "assistant" || tool?.at === null;
}

/** Pieces of a tool's name that are distinguished. */
const NAME_PIECES_MAX = 64;

/** The names of a call, as they come: by channel all of it, and its pieces, since some clients keep one piece only. */
interface CallName {
  readonly choice: string | null;
  readonly wholes: Map<string, string>;
  readonly pieces: Set<string>;
}

const NO_NAME: Pick<CallName, "wholes" | "pieces"> = { wholes: new Map(), pieces: new Set() };

/** Names of the tools that a stream calls, where they come as texts of their own. */
export class CallNames {
  readonly #names = new Map<string, CallName>();

  note({ tool, channel, choice, isCopy }: TextDelta, text: string): void {
    if (tool === undefined || tool.at !== null || tool.name !== undefined || isCopy) return;
    const known = this.#names.get(tool.call) ?? {
      choice,
      wholes: new Map<string, string>(),
      pieces: new Set<string>(),
    };
    this.#names.set(tool.call, known);
    known.wholes.set(channel, (known.wholes.get(channel) ?? "") + text);
    if (known.pieces.size < NAME_PIECES_MAX) known.pieces.add(text);
  }

  /** The text as it is checked; the channel remembers by which name. */
  whole(channel: RelayedChannel): WholeText {
    const { text, kind, origin } = channel;
    const tool = this.#toolOf(channel);
    if (tool === null) return { text, kind, origin };
    channel.checkedAs = checkedName(tool);
    return { text, kind, origin, tool };
  }

  /** Whether a copy says what has been checked. */
  isSame(original: RelayedChannel, copy: RelayedChannel): boolean {
    if (original.text !== copy.text) return false;
    const tool = this.#toolOf(copy);
    return !isWhole(original) || original.checkedAs === (tool === null ? null : checkedName(tool));
  }

  dropChoice(choice: string): void {
    for (const [call, known] of this.#names) if (known.choice === choice) this.#names.delete(call);
  }

  #toolOf({ name: channel, tool, text }: RelayedChannel): ToolText | null {
    if (tool === null) return null;
    const { call, at, name, aliases = [] } = tool;
    if (name !== undefined) return { at, name, ...(aliases.length === 0 ? {} : { aliases }) };
    const { wholes, pieces } = this.#names.get(call) ?? NO_NAME;
    const [first = aliases[0] ?? ""] = wholes.values();
    // Of several names each is checked as one; arguments go by them all.
    const own = at === null ? (wholes.get(channel) ?? text) : first;
    const others = new Set([...wholes.values(), ...pieces, ...aliases]);
    others.delete(own);
    return { at, name: own, ...(others.size === 0 ? {} : { aliases: [...others] }) };
  }
}

const checkedName = (tool: ToolText): string => JSON.stringify(namesOf(tool));

/** A text that is stopped. */
export interface Block {
  readonly channel: RelayedChannel;
  readonly reason: BlockReason;
}

export interface Piece {
  readonly channel: RelayedChannel;
  readonly start: number;
  readonly text: string;
}

/** A step that ends or repeats a text; `null` where no text ends, and for what could not be read. */
export function endingOf(step: Parsed<StreamStep>): StreamStep | null {
  if (!step.ok) return null;
  const { deltas, closes, finishes } = step.value;
  return closes.length + finishes.length > 0 || deltas.some(({ isCopy }) => isCopy) ? step.value : null;
}

/** A piece of its channel's text with the channel's edits, up to `limit`. A replacement stands where its match begins. */
export function edited(piece: Piece, limit: number): string {
  const { channel, start } = piece;
  const end = Math.min(start + piece.text.length, limit);
  if (end <= start) return "";
  const text = piece.text.slice(0, end - start);
  if (channel.edits.length === 0) return text;
  forget(channel, start);
  let out = "";
  let at = start;
  for (let index = channel.editAt; index < channel.edits.length; index++) {
    const edit = channel.edits[index];
    if (edit === undefined || edit.start >= end) break;
    if (edit.start > at) out += text.slice(at - start, edit.start - start);
    if (edit.start >= start) out += edit.replacement;
    at = Math.min(edit.end, end);
  }
  return out + text.slice(at - start);
}

/** Edits that are not needed for the next piece are dropped from that many on. */
const COMPACT_AFTER = 64;

/** Pieces leave in order: edits before this one are not needed again, but for copies. */
function forget(channel: RelayedChannel, start: number): void {
  const { edits } = channel;
  while (channel.editAt < edits.length && (edits[channel.editAt]?.end ?? 0) <= start) channel.editAt += 1;
  if (channel.editAt < COMPACT_AFTER || channel.keepsText) return;
  channel.edits = edits.slice(channel.editAt);
  channel.editAt = 0;
}

/** What of a channel whose text is kept may be shown. */
export function releasedText(channel: RelayedChannel | undefined): string {
  if (channel === undefined) return "";
  const { text, edits } = channel;
  const decided = decidedOf(channel);
  const shown = edits.filter(({ start }) => start < decided);
  return applyEdits(text.slice(0, decided), shown);
}

/** What a text costs besides its characters, UTF-16 units: its names, and what its detectors remember of it. */
const CHANNEL_CHARS = 256;

export const costOf = ({ name }: { readonly name: string }): number => CHANNEL_CHARS + name.length;

/** Channels that are complete, of a format that repeats them, and the size of all texts that are kept. */
export class KeptChannels {
  readonly #complete = new Map<string, RelayedChannel>();
  #chars = 0;
  /** What they cost besides, UTF-16 units. */
  #cost = 0;

  get cost(): number {
    return this.#cost;
  }

  /** UTF-16 units. */
  get chars(): number {
    return this.#chars;
  }

  get(name: string): RelayedChannel | undefined {
    return this.#complete.get(name);
  }

  grow(channel: RelayedChannel, text: string): void {
    if (!channel.keepsText) return;
    channel.text += text;
    this.#chars += text.length;
  }

  complete(channel: RelayedChannel): void {
    this.drop(this.#complete.get(channel.name));
    this.#complete.set(channel.name, channel);
    this.#cost += costOf(channel);
  }

  drop(channel: RelayedChannel | undefined): void {
    if (channel === undefined) return;
    if (this.#complete.get(channel.name) === channel) {
      this.#complete.delete(channel.name);
      this.#cost -= costOf(channel);
    }
    if (channel.keepsText) this.#chars -= channel.text.length;
  }

  dropChoice(choice: string): void {
    for (const channel of this.#complete.values()) if (channel.choice === choice) this.drop(channel);
  }
}

export const NO_PIECES: readonly Piece[] = [];
