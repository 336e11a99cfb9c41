import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findRoute } from "../../../src/proxy/find-route.ts";
import { takeQueryCredentials } from "../../../src/proxy/upstream/credentials.ts";
import { makeKey } from "../../support/config.ts";
import { makeRuntime, makeUpstream } from "../../support/proxy.ts";

const keys = [makeKey("one", { secret: "rsk_öne" })];
const runtime = makeRuntime({ keys, upstreams: [makeUpstream("http://x.test"), OWN()] });

function OWN() {
  return makeUpstream("http://x.test", { prefix: "/own", apiKey: "sk" });
}

function take(query: string, prefix = ""): { query: string; key: string | null } {
  const route = findRoute(runtime, "POST", `${prefix}/v1/x${query}`);
  assert.ok(route !== null);
  const taken = takeQueryCredentials(route, runtime, 0);
  return { query: taken.query, key: taken.key?.key.id ?? null };
}

describe("credentials in a query", () => {
  test("of the caller stay unless the upstream has its own key", () => {
    for (const query of ["", "?", "?key=abc", "?alt=sse&key=a%20b&x=1+2", "?access_token=t&&"])
      assert.deepEqual(take(query), { query, key: null });
    const own: readonly (readonly [string, string])[] = [
      ["?key=abc", ""],
      ["?alt=sse&key=abc&x=1+2&%78", "?alt=sse&x=1+2&%78"],
      ["?%6bey=abc&key&monkey=b&page_token=c", "?monkey=b&page_token=c"],
      ["?KEY=a&Api_Key=b&api-key=c&apikey=d&x-goog-api-key=e&key[]=f&%6Bey%5Ba%5D=g&token=h&x=1", "?x=1"],
      ["?a=1;key=b&c=2%3Bkey=d&$Key=e&Authorization=f&subscription-key=g&d=3", "?d=3"],
      ["?access_token=t&api-key=k&$key=k&oauth_token=o&%24key=k&a=", "?a="],
      ["?a=%ff&key=%ff", "?a=%ff"],
    ];
    for (const [query, expected] of own) assert.deepEqual(take(query, "/own"), { query: expected, key: null });
  });

  test("that are a service key are taken out and told, however they are spelled", () => {
    for (const secret of ["rsk_%C3%B6ne", "rsk_öne", "%72sk_%c3%b6ne"]) {
      assert.deepEqual(take(`?key=${secret}&alt=sse`), { query: "?alt=sse", key: keys[0]?.id });
      assert.deepEqual(take(`?key=theirs&key=${secret}`), { query: "?key=theirs", key: keys[0]?.id });
    }
  });
});
