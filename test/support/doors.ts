import type { Json, Policy } from "../../src/core/model.ts";
import { differences, type Disagreement, type DoorPlace, type Said } from "./door-differences.ts";
import { DEMO_SECRET, makeAsset, makeKey } from "./config.ts";
import { makeJudge, startJudge } from "./judges.ts";
import { makeUpstream } from "./proxy.ts";
import { startServer } from "./server.ts";
import { startUpstream, type FakeUpstream } from "./upstream.ts";
import { KITS } from "./wire/formats.ts";
import type { WireKit } from "./wire/kit.ts";
import { toolResultOf } from "./wire/tool-results.ts";

const block: Partial<Policy> = { action: "block" };
const mask: Partial<Policy> = { action: "flag", mask: true };
/** They judge what is asked or answered. An event of the API's has neither side, so there they judge what tools bring, too. */
const NOT_OF_TOOLS: ReadonlySet<string> = new Set(["unsafe_prompt_protection", "unsafe_response_detection"]);
/** It looks for attempts in what tools bring, and in events for leaks, too. */
const LEAKS = "system_prompt_leak_detection";

/** What no answer may repeat. */
export const SYSTEM_PROMPT =
  "You are Harbourly, the booking assistant of Fjordline Ferries. Passengers with a Silver Anchor card get twelve percent off cabins. " +
  "Never mention the overbooking margin of nine berths on the Bergen night crossing. Escalate stranded cyclists to the Kristiansand desk.";

/** Policies of two assets: one blocks what it can, one masks it. */
const ASSETS = {
  blocks: {
    prompt_injection_detection: block,
    toxicity_detection: block,
    unsafe_prompt_protection: block,
    unsafe_response_detection: block,
    secrets_keys_detection: block,
    pii_detection: mask,
    competitor_mention_detection: { ...mask, metadata: ["Initech Systems|Initech", "GlobexAI"] },
    language_violation_detection: { ...block, metadata: ["en"] },
    system_prompt_leak_detection: { ...block, metadata: SYSTEM_PROMPT },
    banned_topics_detection: { ...block, metadata: ["gambling", "our merger with Globex"] },
    policy_violation_detection: {
      ...block,
      metadata: ["Nobody promises a refund."],
      timeoutMs: 10_000,
      judge: { name: "judge", mode: null, band: null },
    },
  },
  masks: {
    secrets_keys_detection: mask,
    pii_detection: mask,
    competitor_mention_detection: { ...mask, metadata: ["Initech Systems|Initech", "GlobexAI"] },
    system_prompt_leak_detection: { ...mask, metadata: SYSTEM_PROMPT },
  },
} as const;

export type DoorAsset = keyof typeof ASSETS;

export const DOOR_POLICIES: readonly string[] = Object.keys(ASSETS.blocks);

export const DOOR_FORMATS: readonly string[] = KITS.map((kit) => nameOf(kit));

/** Pieces of a streamed text, characters. */
const PIECE_CHARS = 7;

/** The guardrail API and the proxy of one service, and a provider that says what it is told to. */
export class Doors implements AsyncDisposable {
  readonly #upstream: FakeUpstream;
  readonly #judge: FakeUpstream;
  readonly #server: Awaited<ReturnType<typeof startServer>>;
  #sent: Json = null;

  static async open(): Promise<Doors> {
    const upstream = await startUpstream(() => {});
    const judge = await startJudge((text) => (/\brefund/i.test(text) ? 0.9 : 0.05));
    const names = Object.keys(ASSETS) as DoorAsset[];
    const server = await startServer({
      keys: [makeKey("demo", { secret: DEMO_SECRET })],
      limits: { default: 1_000_000_000, routes: new Map() },
      judges: [makeJudge({ url: `${judge.url}/v1` }, { timeoutMs: 10_000 })],
      assets: names.map((name) => makeAsset(name, ASSETS[name])),
      upstreams: names.map((name) =>
        makeUpstream(upstream.url, { name, prefix: `/${name}`, asset: makeAsset(name).id, unread: "pass" }),
      ),
    });
    return new Doors(upstream, judge, server);
  }

  private constructor(upstream: FakeUpstream, judge: FakeUpstream, server: Awaited<ReturnType<typeof startServer>>) {
    this.#upstream = upstream;
    this.#judge = judge;
    this.#server = server;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
    await this.#upstream[Symbol.asyncDispose]();
    await this.#judge[Symbol.asyncDispose]();
  }

  /** Where the two doors differ over a text, in every format. */
  async compare(text: string, asset: DoorAsset): Promise<readonly Disagreement[]> {
    const prompt = await this.#analyzed("prompt", text, asset);
    const tool = await this.#recorded(text, { asset, prompt });
    const answer = await this.#analyzed("response", text, asset);
    const found: Disagreement[] = [];
    for (const kit of KITS) {
      const said: readonly (readonly [DoorPlace, Said | null, Said | null])[] = [
        ["prompt", prompt, await this.#prompted(kit, asset, { text, isToolResult: false })],
        ["tool result", tool, await this.#prompted(kit, asset, { text, isToolResult: true })],
        ["answer", answer, await this.#answered(kit, text, asset)],
        ["stream", answer, await this.#streamed(kit, text, asset)],
      ];
      for (const [place, api, proxy] of said)
        if (api !== null && proxy !== null)
          found.push(...differences({ format: nameOf(kit), place, text, api, proxy }));
    }
    return found;
  }

  /** The policies that the API says a text violates, as a prompt or as an answer. */
  async violated(text: string): Promise<readonly string[]> {
    const prompt = await this.#analyzed("prompt", text, "blocks");
    const answer = await this.#analyzed("response", text, "blocks");
    return [...prompt.violated, ...answer.violated];
  }

  async #analyzed(what: "prompt" | "response", text: string, asset: DoorAsset): Promise<Said> {
    const body = await this.#call(`/sdk/v1/analyze/${what}`, { asset_id: asset, scan_data: { [what]: text } });
    return saidOf(body, text);
  }

  /** `null`: an answer that leaks, which tells nothing of results of tools. */
  async #recorded(
    text: string,
    { asset, prompt }: { readonly asset: DoorAsset; readonly prompt: Said },
  ): Promise<Said | null> {
    const body = await this.#call("/sdk/v1/events/record", {
      asset_id: asset,
      save: false,
      node: { node_name: "lookup", node_type: "TOOL", node_subtype: "TOOL", node_metadata: {} },
      trace: { trace_id: "t", span_id: "s", parent_span_id: null },
      evaluation: { content: text },
    });
    const said = saidOf(body, text);
    if (said.violated.includes(LEAKS) && !prompt.violated.includes(LEAKS)) return null;
    const violated = said.violated.filter((name) => !NOT_OF_TOOLS.has(name));
    const isBlocked = said.isBlocked && violated.some((name) => blocks(name, asset));
    return { isBlocked, violated, masked: isBlocked ? null : (masked(body) ?? text), matchAt: said.matchAt };
  }

  async #call(path: string, body: object): Promise<Analyzed> {
    const response = await this.#post(path, body, { "x-api-key": DEMO_SECRET });
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Analyzed;
  }

  async #post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return fetch(this.#server.url + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  }

  /** `null`: the format has no results of tools. */
  async #prompted(
    kit: WireKit,
    asset: DoorAsset,
    { text, isToolResult }: { readonly text: string; readonly isToolResult: boolean },
  ): Promise<Said | null> {
    const make = (words: string): Json =>
      isToolResult ? toolResultOf(kit, words) : kit.request(words, { stream: false, count: 1 });
    const body = make(text);
    if (body === null) return null;
    this.#sent = null;
    this.#upstream.script = (response, seen) => {
      this.#sent = JSON.parse(seen.body.toString()) as Json;
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(kit.answer(["Fine."])));
    };
    const response = await this.#post(`/${asset}${kit.path({ stream: false })}`, body);
    const isBlocked = refused(response, await response.text());
    return {
      isBlocked,
      violated: violatedOf(response),
      masked: isBlocked ? null : wordsIn(make, this.#sent),
      matchAt: Infinity,
    };
  }

  async #answered(kit: WireKit, text: string, asset: DoorAsset): Promise<Said> {
    this.#upstream.script = (response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(kit.answer([text])));
    };
    const request = kit.request("Well?", { stream: false, count: 1 });
    const response = await this.#post(`/${asset}${kit.path({ stream: false })}`, request);
    const body = await response.text();
    const isBlocked = refused(response, body);
    const [told = ""] = isBlocked ? [] : kit.answerTexts(JSON.parse(body) as Json);
    return { isBlocked, violated: violatedOf(response), masked: isBlocked ? null : told, matchAt: Infinity };
  }

  /** Of a stream that is blocked `masked` is what was released. */
  async #streamed(kit: WireKit, text: string, asset: DoorAsset): Promise<Said> {
    const parts = kit.stream([piecesOf(text)]);
    this.#upstream.script = async (response) => {
      response.writeHead(200, { "content-type": kit.contentType });
      for (const part of grouped(parts)) {
        if (response.destroyed) return;
        response.write(part);
        await new Promise((resolve) => setImmediate(resolve));
      }
      response.end();
    };
    const request = kit.request("Well?", { stream: true, count: 1 });
    const response = await this.#post(`/${asset}${kit.path({ stream: true })}`, request);
    const wire = await response.text();
    if (refused(response, wire)) return { isBlocked: true, violated: [], masked: "", matchAt: Infinity };
    const { texts, isRefused } = kit.read(wire);
    return { isBlocked: isRefused[0] === true, violated: [], masked: texts[0] ?? "", matchAt: Infinity };
  }
}

interface Analyzed {
  readonly verdict: string;
  readonly policies_violated: readonly {
    readonly policy_name: string;
    readonly action_taken: string;
    readonly details: unknown;
  }[];
  readonly masked_result?: string;
}

function saidOf(body: Analyzed, text: string): Said {
  const isBlocked = body.verdict === "blocked";
  const violated = body.policies_violated.map(({ policy_name: name }) => name).toSorted();
  const blocking = body.policies_violated.filter(({ action_taken: action }) => action === "block");
  const starts = blocking.flatMap(({ details }) => (Array.isArray(details) ? (details as { start: number }[]) : []));
  const matchAt = Math.min(...starts.map(({ start }) => start));
  return { isBlocked, violated, masked: isBlocked ? null : (masked(body) ?? text), matchAt };
}

const masked = (body: Analyzed): string | undefined => body.masked_result;

function blocks(name: string, asset: DoorAsset): boolean {
  return Object.entries(ASSETS[asset]).some(([policy, { action }]) => policy === name && action === "block");
}

function refused(response: Response, body: string): boolean {
  if (response.status === 400 && !body.includes("guardrail_unread")) return true;
  if (response.status !== 200) throw new Error(`${response.url}: ${response.status} ${body.slice(0, 200)}`);
  return false;
}

const violatedOf = ({ headers }: Response): readonly string[] =>
  (headers.get("x-guardrail-policies") ?? "").split(/,\s*/).filter(Boolean).toSorted();

function nameOf({ codec, contentType }: WireKit): string {
  return codec.format === "gemini" && contentType === "application/json" ? "gemini (array)" : codec.format;
}

/** The words of a request that was made from some; a request of another shape says so. */
function wordsIn(make: (words: string) => Json, sent: Json): string {
  const mark = "\u{1F3AF}";
  const path = pathTo(make(mark), mark) ?? [];
  let value: unknown = sent;
  for (const key of path) value = (value as Record<string, unknown> | null)?.[key];
  if (typeof value !== "string" || JSON.stringify(make(value)) !== JSON.stringify(sent)) return "another request";
  return value;
}

function pathTo(value: unknown, mark: string): readonly string[] | null {
  if (value === mark) return [];
  if (typeof value !== "object" || value === null) return null;
  for (const [key, child] of Object.entries(value)) {
    const rest = pathTo(child, mark);
    if (rest !== null) return [key, ...rest];
  }
  return null;
}

function piecesOf(text: string): readonly string[] {
  const characters = Array.from(text);
  const count = Math.ceil(characters.length / PIECE_CHARS);
  return Array.from({ length: count }, (_, at) => characters.slice(at * PIECE_CHARS, (at + 1) * PIECE_CHARS).join(""));
}

/** Reads of a stream: a few events each, so that a long text costs no more than a short one. */
function grouped(parts: readonly string[]): readonly string[] {
  const size = Math.max(1, Math.ceil(parts.length / READS));
  return Array.from({ length: Math.ceil(parts.length / size) }, (_, at) =>
    parts.slice(at * size, (at + 1) * size).join(""),
  );
}

const READS = 12;
