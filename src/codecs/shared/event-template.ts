import { isNoise } from "../../core/identifier.ts";
import { getAt } from "./body-edits.ts";
import { objectOf } from "./json-read.ts";
import type { TextLeaf } from "./text-walk.ts";

/**
 * Most events of a stream differ in one text only. A template is such an event with holes: what fits it is read without
 * parsing it, and means what the event meant that it was learnt from.
 */
interface Template<Shape> {
  /** What stands around the holes, in order; one more than there are holes. */
  readonly literals: readonly string[];
  readonly holes: readonly Hole[];
  readonly shape: Shape;
}

/** `noise` and `number` differ from event to event and mean nothing to a reader of text. */
type Hole = "text" | "noise" | "number";

interface TemplateMatch<Shape> {
  readonly shape: Shape;
  readonly text: string;
}

/** Interleaved choices have one template each. */
const TEMPLATES_MAX = 4;
/** An event that fits no template is learnt from; where events never fit, no more than this many. */
const LESSONS_MAX = 16;
const PROBE = "probe";
/** In valid JSON these stand for fields wherever they are found: inside of a string their quotes would be escaped. */
const NOISE = /(?<=[{,])"obfuscation":"([^"\\]*)"|(?<=[{,])"sequence_number":(\d{1,15})(?=[,}])/g;

export class EventTemplates<Shape> {
  #templates: readonly Template<Shape>[] = [];
  #lessons = 0;

  /** What data that fits a template says; `null` when it must be parsed. */
  read(data: string): TemplateMatch<Shape> | null {
    for (const template of this.#templates) {
      const text = fit(template, data);
      if (text !== null) return { shape: template.shape, text };
    }
    return null;
  }

  /** Learns from an event that was parsed. @param event.leaf its only text, where it differs from event to event */
  learn({
    data,
    leaf,
    shape,
  }: {
    readonly data: string;
    readonly leaf: Pick<TextLeaf, "text" | "isValue" | "pointer">;
    readonly shape: Shape;
  }): void {
    if (leaf.text === "" || leaf.isValue || this.#lessons === LESSONS_MAX) return;
    this.#lessons += 1;
    const literal = JSON.stringify(leaf.text);
    const at = data.indexOf(literal);
    if (at === -1 || data.indexOf(literal, at + 1) !== -1) return;
    const start = at + 1;
    const end = at + literal.length - 1;
    // With another text in its place the data must mean the same.
    if (getAt(objectOf(data.slice(0, start) + PROBE + data.slice(end)), leaf.pointer) !== PROBE) return;
    const template = { ...cutOut(data, start, end), shape };
    this.#templates = [template, ...this.#templates].slice(0, TEMPLATES_MAX);
  }

  clear(): void {
    this.#templates = [];
    this.#lessons = 0;
  }
}

function cutOut(data: string, start: number, end: number): Pick<Template<unknown>, "literals" | "holes"> {
  const holes: { readonly start: number; readonly end: number; readonly hole: Hole }[] = [{ start, end, hole: "text" }];
  for (const match of data.matchAll(NOISE)) {
    const value = match[1] ?? match[2] ?? "";
    const isText = match[1] !== undefined;
    const from = match.index + match[0].length - value.length - (isText ? 1 : 0);
    if (from + value.length <= start || from >= end)
      holes.push({ start: from, end: from + value.length, hole: isText ? "noise" : "number" });
  }
  holes.sort((a, b) => a.start - b.start);
  const literals = holes.map((hole, index) => data.slice(holes[index - 1]?.end ?? 0, hole.start));
  return { literals: [...literals, data.slice(holes.at(-1)?.end)], holes: holes.map(({ hole }) => hole) };
}

/** The text of data that fits, or `null`. */
function fit({ literals, holes }: Template<unknown>, data: string): string | null {
  let text: string | null = null;
  let at = 0;
  for (let index = 0; index < holes.length; index++) {
    const literal = literals[index] ?? "";
    const hole = holes[index];
    // Several times as fast as `startsWith` on long literals.
    if (data.slice(at, at + literal.length) !== literal) return null;
    at += literal.length;
    const end = hole === "number" ? numberEnd(data, at) : stringEnd(data, at);
    if (end === -1) return null;
    if (hole === "noise" && !isNoise(data.slice(at, end))) return null;
    if (hole === "text") {
      text = unescaped(data.slice(at, end));
      if (text === null) return null;
    }
    at = end;
  }
  const last = literals[holes.length] ?? "";
  return data.slice(at) === last ? text : null;
}

/** Where the string that `from` is in ends, or -1. */
function stringEnd(data: string, from: number): number {
  let end = data.indexOf('"', from);
  for (; end > from && data.charCodeAt(end - 1) === BACKSLASH; end = data.indexOf('"', end + 1)) {
    let backslashes = 1;
    while (end - backslashes > from && data.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return end;
}

function numberEnd(data: string, from: number): number {
  let end = from;
  while (isDigit(data.charCodeAt(end))) end += 1;
  // A number with a leading zero is none.
  return end === from || (end > from + 1 && data[from] === "0") ? -1 : end;
}

const BACKSLASH = 0x5c;
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
// oxlint-disable-next-line no-control-regex -- they may not stand in a JSON string as they are
const SPECIAL = /[\\\u0000-\u001F]/;

/** What the inside of a JSON string says; `null` when it is none. */
function unescaped(inside: string): string | null {
  if (!SPECIAL.test(inside)) return inside;
  try {
    return String(JSON.parse(`"${inside}"`));
  } catch {
    return null;
  }
}
