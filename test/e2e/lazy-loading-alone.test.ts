/** What a configuration does not use costs no memory and no time to start. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { openServices } from "../support/service.ts";

const config = (policies: string): string => `
server: { port: 0 }
keys: [{ id: demo, secret: rsk_demo, organization: demo, access_level: 2 }]
assets: [{ id: demo, organization: demo, policies: [${policies}] }]
store: { url: none }
`;

describe("a process loads", () => {
  const services = openServices();
  after(() => services[Symbol.dispose]());

  /** Lines of what the service has loaded and read. */
  async function loaded(name: string, policies: string): Promise<readonly string[]> {
    const env = { NODE_OPTIONS: "--import ./test/support/list-modules.ts" };
    const service = await services.start(services.place(name, config(policies)), env);
    service.child.kill("SIGTERM");
    assert.equal(await service.exit, 0);
    const lines = service.output().split("\n");
    return lines.filter((line) => /^(?:loaded|read) /.test(line));
  }

  const isModel = (line: string): boolean => /\/analyzers\/.*\.json$/.test(line);

  test("no model, store, command or client that nothing asks for", async () => {
    const lines = await loaded("none.yaml", "");
    assert.ok(lines.length > 100);
    assert.deepEqual(lines.filter(isModel), []);
    const unused =
      /node_modules\/(?:pg|ioredis|eld|onnxruntime-web|piscina|@opentelemetry|@huggingface)\/|src\/cli\/(?:replay|calibrate|scan)/;
    assert.deepEqual(
      lines.filter((line) => unused.test(line)),
      [],
    );
  });

  test("the models of its policies, each once and as no module that would stay", async () => {
    const lines = await loaded("toxicity.yaml", "{ policy_name: toxicity_detection, action: flag }");
    const models = lines.filter(isModel).map((line) => line.replace(/^(\w+) .*\/analyzers\//, "$1 "));
    assert.deepEqual(models.toSorted(), ["read learned/lexicon.json", "read toxicity/weights.json"]);
  });
});
