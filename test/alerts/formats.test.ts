import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { describe, test } from "node:test";
import { messageOf } from "../../src/alerts/formats.ts";
import type { Alert } from "../../src/core/alert-model.ts";
import { makeAlert } from "../support/alerts.ts";

const VERSION = "1.2.3";
const ALERT: Alert = {
  requestId: "5f0c",
  verdict: "blocked",
  policies: ["prompt_injection_detection", "pii_detection"],
  asset: "shop",
  organization: "acme",
  keyId: "web",
  route: "proxy",
  epochMs: 1_700_000_000_123,
  repeated: 2,
};

describe("messageOf", () => {
  test("signs a webhook as Standard Webhooks says", () => {
    const secret = `whsec_${Buffer.from("a key of 24 bytes or more").toString("base64")}`;
    const { body, headers } = messageOf(ALERT, makeAlert({ secret }), VERSION);
    assert.equal(headers["webhook-id"], "msg_5f0c");
    assert.equal(headers["webhook-timestamp"], "1700000000");
    const signed = createHmac("sha256", "a key of 24 bytes or more").update(`msg_5f0c.1700000000.${body}`);
    assert.equal(headers["webhook-signature"], `v1,${signed.digest("base64")}`);
    assert.deepEqual(JSON.parse(body), {
      type: "request.blocked",
      timestamp: "2023-11-14T22:13:20.123Z",
      data: {
        request_id: "5f0c",
        verdict: "blocked",
        policies: ["prompt_injection_detection", "pii_detection"],
        asset_id: "shop",
        organization: "acme",
        key_id: "web",
        route: "proxy",
        repeated: 2,
      },
    });
  });

  test("has no signature without a secret, and the Authorization that is configured", () => {
    const { headers } = messageOf(ALERT, makeAlert({ authorization: "Splunk t" }), VERSION);
    assert.equal(headers["webhook-signature"], undefined);
    assert.equal(headers["authorization"], "Splunk t");
  });

  test("takes the markup out of names that Slack would read", () => {
    const { body } = messageOf({ ...ALERT, asset: "<!channel>`x`" }, makeAlert({ kind: "slack" }), VERSION);
    const { text } = JSON.parse(body) as { readonly text: string };
    assert.ok(text.includes("asset `&lt;!channel&gt;'x'`"), text);
    assert.ok(text.includes("2 more like it"));
  });

  test("is a Detection Finding of OCSF, with its required fields", () => {
    const finding = JSON.parse(messageOf(ALERT, makeAlert({ kind: "ocsf" }), VERSION).body) as Record<string, unknown>;
    const { activity_id, category_uid, class_uid, type_uid, severity_id, time, count } = finding;
    assert.deepEqual(
      { activity_id, category_uid, class_uid, type_uid, severity_id, time, count },
      {
        activity_id: 1,
        category_uid: 2,
        class_uid: 2004,
        type_uid: 200_401,
        severity_id: 4,
        time: 1_700_000_000_123,
        count: 3,
      },
    );
    assert.ok("metadata" in finding && "finding_info" in finding);
  });

  test("escapes the signs of CEF in its header and in its fields", () => {
    const odd = { ...ALERT, asset: "a=b|c\\d\ne", keyId: null };
    const { body } = messageOf(odd, makeAlert({ kind: "cef" }), "1|2");
    assert.ok(body.startsWith(String.raw`CEF:0|sallyport|sallyport|1\|2|blocked|Request blocked by `), body);
    assert.ok(body.includes(String.raw`cs2=a\=b|c\\d e`), body);
    assert.ok(!body.includes("suser=") && !body.includes("\n"));
  });
});
