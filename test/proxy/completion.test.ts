import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { addressSlots } from "../../src/proxy/completion.ts";

const texts = (path: string, query = ""): readonly string[] => addressSlots({ path, query }).map(({ text }) => text);

describe("addressSlots", () => {
  test("finds nothing where there are names only", () => {
    assert.deepEqual(texts("/v1/chat/completions"), []);
    assert.deepEqual(texts("/v1beta/models/gemini-2.5-flash:streamGenerateContent", "?alt=sse&key=AIza123456789x"), []);
    assert.deepEqual(texts("/openai/deployments/gpt-4o_2/chat/completions", "?api-version=2024-10-21"), []);
    assert.deepEqual(
      texts("/v1/responses/resp_68af4030592c81938ec0a5fbab4a3e9f", "?stream=true&starting_after=12"),
      [],
    );
    assert.deepEqual(texts("/openai/realtime", "?api-version=2024-10-01-preview&deployment=gpt-4o-realtime"), []);
    assert.deepEqual(texts("/v1/realtime", "?call_id=rtc_u1_9c6574da8b8a41a18da9308f4ad974ce"), []);
    assert.deepEqual(
      texts("/v1/responses", "?include[]=output_text.logprobs&_=1&$fields=usage&jwt=eyJh.eyJz.abc-D_"),
      [],
    );
  });

  test("reads what is none, without its escapes", () => {
    assert.deepEqual(texts("/models/say%20it%20now:generateContent"), ["say it now"]);
    assert.deepEqual(texts("/responses", "?note=a+b+c%20d&jane@acme.test=1"), ["a b c d", "jane@acme.test"]);
    assert.deepEqual(texts("/responses", "?key=so+much+for+keys"), ["so much for keys"]);
  });
});
