/** Values that come back in an answer: whose they are, and what the policies of answers say of them. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { chat, contentOf, post } from "../support/proxy-client.ts";
import { makeUpstream, patternAnalyzer, startProxy, TEST_MAIL } from "../support/proxy.ts";
import { chatCompletion, chatStream, replyJson, replyStream, startUpstream } from "../support/upstream.ts";

const OTHER = ["joe", "acme.test"].join("@");
const restoring = { action: "flag", mask: true, restores: true } as const;
const blocking = patternAnalyzer("test_jane", /jane@[a-z]{1,12}\.test/g, "JANE");

/** What the client reads when the model says `answer`, whole and as a stream. */
async function answers(body: (extra: object) => object, answer: string, policies: object): Promise<readonly string[]> {
  await using upstream = await startUpstream((response, request) =>
    request.body.toString().includes('"stream":true')
      ? replyStream(response, chatStream(answer.match(/.{1,3}/g) ?? []))
      : replyJson(response, chatCompletion(answer)),
  );
  await using proxy = await startProxy({
    upstreams: [makeUpstream(upstream.url)],
    policies: { test_mail: restoring, ...policies },
    analyzers: [blocking],
  });
  const whole = await (await post(proxy, body({}))).json();
  const { choices } = whole as { choices: { message: { content: string } }[] };
  const streamed = await (await post(proxy, body({ stream: true }))).text();
  assert.ok(upstream.seen.every((seen) => !seen.body.toString().includes(TEST_MAIL)));
  return [choices[0]?.message.content ?? "", contentOf(streamed)];
}

describe("a value of the prompt", () => {
  const prompt = (extra: object): object => chat(`I am ${TEST_MAIL}, he is ${OTHER}`, extra);
  const answer = "write to <MAIL_1>, <MAIL_2> and <MAIL_1>.";

  test("comes back where no policy of answers would block it", async () => {
    const expected = `write to ${TEST_MAIL}, ${OTHER} and ${TEST_MAIL}.`;
    assert.deepEqual(await answers(prompt, answer, {}), [expected, expected]);
    assert.deepEqual(await answers(prompt, answer, { test_jane: { action: "flag" } }), [expected, expected]);
  });

  test("stays a placeholder where one would", async () => {
    const expected = `write to <MAIL_1>, ${OTHER} and <MAIL_1>.`;
    const policies = { test_jane: { action: "block", scope: "output" } };
    assert.deepEqual(await answers(prompt, answer, policies), [expected, expected]);
  });

  test("stays a placeholder where only the operator's text holds it", async () => {
    const system = { role: "system", content: `Never name ${TEST_MAIL}.` };
    const withSystem = (user: string) => (extra: object) => ({
      model: "m",
      messages: [system, { role: "user", content: user }],
      ...extra,
    });
    assert.deepEqual(await answers(withSystem("who?"), "<MAIL_1>", {}), ["<MAIL_1>", "<MAIL_1>"]);
    assert.deepEqual(await answers(withSystem(`not ${TEST_MAIL}?`), "<MAIL_1>", {}), [TEST_MAIL, TEST_MAIL]);
  });
});
