import { z } from "zod";
import { viewOf } from "../../api/events.ts";
import type { Origin, Side } from "../../core/model.ts";
import { PROMPT, ANSWER } from "../calibrate/text-lines.ts";
import { decodeUtf8 } from "../../core/json.ts";
import { misfitReason, NO_JSON, parsedJson } from "../json-lines.ts";

export interface ReplayText {
  readonly text: string;
  readonly side: Side;
  readonly origin: Origin;
}

/** One record or line: texts that were judged together, and their verdict. */
export interface ReplayCase {
  /** Id of the request, or of the line. */
  readonly id: string;
  /** `null`: the line does not say. */
  readonly assetId: string | null;
  /** Owner of the asset; `null`: the line does not say. */
  readonly organization: string | null;
  readonly texts: readonly ReplayText[];
  /** `null`: not judged, or unknown. */
  readonly said: PastVerdict | null;
  /** It is a record of a service, so its asset may no longer exist. */
  readonly isRecord: boolean;
  /** Its texts end early. */
  readonly isCut: boolean;
  /** Inline policies took part, whose settings a record does not hold. */
  readonly hadInline: boolean;
}

/** The verdict at the time. */
export interface PastVerdict {
  readonly verdict: string;
  /** `policyLabel` of each violated policy; `null`: unknown. */
  readonly violated: ReadonlySet<string> | null;
}

export type CaseLine =
  | { readonly kind: "case"; readonly value: ReplayCase }
  /** Nothing of it can be judged again. */
  | { readonly kind: "unreplayable"; readonly why: "no_text" | "unread" | "unavailable" }
  | { readonly kind: "problem"; readonly reason: string };

/** A policy in a report: of one name there may be one that acts and one in shadow mode. */
export const policyLabel = (name: string, isShadow: boolean): string => (isShadow ? `${name} (shadow)` : name);

const TOOL = { side: "input", origin: "tool" } as const;
const SIDES = { prompt: PROMPT, input: PROMPT, response: ANSWER, output: ANSWER, tool: TOOL } as const;

const optionalText = z.string({ error: "must be a text" }).nullish();
const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, { error: `must be one of ${words.join(", ")}` }).nullish();
const ownLine = z.object({
  id: optionalText,
  asset_id: optionalText,
  side: oneOf(["prompt", "input", "response", "output", "tool"]),
  text: optionalText,
  prompt: optionalText,
  response: optionalText,
  verdict: oneOf(["passed", "flagged", "blocked"]),
});
/** The report keeps thousands of names. */
const NAME_MAX_CHARS = 200;
const named = z.object({ policy_name: z.string().max(NAME_MAX_CHARS) });
const storedLine = z.object({
  request_id: z.string().max(NAME_MAX_CHARS),
  organization: z.string(),
  asset_id: optionalText,
  endpoint: z.string(),
  verdict: z.enum(["passed", "flagged", "blocked", "unread", "unavailable"]),
  policies_violated: z.array(named),
  policies_applied: z.array(
    named.extend({ policy_id: z.string().optional(), shadow: z.boolean().optional(), status: z.string() }),
  ),
  content: optionalText,
  answer: optionalText,
  truncated: z.boolean().optional(),
  node: z.object({ node_type: z.string(), node_subtype: optionalText }).nullish(),
});
type StoredLine = z.output<typeof storedLine>;

const SHAPE = "must be an object with text, prompt or response, or a record as GET /admin/records returns one";

/** Reads a line of a file. @param name what a line without an id is called */
export function caseOfLine(written: string, name: string): CaseLine {
  const value = parsedJson(written);
  if (value === undefined) return { kind: "problem", reason: NO_JSON };
  const stored = storedLine.safeParse(value);
  if (stored.success) return caseOfStored(stored.data);
  const own = ownLine.safeParse(value);
  if (!own.success) return { kind: "problem", reason: misfitReason(own.error, SHAPE) };
  return caseOfOwn(own.data, name);
}

/** A record as `presentRecord` returns it. */
export function caseOfRecord(presented: unknown): CaseLine {
  const stored = storedLine.safeParse(presented);
  return stored.success ? caseOfStored(stored.data) : { kind: "problem", reason: "is no record" };
}

function caseOfOwn(line: z.output<typeof ownLine>, name: string): CaseLine {
  const { id, asset_id: assetId, side, text, prompt, response } = line;
  const texts = [
    { text: text ?? "", ...SIDES[side ?? "prompt"] },
    { text: prompt ?? "", ...PROMPT },
    { text: response ?? "", ...ANSWER },
  ].filter((each) => each.text !== "");
  if (texts.length === 0) return { kind: "problem", reason: SHAPE };
  const said = line.verdict === undefined || line.verdict === null ? null : { verdict: line.verdict, violated: null };
  const common = { organization: null, isRecord: false, isCut: false, hadInline: false };
  return {
    kind: "case",
    value: { id: id?.slice(0, NAME_MAX_CHARS) ?? name, assetId: assetId ?? null, texts, said, ...common },
  };
}

function caseOfStored(line: StoredLine): CaseLine {
  const texts = [
    { text: line.content ?? "", ...viewOfStored(line) },
    { text: line.answer ?? "", ...ANSWER },
  ].filter(({ text }) => text !== "");
  if (line.verdict === "unread" || line.verdict === "unavailable") return { kind: "unreplayable", why: line.verdict };
  if (texts.length === 0) return { kind: "unreplayable", why: "no_text" };
  const acting = line.policies_violated.map(({ policy_name: name }) => policyLabel(name, false));
  const watching = line.policies_applied.filter(({ shadow, status }) => shadow === true && status === "violated");
  const violated = new Set([...acting, ...watching.map(({ policy_name: name }) => policyLabel(name, true))]);
  return {
    kind: "case",
    value: {
      id: line.request_id,
      assetId: line.asset_id ?? null,
      organization: line.organization,
      texts,
      said: { verdict: line.verdict, violated },
      isRecord: true,
      isCut: line.truncated === true,
      hadInline: line.policies_applied.some(({ policy_id: id }) => id?.startsWith("inline:") === true),
    },
  };
}

/** The side the content was judged on; a proxied exchange stores its prompt, whatever its upstream is called. */
function viewOfStored({ endpoint, node }: StoredLine): Omit<ReplayText, "text"> {
  if (node !== undefined && node !== null) return viewOf(node);
  return !endpoint.startsWith("proxy ") && endpoint.includes("response") ? ANSWER : PROMPT;
}

export type FileLine =
  | { readonly kind: "line"; readonly number: number; readonly text: string }
  | { readonly kind: "problem"; readonly number: number; readonly reason: string };

const NEWLINE = 0x0a;

/**
 * Lines of a file that comes in pieces, counted from 1; empty ones are left out. One line is in memory at most.
 * @param maxBytes of a line; a longer one is a problem, and the next one is read
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<FileLine> {
  let number = 1;
  let parts: Uint8Array[] = [];
  let length = 0;
  const take = (part: Uint8Array): void => {
    length += part.length;
    if (length > maxBytes) parts = [];
    else parts.push(part);
  };
  const end = (): FileLine | null => {
    const line = length > maxBytes ? tooLong(number, maxBytes) : decoded(number, Buffer.concat(parts));
    number += 1;
    parts = [];
    length = 0;
    return line;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      take(chunk.subarray(from, at));
      from = at + 1;
      const line = end();
      if (line !== null) yield line;
    }
    take(chunk.subarray(from));
  }
  const last = end();
  if (last !== null) yield last;
}

const tooLong = (number: number, maxBytes: number): FileLine => ({
  kind: "problem",
  number,
  reason: `must be at most ${maxBytes} bytes long`,
});

function decoded(number: number, bytes: Buffer): FileLine | null {
  const text = decodeUtf8(bytes)?.trim();
  if (text === undefined) return { kind: "problem", number, reason: "must be UTF-8" };
  return text === "" ? null : { kind: "line", number, text };
}
