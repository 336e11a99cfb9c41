import type { EventParse, EventParser, Unreadable, SseEvent } from "./framing.ts";
import { isIdentifier } from "../../core/identifier.ts";

/**
 * Bytes → server-sent events, cut anywhere. Each event keeps its exact text, so that what is not changed is forwarded byte
 * for byte. Lines that the standard has clients skip, and names and ids that are none, are removed: they are not read here,
 * but a later reader might. An event without its closing blank line is still emitted at the end: a lenient client might read it.
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
  /** The lines of the event, and whether any of them leaves otherwise than it came. */
  #lines: string[] = [];
  #isCleaned = false;
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
    if (!this.#takeLine(this.#line)) return this.#fail(last.events, "no_events");
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
    const reason = this.#scan(text, events);
    return reason === null ? { ok: true, events } : this.#fail(events, reason);
  }

  #fail(events: readonly SseEvent[], reason: Unreadable): EventParse {
    this.#hasFailed = true;
    return { ok: false, events, reason };
  }

  /** Why it cannot be read on; `null`: it can. */
  #scan(text: string, events: SseEvent[]): Unreadable | null {
    const hasCr = text.includes("\r");
    // Where the current event and line begin in `text`; what stood before is in `#raw` and `#line`.
    let eventStart = 0;
    let lineStart = this.#skipsLf(text) ? 1 : 0;
    while (lineStart < text.length) {
      if (!hasCr && eventStart === lineStart) eventStart = lineStart = this.#takePlain(text, eventStart, events);
      const end = lineEnd(text, lineStart, hasCr);
      if (end === -1) break;
      const next = this.#after(text, end);
      const line = this.#line + text.slice(lineStart, end);
      this.#line = "";
      if (this.#raw.length + next - eventStart > this.#eventMaxBytes) return "event_too_large";
      if (line === "") {
        events.push(this.#take(this.#raw + text.slice(eventStart, next)));
        eventStart = next;
      } else if (!this.#takeLine(line)) {
        return "no_events";
      }
      lineStart = next;
    }
    this.#line += text.slice(lineStart);
    this.#raw += text.slice(eventStart);
    return this.#raw.length <= this.#eventMaxBytes ? null : "event_too_large";
  }

  /** Where the line begins that follows the end of one. */
  #after(text: string, end: number): number {
    const next = end + 1;
    if (text.charCodeAt(end) !== CR) return next;
    this.#isAfterCr = next === text.length;
    return text.charCodeAt(next) === LF ? next + 1 : next;
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
        if (!isIdentifier("event", event)) return start;
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

  /** False where the body is no stream of events. */
  #takeLine(whole: string): boolean {
    const hasMark = this.#isFirst && whole.charCodeAt(0) === BOM;
    const line = hasMark ? whole.slice(1) : whole;
    if (whole === "") return true;
    if (this.#isFirst && NO_EVENTS.test(line)) return false;
    this.#isFirst = false;
    const kept = this.#field(line);
    if (kept !== line) this.#isCleaned = true;
    if (kept !== null) this.#lines.push(hasMark ? `\uFEFF${kept}` : kept);
    return true;
  }

  /** The line as it leaves; `null`: not at all. */
  #field(line: string): string | null {
    const colon = line.indexOf(":");
    // A comment keeps a connection alive, whatever it says.
    if (colon === 0) return SIGN_OF_LIFE.test(line) ? line : ":";
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(line.charCodeAt(colon + 1) === SPACE ? colon + 2 : colon + 1);
    if (name === "data") {
      this.#data = this.#data === null ? value : `${this.#data}\n${value}`;
      return line;
    }
    if (!NAMING.has(name) || (value !== "" && !isIdentifier(name, value))) return null;
    if (name === "event") this.#event = value;
    return line;
  }

  #take(raw: string): SseEvent {
    const event: SseEvent = { raw: this.#isCleaned ? this.#cleaned(raw) : raw, event: this.#event, data: this.#data };
    this.#raw = "";
    this.#line = "";
    this.#event = "";
    this.#data = null;
    this.#lines = [];
    this.#isCleaned = false;
    return event;
  }

  #cleaned(raw: string): string {
    const lines = this.#lines.map((line) => `${line}\n`).join("");
    return CLOSED.test(raw) ? `${lines}\n` : lines;
  }
}

/** What servers write to keep a connection alive, some with the time of day. */
const SIGN_OF_LIFE =
  /^: ?(?:keep-?alive|ping|heartbeat|OPENROUTER PROCESSING)?(?: ?-? ?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|\+\d\d:\d\d)?)?$/i;
/** Fields whose values are names or numbers. */
const NAMING: ReadonlySet<string> = new Set(["event", "id", "retry"]);
/** Ends with a blank line. */
const CLOSED = /(?:\n|\r(?!\n))(?:\r\n|\n|\r)$/;
/** How JSON, XML and pages begin, and no field of an event. */
const NO_EVENTS = /^\s*["[{<]/;

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
