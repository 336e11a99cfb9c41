import assert from "node:assert/strict";
import { APIError, BadRequestError, InternalServerError } from "openai";
import { BLOCK_NOTE, type ClientKit } from "./contract.ts";

/** How openai's client, and what is built on it, throws what the gate answers. */
export const OPENAI_ERRORS: Pick<ClientKit, "assertBlocked" | "assertUnavailable" | "assertBrokenOff"> = {
  assertBlocked: (error) => {
    assert.ok(error instanceof BadRequestError);
    assert.deepEqual([error.status, error.code, error.type], [400, "content_filter", "invalid_request_error"]);
    assert.match(error.message, /test_keys/);
    // The client keeps fields that it does not know.
    assert.match(JSON.stringify(error.error), BLOCK_NOTE);
  },
  assertUnavailable: (error) => {
    assert.ok(error instanceof InternalServerError);
    assert.deepEqual([error.status, error.code], [503, "guardrail_unavailable"]);
  },
  assertBrokenOff: (error, code) => {
    assert.ok(error instanceof APIError);
    assert.equal(error.code, code);
  },
};
