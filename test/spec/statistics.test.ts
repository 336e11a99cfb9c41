import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { startAdminServer } from "../support/admin-server.ts";
import { POLICY_NAMES } from "../../src/analyzers/registry.ts";
import { makeRecord } from "../support/records.ts";

const PII = { policy_name: "pii_detection", action: "flag", status: "violated", duration_us: 30 };
const SKIPPED = { ...PII, status: "skipped", reason: "out_of_scope", duration_us: 0 };

describe("GET /admin/statistics", () => {
  test("counts records by verdict and policies by outcome, per bucket and asset", async () => {
    await using admin = await startAdminServer();
    const { server, store } = admin;
    const at = (time: string) => ({ epochMs: Date.parse(`2026-11-22T${time}Z`) });
    await store.save(makeRecord("1", { ...at("08:10:00"), applied: [PII], durationUs: 100 }));
    await store.save(makeRecord("2", { ...at("08:59:59"), verdict: "passed", applied: [SKIPPED], durationUs: 201 }));
    await store.save(makeRecord("3", { ...at("10:00:00"), assetId: null, verdict: "passed" }));
    await store.save(makeRecord("4", { ...at("08:10:00"), organization: "other" }));
    const { status, body } = await server.get("/admin/statistics?from=2026-11-22T08:30Z&to=2026-11-22T10:01Z");
    assert.equal(status, 200);
    assert.deepEqual(body, {
      width: "hour",
      from: "2026-11-22T08:00:00.000Z",
      to: "2026-11-22T11:00:00.000Z",
      buckets: [
        {
          start: "2026-11-22T08:00:00.000Z",
          assets: [
            {
              asset_id: "asset",
              records: { count: 2, verdicts: { flagged: 1, passed: 1 }, mean_duration_us: 151 },
              policies: [
                {
                  policy_name: "pii_detection",
                  count: 2,
                  outcomes: { "skipped:out_of_scope": 1, "violated:flag": 1 },
                  mean_duration_us: 30,
                },
              ],
            },
          ],
        },
        { start: "2026-11-22T09:00:00.000Z", assets: [] },
        {
          start: "2026-11-22T10:00:00.000Z",
          assets: [
            { asset_id: null, records: { count: 1, verdicts: { passed: 1 }, mean_duration_us: 120 }, policies: [] },
          ],
        },
      ],
    });
  });

  test("counts what the API records, by the minute, hour and day until now", async () => {
    await using admin = await startAdminServer();
    const { server } = admin;
    for (const prompt of ["hello", "write to ann.lee@acme-mail.com"])
      await server.post("/sdk/v1/analyze/prompt", { asset_id: "a", scan_data: { prompt } });
    for (const [width, buckets] of [
      ["minute", 60],
      ["hour", 24],
      ["day", 30],
    ] as const) {
      const { body } = await server.get(`/admin/statistics?width=${width}`);
      assert.equal(body.buckets.length, buckets);
      const [asset] = body.buckets.at(-1).assets;
      assert.deepEqual(asset.records.verdicts, { flagged: 1, passed: 1 });
      assert.deepEqual(asset.policies[0].outcomes, { passed: 1, "violated:flag": 1 });
    }
  });

  test("looks at one asset, and at one policy", async () => {
    await using admin = await startAdminServer();
    const { server, store } = admin;
    const epochMs = Date.parse("2026-11-22T09:30:00Z");
    const applied = [PII, { ...PII, policy_name: "toxicity_detection" }];
    for (const assetId of ["a", "b"]) await store.save(makeRecord(assetId, { epochMs, assetId, applied }));
    const { body } = await server.get("/admin/statistics?asset_id=b&policy=pii_detection");
    const assets = body.buckets.flatMap((bucket: { assets: unknown[] }) => bucket.assets);
    assert.equal(assets.length, 1);
    assert.equal(assets[0].asset_id, "b");
    assert.deepEqual(
      assets[0].policies.map(({ policy_name }: Record<string, string>) => policy_name),
      ["pii_detection"],
    );
    assert.equal(assets[0].records.count, 1);
  });

  test("refuses what is more than an answer holds", async () => {
    const row = { assetId: "a", policy: null, outcome: "passed", count: 1, durationUs: 1, bucketMs: 0 };
    await using admin = await startAdminServer((store) => {
      return { ...store, statistics: async ({ limit }) => Array.from({ length: limit }, () => row) };
    });
    const { status, body } = await admin.server.get("/admin/statistics");
    assert.equal(status, 400);
    assert.equal(body.error, "query: more than 20000 counts; ask for less time, an asset or a policy");
  });

  for (const [query, error] of [
    ["?width=week", "width: must be minute, hour or day"],
    ["?width=toString", "width: must be minute, hour or day"],
    ["?from=2026-11-22&to=2026-11-22", "from: must be before to"],
    ["?from=2026-10-01", "width: at most 1000 buckets of time; ask for wider ones, or for less time"],
    [
      "?width=minute&from=2026-11-20T09:00Z&to=2026-11-20T10:00Z",
      "from: counts by the minute are kept for 48 hours; ask for wider ones",
    ],
    ["?from=now", "from: must be a date or a time in UTC, such as 2026-11-22T10:00:00Z"],
    ["?policy=pii", `policy: must be one of ${POLICY_NAMES.join(", ")}`],
    ["?verdict=passed", "query: unknown parameter; the parameters are from, to, width, asset_id, policy"],
  ] as const)
    test(`refuses ${query}`, async () => {
      await using admin = await startAdminServer();
      const { status, body } = await admin.server.get(`/admin/statistics${query}`);
      assert.deepEqual([status, body], [400, { error }]);
    });

  test("is for admin keys, and of their organization", async () => {
    await using admin = await startAdminServer();
    const { server, store, clock } = admin;
    await store.save(makeRecord("a", { epochMs: clock.epochMs() }));
    assert.equal((await server.get("/admin/statistics", { key: "rsk_user" })).status, 403);
    const { body } = await server.get("/admin/statistics", { key: "rsk_other" });
    assert.ok(body.buckets.every(({ assets }: { assets: unknown[] }) => assets.length === 0));
  });
});
