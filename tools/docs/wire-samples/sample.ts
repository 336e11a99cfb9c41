import type { Json, JsonObject, Origin } from "../../../src/core/model.ts";

/**
 * One way to use a format, with every field that it knows. The strings say what they are: words and links whose they are,
 * `BYTES` what nobody reads as text, anything else is a name, an id or an enumeration.
 */
export interface WireSample {
  readonly format: string;
  /** What the table calls it. */
  readonly title: string;
  /** Behind the upstream's prefix, with query. */
  readonly path: string;
  readonly request: Json;
  /** A complete answer; `null`: its answer is no text. */
  readonly answer: Json | null;
  /** The data of the events of a streamed answer; none: it is not streamed. */
  readonly events: readonly JsonObject[];
  /** What makes a request ask for `events`. */
  readonly streaming: { readonly fields: JsonObject; readonly path: string };
}

/** What both sides of a connection say, with every field; strings are marked as in `WireSample`. */
export interface MessageSample {
  readonly format: string;
  /** What the table calls it. */
  readonly title: string;
  readonly client: readonly JsonObject[];
  readonly server: readonly JsonObject[];
}

export const words = (origin: Origin): string => `words of the ${origin}`;

/** Arguments of a call, as a string of JSON. */
export const callOf = (origin: Origin): string => JSON.stringify({ query: words(origin) });

export const linkOf = (origin: Origin): string => `https://pages.example/${origin}`;

export const BYTES = "Ynl0ZXM=";

/** How an answer says that its images were made. */
export const IMAGE_SETTINGS = { background: "auto", output_format: "png", quality: "high", size: "auto" } as const;

/** Images that were drawn or edited. */
export const IMAGES: JsonObject = {
  created: 1,
  ...IMAGE_SETTINGS,
  data: [{ b64_json: BYTES, url: linkOf("assistant"), revised_prompt: words("assistant") }],
};

const MARKED = /words of the (system|user|assistant|tool)|pages\.example\/(system|user|assistant|tool)/;

/** Whose words a sample says a string to be; `null`: it is no text. */
export function originIn(value: string): Origin | null {
  const match = MARKED.exec(value);
  const origin = match?.[1] ?? match?.[2];
  return origin === "system" || origin === "user" || origin === "assistant" || origin === "tool" ? origin : null;
}

/** The string with a secret in place of its words, behind its link, or in place of itself. */
export function withSecret(value: string, secret: string): string {
  const [found, text] = MARKED.exec(value) ?? [];
  if (found === undefined) return secret;
  return text === undefined ? `${value}?key=${secret}` : value.replace(found, secret);
}
