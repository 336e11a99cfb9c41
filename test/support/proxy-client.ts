import assert from "node:assert/strict";
import { connect } from "node:net";
import type { TestProxy } from "./proxy.ts";
import { chatCompletion, replyJson, replyStream, startUpstream } from "./upstream.ts";

export const chat = (content: unknown, extra: object = {}): object => ({
  model: "m",
  messages: [{ role: "user", content }],
  ...extra,
});

export async function post(
  proxy: TestProxy,
  body: unknown,
  init: RequestInit & { readonly path?: string } = {},
): Promise<Response> {
  const { path = "/v1/chat/completions", headers, ...rest } = init;
  return fetch(proxy.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...Object.fromEntries(new Headers(headers)) },
    body: typeof body === "string" || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
    ...rest,
  });
}

export async function waitFor(condition: () => boolean): Promise<void> {
  const endMs = Date.now() + 4000;
  while (!condition()) {
    assert.ok(Date.now() < endMs, "the condition never came true");
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Text of the content deltas of a stream's bytes. */
export function contentOf(text: string, index = 0): string {
  const events = text.split("\n\n").filter((event) => event.startsWith("data: {"));
  return events
    .flatMap(
      (event) =>
        (JSON.parse(event.slice(6)) as { choices?: { index: number; delta: { content?: string } }[] }).choices ?? [],
    )
    .map((choice) => (choice.index === index ? (choice.delta.content ?? "") : ""))
    .join("");
}

export const answerWith = (...texts: readonly string[]) =>
  startUpstream((response) => replyJson(response, chatCompletion(...texts)));
export const streamWith = (parts: readonly (string | Uint8Array)[]) =>
  startUpstream((response) => replyStream(response, parts));

/** Sends bytes as they are and gives back the answer's. */
export function rawRequest(proxy: TestProxy, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(proxy.url).port), "127.0.0.1", () => socket.write(text));
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk.toString();
      if (/^HTTP\/1\.1 (?!100)\d/m.test(answer)) socket.end();
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}
