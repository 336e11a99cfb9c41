import assert from "node:assert/strict";
import { test } from "node:test";
import { hasMethodHeader, hasQueryOverride } from "../../../src/proxy/upstream/overrides.ts";

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
