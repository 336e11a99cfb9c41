import assert from "node:assert/strict";
import { describe, test } from "node:test";
import OpenAI from "openai";
import { assertRefusedOnce } from "../../support/clients/contract.ts";
import { OPENAI_ERRORS } from "../../support/clients/openai-errors.ts";
import { assertTransparent, collect, KEY_PROMPT, startRig } from "../../support/clients/rig.ts";
import { TEST_MAIL } from "../../support/proxy.ts";

const connect = (url: string): OpenAI => new OpenAI({ baseURL: `${url}/v1`, apiKey: "none" });
const MODEL = "mock";

/** Every call whose prompt is read besides conversations. */
const CALLS: Readonly<Record<string, (client: OpenAI, text: string) => Promise<unknown>>> = {
  "embeds in base64": (client, input) => client.embeddings.create({ model: MODEL, input: ["one", input] }),
  "embeds in numbers": (client, input) => client.embeddings.create({ model: MODEL, input, encoding_format: "float" }),
  moderates: (client, input) => client.moderations.create({ input }),
  "draws, whole": (client, prompt) => client.images.generate({ model: MODEL, prompt }),
  "draws, streamed": async (client, prompt) =>
    collect(await client.images.generate({ model: MODEL, prompt, stream: true })),
  speaks: async (client, input) => {
    const speech = await client.audio.speech.create({ model: MODEL, voice: "alloy", input });
    return [speech.headers.get("content-type"), Buffer.from(await speech.arrayBuffer()).toString("base64")];
  },
  completes: (client, prompt) => client.completions.create({ model: MODEL, prompt, n: 2 }),
  "completes, streamed": async (client, prompt) =>
    collect(await client.completions.create({ model: MODEL, prompt, stream: true })),
};

describe("the openai client beside its chat", () => {
  for (const [name, call] of Object.entries(CALLS)) {
    test(`${name}: the same as without the gate, and once when its prompt is blocked`, async () => {
      await assertTransparent((url) => call(connect(url), "hello"));
      await assertRefusedOnce([(url) => call(connect(url), KEY_PROMPT)], OPENAI_ERRORS.assertBlocked);
    });
  }

  test("sends masked prompts on", async () => {
    await using rig = await startRig();
    const client = connect(rig.gate.url);
    await client.embeddings.create({ model: MODEL, input: ["one", `write to ${TEST_MAIL}`] });
    assert.deepEqual(JSON.parse(rig.upstream.seen[0]?.body.toString() ?? "").input, ["one", "write to <MAIL_1>"]);
  });

  test("lists models, and reads one", async () => {
    await assertTransparent(async (url) => [
      await collect(connect(url).models.list()),
      await connect(url).models.retrieve(MODEL),
    ]);
  });
});
