/** Names and metadata of callers in records: masked as texts are, not kept where none is, and found by what the caller calls them. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { OrganizationId } from "../../src/core/model.ts";
import type { StoreTarget } from "../../src/core/stores.ts";
import { DEMO_SECRET, makeKey } from "../support/config.ts";
import { postgresSkip, startPostgres, type TestPostgres } from "../support/postgres.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { until } from "../support/until.ts";

const MAIL = ["jane.doe", "acme-mail.com"].join("@");
const KEY = ["AKIA", "Q3EGR7ZLWN5T2VXD"].join("");
const CARD = 4_111_111_111_111_111;
const SECRETS = [MAIL, KEY, String(CARD)];

const prompt = {
  asset_id: "demo-chatbot",
  scan_data: { prompt: "hello" },
  session_id: MAIL,
  user_id: `user ${MAIL}`,
  metadata: { mail: MAIL, [MAIL]: 1, card: CARD, deep: [{ token: KEY }], kept: [true, 7, "words"] },
};
const event = {
  asset_id: "demo-chatbot",
  session_id: MAIL,
  node: { node_name: `look up ${MAIL}`, node_type: "TOOL", node_metadata: { to: MAIL } },
  trace: { trace_id: `trace ${MAIL}`, span_id: `span ${KEY}`, parent_span_id: `span ${KEY}` },
};

const OTHER = {
  keys: [
    makeKey("demo", { secret: DEMO_SECRET, admin: true }),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- any name is one
    makeKey("other", { organization: "other" as OrganizationId, admin: true }),
  ],
};

type Content = "masked" | "none" | "full";

function contract(place: string, open: (content: Content) => Promise<TestServer>): void {
  const record = async (server: TestServer): Promise<string> => {
    assert.equal((await server.post("/sdk/v1/analyze/prompt", prompt)).status, 200);
    assert.equal((await server.post("/sdk/v1/events/record", event)).status, 200);
    const { body } = await server.get("/admin/records");
    assert.equal(body.records.length, 2);
    return JSON.stringify(body);
  };
  const path = encodeURIComponent;

  for (const content of ["masked", "none"] as const)
    test(`${place}: no record under \`content: ${content}\` tells them, and each is found and deleted`, async () => {
      await using server = await open(content);
      const told = await record(server);
      for (const secret of SECRETS) assert.ok(!told.includes(secret), told);
      if (content === "none") assert.ok(!told.includes("words"), told);
      else assert.match(told, /"kept":\[true,7,"words"\]/);
      const count = async (query: string): Promise<number> =>
        (await server.get(`/admin/records?${query}`)).body.records.length;
      assert.equal(await count(`session_id=${path(MAIL)}`), 2);
      assert.equal(await count(`user_id=${path(prompt.user_id)}`), 1);
      assert.equal(await count(`trace_id=${path(event.trace.trace_id)}`), 1);
      assert.equal(await count(`user_id=${path(MAIL)}`), 0);
      const session = await server.get(`/admin/sessions/${path(MAIL)}`);
      assert.deepEqual([session.status, session.body.session_id, session.body.records.length], [200, MAIL, 2]);
      // As the list calls it.
      const [{ session_id: shown }] = session.body.records;
      assert.equal((await server.get(`/admin/sessions/${path(shown)}`)).body.records.length, 2);
      const trace = await server.get(`/admin/traces/${path(event.trace.trace_id)}`);
      assert.equal(trace.body.event_count, 1);
      const headers = { "x-api-key": DEMO_SECRET };
      const exported = await fetch(`${server.url}/admin/records/export?session_id=${path(MAIL)}`, { headers });
      assert.equal((await exported.text()).trim().split("\n").length, 2);
      const deleted = await server.call("DELETE", `/admin/records?session_id=${path(MAIL)}`);
      assert.deepEqual(deleted.body, { deleted: 2 });
    });

  for (const content of ["masked", "none"] as const)
    test(`${place}: no name that looks like an id is told under \`content: ${content}\``, async () => {
      await using server = await open(content);
      for (const value of [KEY, `req_${KEY}`, `msg_${CARD}`, `session_${CARD}`, Buffer.from(MAIL).toString("hex")]) {
        const names = { session_id: value, user_id: value, metadata: { [value]: value } };
        const node = { node_name: value, node_type: "TOOL", node_metadata: { [value]: [value] } };
        const ids = { trace_id: value, span_id: value, parent_span_id: value };
        await server.post("/sdk/v1/analyze/prompt", { ...prompt, ...names });
        await server.post("/sdk/v1/events/record", { ...event, session_id: value, node, trace: ids });
        const told = JSON.stringify((await server.get("/admin/records?limit=2")).body.records);
        assert.ok(!told.includes(value), told);
        const trace = await server.get(`/admin/traces/${value}`);
        assert.deepEqual([trace.status, trace.body.event_count], [200, 1]);
      }
      // A span is sixteen digits of a caller's choice.
      const headers = { traceparent: `00-0af7651916cd43dd8448eb211c80319c-${CARD}-01` };
      await server.post("/sdk/v1/analyze/prompt", { ...prompt, metadata: null }, { headers });
      const [last] = (await server.get("/admin/records?limit=1")).body.records;
      assert.equal(last.trace.trace_id, "0af7651916cd43dd8448eb211c80319c");
      assert.match(last.trace.parent_span_id, /^hashed:/);
      if (content === "masked") return;
      await server.post("/sdk/v1/events/record", { ...event, node: { ...event.node, node_name: "jane_doe" } });
      assert.ok(!JSON.stringify((await server.get("/admin/records?limit=1")).body).includes("jane"));
    });

  for (const content of ["masked", "none", "full"] as const)
    test(`${place}: what a caller's own policies call their findings, under \`content: ${content}\``, async () => {
      await using server = await open(content);
      const policies = [
        { policy_name: "competitor_mention_detection", action: "flag", metadata: ["Jane Doe", MAIL] },
        { policy_name: "banned_topics_detection", action: "flag", metadata: ["gambling"] },
        { policy_name: "secrets_keys_detection", action: "flag", metadata: [[KEY, "qq[0-9]{3}"]] },
      ];
      const text = `Jane Doe (${MAIL}) placed bets at the casino, poker and roulette, with qq123`;
      const body = { asset_id: "demo-chatbot", scan_data: { prompt: text }, policies };
      const { body: answer } = await server.post("/sdk/v1/analyze/prompt", body);
      assert.equal(answer.policies_violated.length, 3, JSON.stringify(answer));
      const { content: kept, policies_violated: violated } = (await server.get(`/admin/records/${answer.request_id}`))
        .body;
      const told = JSON.stringify([kept, violated]);
      for (const word of ["Jane Doe", MAIL, KEY, '"gambling"'])
        assert.equal(told.includes(word), content === "full", `${word} in ${told}`);
      assert.match(JSON.stringify(violated), /"score":1/);
    });

  test(`${place}: records under \`content: full\` tell them as they came`, async () => {
    await using server = await open("full");
    const told = await record(server);
    for (const secret of SECRETS) assert.ok(told.includes(secret), told);
    assert.equal((await server.get(`/admin/sessions/${path(MAIL)}`)).body.records.length, 2);
  });

  test(`${place}: names that are of nobody stay as they came`, async () => {
    await using server = await open("masked");
    const names = { session_id: "session 7", user_id: "user-3f2a" };
    await server.post("/sdk/v1/analyze/prompt", { ...prompt, ...names, metadata: { a: ["b"] } });
    const [kept] = (await server.get("/admin/records?session_id=session%207")).body.records;
    assert.deepEqual([kept.session_id, kept.user_id, kept.metadata], ["session 7", "user-3f2a", { a: ["b"] }]);
  });

  test(`${place}: a cursor tells nothing, and leads nowhere in another organization`, async () => {
    await using server = await open("masked");
    for (let at = 0; at < 3; at++) await server.post("/sdk/v1/analyze/prompt", prompt);
    const first = (await server.get("/admin/records?limit=2")).body;
    assert.doesNotMatch(Buffer.from(first.next_cursor, "base64url").toString("latin1"), /\d{4}/);
    assert.equal((await server.get(`/admin/records?limit=2&cursor=${first.next_cursor}`)).body.records.length, 1);
    const foreign = await server.get(`/admin/records?cursor=${first.next_cursor}`, { key: "rsk_other" });
    assert.equal(foreign.status, 400);
    const old = Buffer.from("1700000000000.42").toString("base64url");
    assert.deepEqual((await server.get(`/admin/records?cursor=${old}`)).body.error, "cursor: must be one of an answer");
  });
}

describe("names of callers, in SQLite", () => {
  const target: StoreTarget = { kind: "sqlite", path: ":memory:" };
  contract("SQLite", (content) => startServer({ ...OTHER, store: { target, content } }));
});

describe("names of callers, in PostgreSQL", { skip: postgresSkip, timeout: 600_000 }, () => {
  let postgres: TestPostgres;
  before(async () => (postgres = await startPostgres()));
  after(() => postgres[Symbol.asyncDispose]());
  contract("PostgreSQL", async (content) => {
    const server = await startServer({
      ...OTHER,
      store: { target: { kind: "postgres", server: await postgres.database() }, content },
    });
    await until("the service is ready", async () => (await server.get("/readyz")).status === 200);
    return server;
  });
});
