import type { EventParse, EventParser } from "./framing.ts";
import type { SseEvent } from "./sse.ts";

/**
 * Bytes → server-sent events, cut anywhere. Each event keeps its exact text, so that what is not changed is forwarded byte
 * for byte. An event without its closing blank line is still told at the end: a lenient client might read it.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export class SseParser implements EventParser {
  readonly #eventMaxBytes: number;
  // `ignoreBOM` keeps a byte order mark in the text, which is forwarded too.
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  #raw = "";
  #line = "";
  #event = "";
  #data: string | null = null;
  #isFirst = true;
  /** The last line ended with a CR at the very end of a chunk: a LF that follows belongs to it. */
  #isAfterCr = false;
  #hasFailed = false;

  /** @param options.eventMaxBytes bound of one event; counted in UTF-16 units, of which a text never has more than bytes */
  constructor(options: { readonly eventMaxBytes: number }) {
    this.#eventMaxBytes = options.eventMaxBytes;
  }

  push(bytes: Uint8Array): EventParse {
    return this.#read(bytes, true);
  }

  /** What is left; an unfinished UTF-8 sequence is a failure. */
  end(): EventParse {
    const last = this.#read(new Uint8Array(0), false);
    if (!last.ok || this.#raw === "") return last;
    this.#field(this.#line);
    return { ok: true, events: [...last.events, this.#take(this.#raw)] };
  }

  #read(bytes: Uint8Array, stream: boolean): EventParse {
    const events: SseEvent[] = [];
    if (this.#hasFailed) return { ok: false, events, reason: "invalid_utf8" };
    let text: string;
    try {
      text = this.#decoder.decode(bytes, { stream });
    } catch {
      this.#hasFailed = true;
      return { ok: false, events, reason: "invalid_utf8" };
    }
    if (this.#scan(text, events)) return { ok: true, events };
    this.#hasFailed = true;
    return { ok: false, events, reason: "event_too_large" };
  }

  /** False when an event is over its bound. */
  #scan(text: string, events: SseEvent[]): boolean {
    const hasCr = text.includes("\r");
    // Where the current event and line begin in `text`; what stood before is in `#raw` and `#line`.
    let eventStart = 0;
    let lineStart = this.#skipsLf(text) ? 1 : 0;
    while (lineStart < text.length) {
      if (!hasCr && eventStart === lineStart) eventStart = lineStart = this.#takePlain(text, eventStart, events);
      const end = lineEnd(text, lineStart, hasCr);
      if (end === -1) break;
      let next = end + 1;
      if (text.charCodeAt(end) === CR) {
        if (next === text.length) this.#isAfterCr = true;
        else if (text.charCodeAt(next) === LF) next += 1;
      }
      const line = this.#line + text.slice(lineStart, end);
      this.#line = "";
      if (this.#raw.length + next - eventStart > this.#eventMaxBytes) return false;
      if (line === "") {
        events.push(this.#take(this.#raw + text.slice(eventStart, next)));
        eventStart = next;
      } else {
        this.#field(line);
      }
      lineStart = next;
    }
    this.#line += text.slice(lineStart);
    this.#raw += text.slice(eventStart);
    return this.#raw.length <= this.#eventMaxBytes;
  }

  /** Whether the text begins with the LF of the CRLF that the text before it broke off in. */
  #skipsLf(text: string): boolean {
    if (!this.#isAfterCr || text === "") return false;
    this.#isAfterCr = false;
    return text.charCodeAt(0) === LF;
  }

  /** Takes events that are one line of data, named or not, and stand whole in the text, as most do. Returns where they end. */
  #takePlain(text: string, from: number, events: SseEvent[]): number {
    for (let start = from; ;) {
      // What stands before belongs to the first.
      if (this.#raw !== "") return start;
      let at = start;
      let event = "";
      if (text.startsWith(EVENT, at)) {
        const end = text.indexOf("\n", at);
        if (end === -1) return start;
        event = text.slice(at + EVENT.length, end);
        at = end + 1;
      }
      const end = text.startsWith(DATA, at) ? text.indexOf("\n", at) : -1;
      const next = end + 2;
      if (end === -1 || text.charCodeAt(end + 1) !== LF || next - start > this.#eventMaxBytes) return start;
      events.push({ raw: text.slice(start, next), event, data: text.slice(at + DATA.length, end) });
      this.#isFirst = false;
      start = next;
    }
  }

  #field(whole: string): void {
    const line = this.#isFirst && whole.charCodeAt(0) === BOM ? whole.slice(1) : whole;
    this.#isFirst = false;
    const colon = line.indexOf(":");
    // A comment begins with a colon.
    if (colon === 0 || line === "") return;
    const name = colon === -1 ? line : line.slice(0, colon);
    if (name !== "data" && name !== "event") return;
    const value = colon === -1 ? "" : line.slice(line.charCodeAt(colon + 1) === SPACE ? colon + 2 : colon + 1);
    if (name === "event") this.#event = value;
    else this.#data = this.#data === null ? value : `${this.#data}\n${value}`;
  }

  #take(raw: string): SseEvent {
    const event: SseEvent = { raw, event: this.#event, data: this.#data };
    this.#raw = "";
    this.#line = "";
    this.#event = "";
    this.#data = null;
    return event;
  }
}

const EVENT = "event: ";
const DATA = "data: ";
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const BOM = 0xfeff;

function lineEnd(text: string, from: number, hasCr: boolean): number {
  if (!hasCr) return text.indexOf("\n", from);
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === LF || code === CR) return at;
  }
  return -1;
}

/** The event with other data; its other fields and comments stay. */
export function withData(event: SseEvent, data: string): SseEvent {
  const kept = event.raw.split(/\r\n|\n|\r/).filter((line) => line !== "" && !/^\uFEFF?data(?::|$)/.test(line));
  const head = kept.length === 0 ? "" : `${kept.join("\n")}\n`;
  return { raw: `${head}data: ${data}\n\n`, event: event.event, data };
}
