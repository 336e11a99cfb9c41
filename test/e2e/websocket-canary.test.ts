/** The line that is put behind a system prompt, over WebSockets: in every prompt that goes out, in none that comes back, known in answers. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { WebSocket } from "ws";
import { SYSTEM_PROMPT_LEAK_DETECTION } from "../../src/analyzers/system-prompt-leak/index.ts";
import { makeUpstream, startProxy, type TestProxy } from "../support/proxy.ts";
import { answerOf, spoken } from "../support/realtime.ts";
import { completed, created, message, messageEvents } from "../support/wire/openai-responses.ts";
import { startProvider, TestClient, type FakeProvider, type Said } from "../support/websocket.ts";

const PROMPT = "Be kind to everybody.";
const MARK = /^Be kind to everybody\.\n\nInternal reference, not to be mentioned: ([a-z]{24})$/;

const say = (socket: WebSocket, messages: readonly Said[]): void => {
  for (const each of messages) socket.send(JSON.stringify(each));
};

const startGate = (provider: FakeProvider, action: "flag" | "block", canary = true): Promise<TestProxy> =>
  startProxy({
    upstreams: [makeUpstream(provider.url, { websocket: "inspect", canary })],
    policies: { system_prompt_leak_detection: { action, mask: true } },
    analyzers: [SYSTEM_PROMPT_LEAK_DETECTION],
  });

/** What it was told last, it repeats, and tells it when it is asked. */
function realtime(): Promise<FakeProvider> {
  let instructions = "";
  return startProvider({
    onMessage: (socket, { type, session, response }) => {
      const given = (session ?? response) as { instructions?: string } | undefined;
      instructions = given?.instructions ?? instructions;
      if (type === "session.update") say(socket, [{ type: "session.updated", event_id: "e", session: given }]);
      if (type === "response.create")
        say(
          socket,
          spoken({ pieces: ["It says ", ...(MARK.exec(instructions)?.[1]?.match(/.{1,8}/g) ?? ["nothing"]), ", so."] }),
        );
    },
  });
}

const isDone = ({ type }: Said): boolean => type === "response.done";

describe("a canary on a Realtime connection", () => {
  test("goes out with the instructions, does not come back with them, and is masked in answers", async () => {
    await using provider = await realtime();
    await using proxy = await startGate(provider, "flag");
    await using client = await TestClient.open(`${proxy.url}/v1/realtime?model=m`);
    client.send({ type: "session.update", session: { type: "realtime", instructions: PROMPT, x_kept: [1] } });
    const { session } = await client.until(({ type }) => type === "session.updated");
    assert.deepEqual(session, { type: "realtime", instructions: PROMPT, x_kept: [1] });
    const sent = JSON.parse(provider.heard[0] ?? "{}") as { session: { instructions: string; x_kept: unknown } };
    assert.match(sent.session.instructions, MARK);
    assert.deepEqual(sent.session.x_kept, [1]);
    client.send({ type: "response.create" });
    await client.until(isDone);
    assert.equal(answerOf(client.heard), "It says <SYSTEM_PROMPT_1>, so.");
  });

  test("goes out with the instructions of a single answer, too, and blocks it", async () => {
    await using provider = await realtime();
    await using proxy = await startGate(provider, "block");
    await using client = await TestClient.open(`${proxy.url}/v1/realtime?model=m`);
    client.send({ type: "session.update", session: { type: "realtime", instructions: "Be brief." } });
    await client.until(({ type }) => type === "session.updated");
    client.send({ type: "response.create", response: { instructions: PROMPT } });
    const done = await client.until(isDone);
    const asked = JSON.parse(provider.heard[1] ?? "{}") as { response: { instructions: string } };
    const [, canary = ""] = MARK.exec(asked.response.instructions) ?? [];
    assert.equal(canary.length, 24);
    assert.match(JSON.stringify(done), /"reason":"content_filter"/);
    const told = client.raw.join("");
    for (let at = 0; at < 24; at += 8) assert.ok(!told.includes(canary.slice(at, at + 8)), told);
  });

  test("is put nowhere unless the upstream asks for it", async () => {
    await using provider = await realtime();
    await using proxy = await startGate(provider, "flag", false);
    await using client = await TestClient.open(`${proxy.url}/v1/realtime?model=m`);
    client.send({ type: "session.update", session: { type: "realtime", instructions: PROMPT } });
    client.send({ type: "response.create" });
    await client.until(isDone);
    assert.equal(answerOf(client.heard), "It says nothing, so.");
  });
});

describe("a canary in responses over a WebSocket", () => {
  test("goes out, does not come back with the instructions, and is masked in answers", async () => {
    await using provider = await startProvider({
      onMessage: (socket, said) => {
        const { instructions } = said;
        const canary = MARK.exec(String(instructions))?.[1] ?? "nothing";
        const text = `It says ${canary}, so.`;
        const bodies = [...created(), ...messageEvents([text]), completed([message(text)])];
        say(
          socket,
          bodies.map((body, at) => {
            const { response } = body as { response?: object };
            const repeated = response === undefined ? {} : { response: { ...response, instructions } };
            return { ...body, ...repeated, sequence_number: at };
          }),
        );
      },
    });
    await using proxy = await startGate(provider, "flag");
    await using client = await TestClient.open(`${proxy.url}/v1/responses`);
    client.send({ type: "response.create", model: "m", instructions: PROMPT, input: "Hi" });
    const end = await client.until(({ type }) => type === "response.completed");
    const { instructions, output } = end["response"] as {
      instructions: string;
      output: { content: { text: string }[] }[];
    };
    assert.equal(instructions, PROMPT);
    assert.equal(output[0]?.content[0]?.text, "It says <SYSTEM_PROMPT_1>, so.");
    assert.ok(!client.raw.join("").includes("Internal reference"));
  });
});
