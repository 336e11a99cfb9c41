import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BODY_FIELDS, clientHeaders, connectionListed, isHopByHop } from "../../../src/proxy/upstream/headers.ts";
import { Tally } from "../../../src/proxy/record/tally.ts";

describe("clientHeaders", () => {
  test("keeps the provider's, drops the hop's, the listed, the dropped and forged verdicts", () => {
    const headers = {
      "x-request-id": "r",
      "set-cookie": ["a", "b"],
      connection: "close, X-Listed",
      "x-listed": "1",
      "keep-alive": "5",
      "transfer-encoding": "chunked",
      "content-type": "application/json",
      "x-guardrail-verdict": "passed",
      absent: undefined,
    };
    assert.deepEqual(clientHeaders(headers, BODY_FIELDS), { "x-request-id": "r", "set-cookie": ["a", "b"] });
  });

  test("reads Connection as a list without regard to case", () => {
    assert.deepEqual([...connectionListed("Close , X-A,te")], ["close", "x-a", "te"]);
    assert.equal(connectionListed(undefined).size, 0);
    assert.ok(isHopByHop("proxy-connection") && !isHopByHop("x-a"));
  });
});

describe("Tally", () => {
  test("keeps the worst verdict and every name once", () => {
    const tally = new Tally();
    assert.equal(tally.outcome, "passed");
    tally.add({ verdict: "flagged", violations: [], degraded: ["d"] });
    tally.block(["p", "p"]);
    tally.add({ verdict: "passed", violations: [], degraded: ["d"] });
    assert.deepEqual([tally.outcome, tally.policies, tally.degraded], ["blocked", ["p"], ["d"]]);
  });
});
