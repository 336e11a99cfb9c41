import type { EventParse, EventParser, SseEvent } from "./framing.ts";

/**
 * Bytes of one JSON array → its elements as they come, each with what stands before it (`[`, `,`, white space) as its `lead`.
 * A body that is one bare value is one element without a lead. Elements are cut, not validated: their reader parses them.
 */
export class JsonArrayParser implements EventParser {
  readonly #maxChars: number;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  /** What was read of the event that has begun. In pieces: to look into a text that grows would copy it each time. */
  #pieces: string[] = [];
  #piecesLength = 0;
  /** What came after `#pieces`. */
  #tail = "";
  /** Read of `#tail`. */
  #at = 0;
  /** Where the element begins in the text of its event. */
  #elementFrom = -1;
  /** The next character of a string follows a backslash. */
  #isEscaped = false;
  #depth = 0;
  #isInString = false;
  #isInArray = false;
  #isOver = false;
  #hasFailed = false;

  /** @param options.eventMaxBytes bound of one element; counted in UTF-16 units, of which a text never has more than bytes */
  constructor(options: { readonly eventMaxBytes: number }) {
    this.#maxChars = options.eventMaxBytes;
  }

  push(bytes: Uint8Array): EventParse {
    return this.#read(bytes, true);
  }

  end(): EventParse {
    const last = this.#read(new Uint8Array(0), false);
    if (!last.ok) return last;
    // Cut short, or with something after the array: neither can be read.
    if (this.#elementFrom !== -1 || (this.#isInArray && !this.#isOver)) return this.#fail(last.events, "invalid_json");
    return this.#length === 0 ? last : { ok: true, events: [...last.events, this.#take(null)] };
  }

  #read(bytes: Uint8Array, stream: boolean): EventParse {
    if (this.#hasFailed) return { ok: false, events: [], reason: "invalid_json" };
    try {
      this.#append(this.#decoder.decode(bytes, { stream }));
    } catch {
      return this.#fail([], "invalid_utf8");
    }
    const events: SseEvent[] = [];
    while (this.#at < this.#tail.length) {
      const isRead = this.#elementFrom === -1 ? this.#between(events) : this.#within(events);
      if (!isRead) return this.#fail(events, "invalid_json");
      // However it was cut: an element over the bound is none.
      if ((events.at(-1)?.raw.length ?? 0) > this.#maxChars) return this.#fail(events.slice(0, -1), "event_too_large");
    }
    return this.#length > this.#maxChars ? this.#fail(events, "event_too_large") : { ok: true, events };
  }

  /** Of the text that no event has taken. */
  get #length(): number {
    return this.#piecesLength + this.#tail.length;
  }

  /** All that came before has been read. */
  #append(text: string): void {
    if (this.#tail !== "") this.#pieces.push(this.#tail);
    this.#piecesLength += this.#tail.length;
    this.#tail = text;
    this.#at = 0;
  }

  #fail(events: readonly SseEvent[], reason: "invalid_utf8" | "event_too_large" | "invalid_json"): EventParse {
    this.#hasFailed = true;
    return { ok: false, events, reason };
  }

  /** One character outside of elements; false when it cannot stand there. */
  #between(events: SseEvent[]): boolean {
    const character = this.#tail.charAt(this.#at);
    if (/[ \t\r\n\uFEFF]/.test(character)) {
      this.#at += 1;
      return true;
    }
    if (this.#isOver) return false;
    if (character === "[" && !this.#isInArray) {
      this.#isInArray = true;
      this.#at += 1;
    } else if (character === "]" && this.#isInArray) {
      this.#isOver = true;
      this.#at += 1;
      events.push(this.#take(null));
    } else if (character === "," && this.#isInArray) {
      this.#at += 1;
    } else if (character === "{") {
      this.#elementFrom = this.#piecesLength + this.#at;
    } else {
      return false;
    }
    return true;
  }

  /** As much of an element as there is; true always. */
  #within(events: SseEvent[]): boolean {
    const tail = this.#tail;
    for (; this.#at < tail.length; this.#at++) {
      const code = tail.charCodeAt(this.#at);
      if (this.#isEscaped) {
        this.#isEscaped = false;
      } else if (this.#isInString) {
        if (code === BACKSLASH) this.#isEscaped = true;
        else if (code === QUOTE) this.#isInString = false;
      } else if (code === QUOTE) {
        this.#isInString = true;
      } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
        this.#depth += 1;
      } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
        this.#depth -= 1;
        if (this.#depth > 0) continue;
        this.#at += 1;
        events.push(this.#take(this.#elementFrom));
        return true;
      }
    }
    return true;
  }

  /** The text read so far as an event; what follows stays. */
  #take(from: number | null): SseEvent {
    const raw = this.#pieces.join("") + this.#tail.slice(0, this.#at);
    this.#tail = this.#tail.slice(this.#at);
    this.#pieces = [];
    this.#piecesLength = 0;
    this.#at = 0;
    this.#elementFrom = -1;
    if (from === null) return { raw, event: "", data: null };
    if (this.#isInArray) return { raw, event: "", data: raw.slice(from), lead: from };
    this.#isOver = true;
    return { raw, event: "", data: raw.slice(from) };
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
