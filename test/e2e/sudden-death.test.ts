/** `kill -9` in the middle of much work: whatever a caller was told to be recorded is recorded. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertKept, idsIn, SAVED_KEY, startCalls } from "../support/saved-calls.ts";
import { runs } from "../support/runs.ts";
import { openServices } from "../support/service.ts";

const services = openServices();
after(() => services[Symbol.dispose]());

const CALLS = runs(4000);
const PARALLEL = 32;
/** Clients of the proxy beside them. */
const CHATS_PARALLEL = 4;

const config = (database: string): string => `
server: { port: 0, max_delay_ms: 600000 }
keys: [{ id: k, secret: ${SAVED_KEY}, organization: o, admin: true }]
assets:
  - id: a
    organization: o
    policies: [{ policy_name: secrets_keys_detection, action: block }, { policy_name: pii_detection, action: flag, mask: true }]
upstreams: [{ name: u, url: "builtin:mock", asset: a }]
limits: { default: 1000000, routes: { "POST /sdk/v1/analyze/prompt": 1000000 } }
store: { url: "sqlite:${database}" }
`;

const findRecord = (url: string, id: string): Promise<Response> =>
  fetch(`${url}/admin/records/${id}`, { headers: { "x-api-key": SAVED_KEY } });

/**
 * Proxied exchanges, whole and streamed by turns. Their records are written behind the answer, so that none is promised before
 * somebody has seen it. @returns the ids of those whose record was seen, when the service has gone
 */
async function chats(url: string, isStopped: () => boolean): Promise<readonly string[]> {
  const seen: string[] = [];
  try {
    for (let turn = 0; !isStopped(); turn++) {
      const response = await fetch(`${url}/v1/chat/completions`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          model: "m",
          stream: turn % 2 === 1,
          messages: [{ role: "user", content: `turn ${turn}: write to jane.doe@example.org` }],
        }),
      });
      await response.text();
      const id = response.headers.get("x-guardrail-request-id") ?? "";
      while (!isStopped()) {
        const record = await findRecord(url, id);
        await record.text();
        if (record.status !== 200) continue;
        seen.push(id);
        break;
      }
    }
  } catch {
    // The service is gone, as it was meant to be.
  }
  return seen;
}

describe("a service that is killed", { timeout: 600_000 }, () => {
  test("loses no record that a caller was promised, and no exchange that was seen", async () => {
    const database = services.path("killed.db");
    const file = services.place("killed.yaml", config(database));
    const service = await services.start(file);
    await using load = startCalls(service.url, PARALLEL, CALLS);
    let isStopped = false;
    const proxied = Array.from({ length: CHATS_PARALLEL }, () => chats(service.url, () => isStopped));
    await load.more("acknowledged", CALLS / 2);
    service.child.kill("SIGKILL");
    isStopped = true;
    await service.exit;
    await load.stop();
    const seen = (await Promise.all(proxied)).flat();

    const { calls } = load;
    assert.ok(calls.acknowledged.length >= CALLS / 2 && calls.cut > 0, "it was killed in the middle");
    assert.ok(seen.length > 0);
    assertKept(calls, database);
    const kept = idsIn(database);
    assert.deepEqual(
      seen.filter((id) => !kept.has(id)),
      [],
    );

    // The next one goes on with the same file.
    const next = await services.start(file);
    const [first = ""] = calls.acknowledged;
    assert.equal((await findRecord(next.url, first)).status, 200);
    await using later = startCalls(next.url, PARALLEL, PARALLEL);
    await later.stop();
    assert.equal(later.calls.acknowledged.length, PARALLEL);
    assertKept(later.calls, database);
  });
});
