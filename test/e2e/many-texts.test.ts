/** A body of many texts, each too short to be read in a thread: others are answered while it is judged. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeUpstream, startProxy } from "../support/proxy.ts";
import { chatCompletion, replyJson, startUpstream } from "../support/upstream.ts";

const PLAIN = "The ferry leaves at nine and the harbour is quiet before that. ";

test("a conversation of many texts lets others pass while it is judged", async () => {
  await using upstream = await startUpstream((response) => replyJson(response, chatCompletion("Fine.")));
  await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
  const send = async (contents: readonly string[]): Promise<number> => {
    const messages = contents.map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content }));
    const answer = await fetch(`${proxy.url}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model: "m", messages }),
    });
    await answer.text();
    return answer.status;
  };
  // What runs for the first time is slower.
  await send(["Hello."]);
  const texts = Array.from({ length: 41 }, (_, at) => `${at}: ${PLAIN.repeat(200)}`);
  const state = { isOver: false };
  const judged = send(texts).finally(() => (state.isOver = true));
  let answered = 0;
  while (!state.isOver) {
    assert.equal(await send([`Is boat ${answered} late?`]), 200);
    answered += 1;
  }
  assert.equal(await judged, 200);
  // In one turn it would be the one that was sent before the judging began, or none.
  assert.ok(answered >= 4, `${answered} answered`);
});
