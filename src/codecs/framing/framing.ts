import { JsonArrayParser } from "./json-array-parser.ts";
import { SseParser, withData as withSseData } from "./sse-parser.ts";

/** One event of a stream as it came, with the fields that matter read out. */
export interface SseEvent {
  /** The event's exact text, closing blank line included; what is forwarded when nothing changes. */
  readonly raw: string;
  /** Value of the `event` field, or `""`. */
  readonly event: string;
  /** `data` lines joined by `\n`; `null` for a comment or an event without data. */
  readonly data: string | null;
  /** Of a JSON array's element: how much of `raw` stands before its data (`[`, `,`, white space), UTF-16 units. */
  readonly lead?: number;
}

export type EventParse =
  | { readonly ok: true; readonly events: readonly SseEvent[] }
  /** The stream cannot be read on. `events` came whole before that. */
  | {
      readonly ok: false;
      readonly events: readonly SseEvent[];
      readonly reason: Unreadable;
    };

/** `no_events`: the body is something else. */
export type Unreadable = "invalid_utf8" | "event_too_large" | "invalid_json" | "no_events";

/** Bytes → events, cut anywhere. */
export interface EventParser {
  readonly push: (bytes: Uint8Array) => EventParse;
  /** What is left; an unfinished UTF-8 sequence is a failure. */
  readonly end: () => EventParse;
}

/** How events stand on the wire. */
export interface Framing {
  /** An event of our own making. */
  readonly event: (data: string, name?: string) => SseEvent;
  /** The event with other data; all else of it stays. */
  readonly withData: (event: SseEvent, data: string) => SseEvent;
  /** What is written for an event. */
  readonly wire: (event: SseEvent, isFirst: boolean) => string;
  /** What must stand between the upstream's last text and events of ours: an event may have come without its end. */
  readonly seam: (text: string) => string;
  /** Closes a stream that we end; `""` when the events say it all. */
  readonly close: string;
  /** A sign of life that every reader skips. */
  readonly heartbeat: string;
}

/** The framing of a body of bytes. */
export interface StreamFraming extends Framing {
  readonly open: (options: { readonly eventMaxBytes: number }) => EventParser;
}

/** Server-sent events. @see https://html.spec.whatwg.org/multipage/server-sent-events.html */
export const SSE: StreamFraming = {
  open: (options) => new SseParser(options),
  event: (data, name = "") => ({
    raw: name === "" ? `data: ${data}\n\n` : `event: ${name}\ndata: ${data}\n\n`,
    event: name,
    data,
  }),
  withData: withSseData,
  wire: ({ raw }) => raw,
  seam: (text) => (text === "" || SSE_END.test(text) ? "" : "\n\n"),
  close: "",
  heartbeat: ": keep-alive\n\n",
};

/** A blank line, or nothing but one. */
const SSE_END = /(?:^|\n|\r(?!\n))(?:\r\n|\n|\r)$/;

/** The elements of one JSON array, as Gemini streams them without `alt=sse`. White space is allowed between them. */
export const JSON_ARRAY: StreamFraming = {
  open: (options) => new JsonArrayParser(options),
  event: (data) => ({ raw: `,\n${data}`, event: "", data, lead: 2 }),
  withData: (event, data) => ({ ...event, raw: event.raw.slice(0, event.lead ?? 0) + data, data }),
  // What opens the array leaves with whatever leaves first.
  wire: ({ raw, data, lead }, isFirst) => {
    if (!isFirst || (data !== null && lead === undefined) || raw.slice(0, lead ?? raw.length).includes("[")) return raw;
    if (data !== null) return `[${raw.slice(lead)}`;
    return raw.includes("]") ? `[${raw}` : raw;
  },
  seam: () => "",
  close: "\n]\n",
  heartbeat: "\n",
};

/** One message of a WebSocket is one event. */
export const MESSAGES: Framing = {
  event: (data) => ({ raw: data, event: "", data }),
  withData: (event, data) => ({ ...event, raw: data, data }),
  wire: ({ raw }) => raw,
  seam: () => "",
  close: "",
  heartbeat: "",
};

/** Of formats that stream server-sent events only. */
export const sseOnly = (type: { readonly isEventStream: boolean }): StreamFraming | null =>
  type.isEventStream ? SSE : null;
