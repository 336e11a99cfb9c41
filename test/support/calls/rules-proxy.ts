import type { Json, JsonObject } from "../../../src/core/model.ts";
import { makeAsset } from "../config.ts";
import { makeUpstream } from "../proxy.ts";
import { startServer } from "../server.ts";
import { chatChunk, replyJson, replyStream, startUpstream, STREAM_END } from "../upstream.ts";

/** Stands in an answer beside its calls. */
export const MARK = "mark_1";
export const sse = (body: Json): string => `data: ${JSON.stringify(body)}\n\n`;
export const pieces = (text: string): readonly string[] => text.match(/[^]{1,5}/gu) ?? [];

/** How a format writes a call whose arguments are that text. */
export interface Way {
  readonly way: string;
  readonly path: string;
  readonly request: JsonObject;
  readonly answer: (name: string, args: string) => Json | readonly string[];
}

export const CHAT = {
  path: "/v1/chat/completions",
  request: { model: "m", messages: [{ role: "user", content: "hi" }] },
};
export const RESPONSES = { path: "/v1/responses", request: { model: "m", input: "hi" } };
export const ANTHROPIC = {
  path: "/v1/messages",
  request: { model: "m", max_tokens: 9, messages: [{ role: "user", content: "hi" }] },
};

export const chatAnswer = (message: JsonObject): Json => ({
  id: MARK,
  object: "chat.completion",
  choices: [{ index: 0, message: { role: "assistant", content: null, ...message }, finish_reason: "tool_calls" }],
});
export const callStream = (...deltas: readonly JsonObject[]): readonly string[] => [
  chatChunk({ delta: { role: "assistant", content: MARK } }),
  ...deltas.map((delta) => chatChunk({ delta })),
  chatChunk({ finish: "tool_calls" }),
  STREAM_END,
];
export const callItem = (name: string, args: string): JsonObject => ({
  type: "function_call",
  id: "f",
  call_id: "c",
  name,
  arguments: args,
});

type Door = Pick<Way, "path" | "request">;

export interface RulesProxy {
  /** Whether a whole answer comes through. */
  readonly passes: (rules: readonly string[], door: Door, answer: Json | readonly string[]) => Promise<boolean>;
  /** What of a stream comes through. */
  readonly streamed: (rules: readonly string[], door: Door, events: readonly string[]) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Proxies with rules for tools, one a list of rules, before a provider that answers as a test wants. */
export function rulesProxy(): RulesProxy {
  const upstream = startUpstream(() => {});
  const servers = new Map<string, ReturnType<typeof startServer>>();
  async function urlFor(rules: readonly string[]): Promise<string> {
    const { url } = await upstream;
    const key = rules.join();
    const asset = makeAsset("agents", { tool_use_rules: { action: "block", metadata: [...rules] } });
    const server =
      servers.get(key) ?? startServer({ assets: [asset], upstreams: [makeUpstream(url, { asset: asset.id })] });
    servers.set(key, server);
    return (await server).url;
  }

  async function passes(
    rules: readonly string[],
    { path, request }: Door,
    answer: Json | readonly string[],
  ): Promise<boolean> {
    const fake = await upstream;
    const isStream = Array.isArray(answer);
    fake.script = (response) =>
      isStream ? replyStream(response, answer as readonly string[]) : replyJson(response, answer);
    const response = await fetch((await urlFor(rules)) + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...request, ...(isStream ? { stream: true } : {}) }),
    });
    const text = await response.text();
    return response.status === 200 && text.includes(MARK) && text.includes("send");
  }

  async function streamed(
    rules: readonly string[],
    { path, request }: Door,
    events: readonly string[],
  ): Promise<string> {
    const fake = await upstream;
    fake.script = (response) => replyStream(response, events);
    const body = JSON.stringify({ ...request, ...(path.includes("stream") ? {} : { stream: true }) });
    const headers = { "content-type": "application/json" };
    const response = await fetch((await urlFor(rules)) + path, { method: "POST", headers, body });
    return response.text();
  }

  const close = async (): Promise<void> => {
    for (const server of servers.values()) await (await server)[Symbol.asyncDispose]();
    await (await upstream)[Symbol.asyncDispose]();
  };
  return { passes, streamed, close };
}
