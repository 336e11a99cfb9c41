/** `mask_style`, `allow` and `ignore_test_values` from the policy to the wire: API, records' text, proxy, streams. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createMaskHash } from "../../src/access/keyed-hashes.ts";
import type { MaskStyle, NamedEntity, Policy } from "../../src/core/model.ts";
import { makeAsset, makeKey } from "../support/config.ts";
import { makeUpstream } from "../support/proxy.ts";
import { contentOf } from "../support/proxy-client.ts";
import { startServer, type TestServer } from "../support/server.ts";

const MASK_KEY = "the key of these tests";
const MAIL = "jane.doe@acme-mail.com";
const AWS_KEY = ["AKIA", "Q3EGR7ZLWN5T2VXD"].join("");
const hash = createMaskHash(MASK_KEY);

const pii = (over: Partial<Policy>) => ({
  pii_detection: { action: "flag", mask: true, metadata: ["everything"], ...over } as const,
});
const EXPECTED: Readonly<Record<MaskStyle, string>> = {
  placeholder: "<EMAIL_ADDRESS_1>",
  partial: "****.***@****-***l.com",
  hash: `<EMAIL_ADDRESS_h:${hash("EMAIL_ADDRESS", MAIL)}>`,
  redact: "<EMAIL_ADDRESS>",
};
const STYLES: readonly MaskStyle[] = ["placeholder", "partial", "hash", "redact"];

const ENTITIES: readonly NamedEntity[] = [
  { name: "contact", maskStyle: "redact" },
  { name: "network", mask: false },
  { name: "financial", action: "block" },
];

let server: TestServer;

before(async () => {
  server = await startServer({
    server: { maskKey: MASK_KEY },
    keys: [makeKey("demo", { secret: "rsk_demo" })],
    assets: [
      ...STYLES.map((maskStyle) => makeAsset(maskStyle, pii({ maskStyle }))),
      makeAsset("two-styles", {
        ...pii({ maskStyle: "redact" }),
        secrets_keys_detection: { action: "flag", mask: true, maskStyle: "partial" },
      }),
      makeAsset("allowing", {
        ...pii({ allow: { values: [MAIL.toUpperCase()], patterns: ["[a-z]+@acme[.]com"], types: ["IP_ADDRESS"] } }),
      }),
      makeAsset("ignoring", pii({ ignoreTestValues: true })),
      makeAsset("restoring", pii({ restores: true })),
      makeAsset("by-type", pii({ metadata: ENTITIES.map(({ name }) => name), entities: ENTITIES })),
    ],
    upstreams: [...STYLES, "allowing", "ignoring", "restoring", "by-type"].map((id) =>
      makeUpstream("mock", { name: id, prefix: `/${id}`, asset: makeAsset(id).id }),
    ),
  });
});
after(() => server[Symbol.asyncDispose]());

const analyze = async (assetId: string, prompt: string) =>
  (await server.post("/sdk/v1/analyze/prompt", { asset_id: assetId, save: false, scan_data: { prompt } })).body;

const chat = async (assetId: string, content: string, stream: boolean): Promise<string> => {
  const response = await fetch(`${server.url}/${assetId}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "mock", stream, messages: [{ role: "user", content }] }),
  });
  const text = await response.text();
  if (stream) return contentOf(text);
  return (JSON.parse(text) as { choices: { message: { content: string } }[] }).choices[0]?.message.content ?? "";
};

describe("mask_style", () => {
  for (const style of STYLES) {
    test(`${style} stands in masked_result, of the policy and of all`, async () => {
      const body = await analyze(style, `mail "${MAIL}" now`);
      assert.equal(body.masked_result, `mail "${EXPECTED[style]}" now`);
      assert.equal(body.policies_violated[0].masked_result, body.masked_result);
    });

    test(`${style} reaches the provider and the client, streamed or not`, async () => {
      for (const stream of [false, true])
        assert.ok((await chat(style, `mail ${MAIL} now`, stream)).includes(`You said: mail ${EXPECTED[style]} now`));
    });

    test(`${style} masks an answer of the provider`, async () => {
      const [whole, streamed] = [await chat(style, "leak an email", false), await chat(style, "leak an email", true)];
      assert.equal(streamed, whole);
      assert.doesNotMatch(whole, /customer at [a-z]/);
    });
  }

  test("of a policy that restores reaches the provider, and the client gets the value back", async () => {
    for (const stream of [false, true]) {
      const answer = await chat("restoring", `mail ${MAIL} or <EMAIL_ADDRESS_7>, ann@acme.com`, stream);
      assert.ok(answer.includes(`You said: mail ${MAIL} or <EMAIL_ADDRESS_7>, ann@acme.com`), answer);
      assert.doesNotMatch(await chat("restoring", "leak an email", stream), /customer at [a-z]/);
    }
  });

  test("is each policy's own", async () => {
    const body = await analyze("two-styles", `${AWS_KEY} ${MAIL}`);
    assert.equal(body.masked_result, "****************2VXD <EMAIL_ADDRESS>");
  });

  test("of the longer finding holds for both where two overlap", async () => {
    const body = await analyze("two-styles", "see postgres://svc:u1aibn-y3rgt7@db.internal/x");
    assert.match(body.masked_result, /^see postgres:\/\/<URL_CREDENTIALS>@db/);
  });

  test("does not touch what a caller's own policy masks", async () => {
    const { body } = await server.post("/sdk/v1/analyze/prompt", {
      asset_id: "redact",
      scan_data: { prompt: MAIL },
      policies: [{ policy_name: "pii_detection", action: "flag" }],
    });
    assert.equal(body.masked_result, "<EMAIL_ADDRESS_1>");
  });
});

describe("a caller's own policy", () => {
  test("takes no allow list and no style: unknown fields are ignored", async () => {
    const policy = { policy_name: "pii_detection", action: "flag", mask_style: "redact", ignore_test_values: true };
    const allow = { types: ["EMAIL_ADDRESS"], values: [MAIL] };
    const { body } = await server.post("/sdk/v1/analyze/prompt", {
      asset_id: "allowing",
      scan_data: { prompt: `${MAIL} ann@example.com` },
      policies: [{ ...policy, allow }],
    });
    assert.equal(body.masked_result, "<EMAIL_ADDRESS_1> <EMAIL_ADDRESS_2>");
  });
});

describe("allow", () => {
  test("lets whole values, patterns and types pass, and nothing that only contains them", async () => {
    const body = await analyze("allowing", `${MAIL}, ann@acme.com, 10.11.12.13, x${MAIL}, ann@acme.com.br`);
    const found = body.policies_violated[0].details.entities.map(({ start, end }: { start: number; end: number }) =>
      `${MAIL}, ann@acme.com, 10.11.12.13, x${MAIL}, ann@acme.com.br`.slice(start, end),
    );
    assert.deepEqual(found, [`x${MAIL}`, "ann@acme.com.br"]);
  });

  test("holds in the proxy, on streams too", async () => {
    for (const stream of [false, true])
      assert.ok(
        (await chat("allowing", `to ${MAIL} or ann@evil.org`, stream)).includes(`to ${MAIL} or <EMAIL_ADDRESS_1>`),
      );
  });
});

describe("entities", () => {
  test("are masked in their own styles, or not, in the prompt and in the answer", async () => {
    for (const stream of [false, true])
      assert.ok(
        (await chat("by-type", `to ${MAIL} from 10.11.12.13`, stream)).includes("to <EMAIL_ADDRESS> from 10.11.12.13"),
      );
  });

  test("block where one of them does, on the API and in the proxy", async () => {
    const text = `${MAIL} paid with 5500 0000 0000 0004`;
    assert.equal((await analyze("by-type", `to ${MAIL}`)).verdict, "flagged");
    assert.equal((await analyze("by-type", text)).verdict, "blocked");
    const response = await fetch(`${server.url}/by-type/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model: "mock", messages: [{ role: "user", content: text }] }),
    });
    assert.deepEqual([response.status, response.headers.get("x-guardrail-verdict")], [400, "blocked"]);
  });
});

describe("ignore_test_values", () => {
  const TEXT = "pay with 4111 1111 1111 1111 or write to ann@example.com from 192.0.2.7";

  test("drops them", async () => {
    assert.equal((await analyze("ignoring", TEXT)).verdict, "passed");
    assert.ok((await chat("ignoring", TEXT, true)).includes(TEXT));
  });

  test("otherwise they count, with a lower score", async () => {
    const { entities } = (await analyze("placeholder", TEXT)).policies_violated[0].details;
    assert.deepEqual(
      entities.map(({ type, score }: { type: string; score: number }) => [type, score < 1 && score >= 0.5]),
      [
        ["CREDIT_CARD", true],
        ["EMAIL_ADDRESS", true],
        ["IP_ADDRESS", true],
      ],
    );
  });
});
