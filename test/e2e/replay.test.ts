import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { openServices, runCommand, type ServiceProcess, type Services } from "../support/service.ts";

const MAIL = "ann.lee@acme-mail.com";
const KEY = ["AKIA", "Z7QXN4PLM2WERT5Y"].join("");

/** The real command over what a real service has recorded, while it runs. */
describe("replay beside the service", () => {
  let services: Services;
  let service: ServiceProcess;
  let file = "";
  let other = "";
  before(async () => {
    services = openServices();
    const database = join(services.place("marker", ""), "..", "records.db");
    const config = (policies: string): string =>
      [
        "server: { port: 0 }",
        "keys: [{ id: k, secret: rsk_k, organization: o }]",
        `store: { url: "sqlite:${database}", content: full }`,
        "assets:",
        "  - id: chat",
        "    organization: o",
        `    policies: [${policies}]`,
        "upstreams: [{ name: mock, url: 'builtin:mock', asset: chat }]",
      ].join("\n");
    const shadow = "{ policy_name: pii_detection, action: block, shadow: true }";
    file = services.place("old.yaml", config(`{ policy_name: pii_detection, action: flag }, ${shadow}`));
    other = services.place(
      "new.yaml",
      config(`{ policy_name: pii_detection, action: flag }, { policy_name: secrets_keys_detection, action: block }`),
    );
    service = await services.start(file);
    for (const text of ["The ferry leaves at nine.", `Write to ${MAIL}`, `Use ${KEY}`]) {
      await post("/sdk/v1/analyze/prompt", { asset_id: "chat", scan_data: { prompt: text } });
      await post("/scan/analyze-response", { asset_id: "chat", scan_data: { response: text } });
      await post("/sdk/v1/events/record", {
        asset_id: "chat",
        node: { node_name: "n", node_type: "TOOL" },
        trace: { trace_id: "t", span_id: text },
        evaluation: { content: text },
      });
      await post("/v1/chat/completions", { model: "m", messages: [{ role: "user", content: text }] });
    }
  });
  after(() => services[Symbol.dispose]());

  async function post(path: string, body: unknown): Promise<void> {
    const response = await fetch(service.url + path, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": "rsk_k" },
      body: JSON.stringify(body),
    });
    assert.equal(response.status, 200);
    await response.arrayBuffer();
  }

  test("finds nothing that its own configuration would say otherwise", async () => {
    const { code, output } = await runCommand(
      "replay",
      "--config",
      file,
      "--since",
      "1h",
      "--json",
      "--fail-on-change",
    );
    assert.equal(code, 0);
    const told = JSON.parse(output) as { cases: number; policies: Record<string, { gained: number; lost: number }> };
    // The last exchange may be on its way into the store.
    assert.ok(told.cases >= 11);
    assert.deepEqual(Object.keys(told.policies), ["pii_detection", "pii_detection (shadow)"]);
    for (const { gained, lost } of Object.values(told.policies)) assert.deepEqual([gained, lost], [0, 0]);
  });

  test("finds what another one would, and says so by its exit code", async () => {
    const { code, output } = await runCommand("replay", "--config", other, "--since", "1h", "--fail-on-change");
    assert.equal(code, 1);
    assert.match(output, /secrets_keys_detection: 0 → [34] violated, [34] gained, 0 lost\n/);
    assert.match(output, /pii_detection \(shadow\): [34] → 0 violated, 0 gained, [34] lost\n/);
    assert.ok(!output.includes(KEY) && !output.includes(MAIL));
  });
});
