import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  BODY_FIELDS,
  clientHeaders,
  connectionListed,
  isHopByHop,
  hasMethodHeader,
  hasQueryOverride,
} from "../../../src/proxy/upstream/headers.ts";
import { ExchangeTally } from "../../../src/proxy/record/tally.ts";

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

describe("ExchangeTally", () => {
  test("keeps the worst verdict and every name once", () => {
    const tally = new ExchangeTally();
    assert.equal(tally.outcome, "passed");
    tally.count({ verdict: "flagged", policies: [], degraded: ["d"] });
    tally.block(["p", "p"]);
    tally.count({ verdict: "passed", policies: [], degraded: ["d"] });
    assert.deepEqual([tally.outcome, tally.policies, tally.degraded], ["blocked", ["p"], ["d"]]);
  });
});

test("parameters that give method, headers or body again are overrides, however they are spelled", () => {
  const overrides =
    "$httpMethod=POST $req={} %24req=a $httpHeaders=x $ct=text/plain $HTTPMETHOD=POST a=1&$outputDefaults=1 a=1;$req=x a=1%3B$req=x _method=PUT x-http-method-override=PUT X_HTTP_Method=PUT _method[]=PUT httpMethod=GET methodOverride=GET %5fmethod=PUT";
  for (const query of overrides.split(" ")) assert.ok(hasQueryOverride(`?${query}`), query);
  const plain =
    "alt=sse $alt=sse $.xgafv=2 $fields=a key=b $key=c $prettyPrint=false method=a x=$req pageSize=2 api-version=2024-10-21";
  for (const query of plain.split(" ")) assert.ok(!hasQueryOverride(`?${query}`), query);
  assert.ok(!hasQueryOverride("") && !hasQueryOverride("?"));
});

test("headers that give the method again are overrides", () => {
  for (const name of ["x-http-method", "x-http-method-override", "x-method-override"])
    assert.ok(hasMethodHeader({ headers: { [name]: "GET" } }));
  assert.ok(!hasMethodHeader({ headers: { "x-method": "GET" } }));
});
