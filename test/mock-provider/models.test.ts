import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { callMock } from "./call.ts";

const get = (path: string, headers: Record<string, string> = {}) => callMock(path, undefined, { headers });
const ANTHROPIC = { "Anthropic-Version": "2023-06-01" };

describe("the mock's models", () => {
  test("are listed in the caller's words", async () => {
    const openai = await get("/v1/models");
    assert.deepEqual([openai.json.object, openai.json.data[0].object], ["list", "model"]);
    const anthropic = await get("/v1/models", ANTHROPIC);
    assert.deepEqual([anthropic.json.has_more, anthropic.json.data[0].type], [false, "model"]);
    for (const gemini of [await get("/v1beta/models"), await get("/v1/models", { "x-goog-api-key": "none" })]) {
      assert.equal(gemini.json.models[0].name, "models/mock");
    }
    assert.equal((await get("/v1beta/openai/models")).json.object, "list");
  });

  test("are described one by one", async () => {
    assert.equal((await get("/v1/models/mock")).json.object, "model");
    assert.equal((await get("/v1/models/mock", ANTHROPIC)).json.type, "model");
    assert.equal((await get("/v1beta/models/mock")).json.name, "models/mock");
  });

  test("that are not listed are not found, in the caller's words", async () => {
    assert.equal((await get("/v1/models/other")).json.error.code, "not_found");
    assert.equal((await get("/v1/models/other", ANTHROPIC)).json.error.type, "not_found_error");
    const gemini = await get("/v1beta/models/other");
    assert.deepEqual([gemini.status, gemini.json.error.status], [404, "NOT_FOUND"]);
  });
});
