/** A configuration file that is written over and over under load: two valid versions and one with a mistake by turns. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { after, describe, test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { makeAsset, makeConfig } from "../support/config.ts";
import { loaded } from "../support/load.ts";
import { scrape, valueOf } from "../support/prometheus.ts";
import { runs } from "../support/runs.ts";
import { startServer } from "../support/server.ts";
import { openServices } from "../support/service.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const services = openServices();
after(() => services[Symbol.dispose]());

const FLAP_MS = 100;
/** Some in `npm test`: config-flapping-long.test.ts tries all. */
const FLAPS = runs(45, 12);
const PARALLEL = 6;
const MAIL = "jane.doe@example.org";
/** Made up, and parted, so that scanners of this source stay quiet. */
const SECRET = ["AKIA", "Q3EGZ7XWT5KDN2RV"].join("");
const PROMPT = `write to ${MAIL} with ${SECRET}`;

/** What the two versions do: an answer that is judged by a mixture of them has another pair of actions. */
const VERSIONS = [
  { pii: "flag", secrets: "block" },
  { pii: "block", secrets: "flag" },
] as const;

const config = (database: string, { pii, secrets }: { readonly pii: string; readonly secrets: string }): string => `
server: { port: 0 }
keys: [{ id: k, secret: rsk_k, organization: o }]
assets:
  - id: a
    organization: o
    policies: [{ policy_name: pii_detection, action: ${pii} }, { policy_name: secrets_keys_detection, action: ${secrets} }]
upstreams: [{ name: u, url: "builtin:mock", asset: a }]
limits: { routes: { "POST /sdk/v1/analyze/prompt": 1000000 } }
store: { url: "sqlite:${database}" }
`;

interface Violated {
  readonly policy_name: string;
  readonly action_taken: string;
}

/** Which version said that; -1: none of them. */
function versionOf(violated: readonly Violated[]): number {
  const action = (name: string): string => violated.find(({ policy_name }) => policy_name === name)?.action_taken ?? "";
  return VERSIONS.findIndex(
    ({ pii, secrets }) => action("pii_detection") === pii && action("secrets_keys_detection") === secrets,
  );
}

const post = (url: string, body: unknown): Promise<Response> =>
  fetch(url, {
    method: "POST",
    headers: { "x-api-key": "rsk_k", "content-type": "application/json" },
    body: JSON.stringify(body),
  });

interface Seen {
  /** By version, and what none of them would say. */
  readonly analysed: readonly number[];
  /** Statuses of chats that one version passes and the other refuses. */
  readonly chats: readonly number[];
}

async function ask(url: string, isOver: () => boolean, statuses: Set<number>): Promise<Seen> {
  const analysed: number[] = [];
  const chats: number[] = [];
  while (!isOver()) {
    const answer = await post(`${url}/sdk/v1/analyze/prompt`, { asset_id: "a", scan_data: { prompt: PROMPT } });
    const body = (await answer.json()) as { readonly policies_violated: readonly Violated[] };
    analysed.push(answer.status === 200 ? versionOf(body.policies_violated) : answer.status);
    const messages = [{ role: "user", content: `write to ${MAIL}` }];
    const chat = await post(`${url}/v1/chat/completions`, { model: "m", stream: true, messages });
    await chat.text();
    chats.push(chat.status);
    statuses.add(chat.status);
  }
  return { analysed, chats };
}

/** Of all records: the digest of the configuration that judged, and the version whose actions it tells. */
function recordedVersions(path: string): readonly { readonly digest: string; readonly version: number }[] {
  const database = new DatabaseSync(path, { readOnly: true });
  const rows = database.prepare("SELECT policy_digest, violated FROM records WHERE endpoint NOT LIKE 'proxy %'").all();
  database.close();
  return rows.map((row) => ({
    digest: String(row["policy_digest"]),
    version: versionOf(JSON.parse(String(row["violated"])) as readonly Violated[]),
  }));
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe("a configuration that flaps under load", { timeout: 600_000 }, () => {
  test("judges every request by exactly one version, fails none, and counts every reload", async () => {
    const database = services.path("flapping.db");
    const texts = VERSIONS.map((version) => config(database, version));
    const wrong = config(database, { pii: "blok", secrets: "flag" });
    const [first = "", second = ""] = texts;
    const { url, output, says } = await services.start(services.place("flapping.yaml", first));
    let isOver = false;
    const statuses = new Set<number>();
    const asking = Array.from({ length: PARALLEL }, () => ask(url, () => isOver, statuses));
    // Each version answers a chat, however busy the machine is.
    while (!statuses.has(200)) await pause(FLAP_MS);
    for (let flap = 0; flap < FLAPS; flap++) {
      services.place("flapping.yaml", [second, wrong, first][flap % 3] ?? "");
      // Some stay long enough to be taken, most do not.
      await pause(flap % 4 === 3 ? 3 * FLAP_MS : FLAP_MS);
    }
    services.place("flapping.yaml", wrong);
    await says("configuration rejected");
    services.place("flapping.yaml", second);
    const isSettled = async (): Promise<boolean> => {
      const last = valueOf(await scrape(url), "sallyport_config_last_reload_successful");
      const answer = await post(`${url}/sdk/v1/analyze/prompt`, { asset_id: "a", scan_data: { prompt: PROMPT } });
      const body = (await answer.json()) as { readonly policies_violated: readonly Violated[] };
      return last === 1 && versionOf(body.policies_violated) === 1;
    };
    while (!(await isSettled()) || !statuses.has(400)) await pause(FLAP_MS);
    isOver = true;
    const seen = await Promise.all(asking);

    assert.deepEqual(new Set(seen.flatMap(({ analysed }) => analysed)), new Set([0, 1]));
    assert.deepEqual(new Set(seen.flatMap(({ chats }) => chats)), new Set([200, 400]));
    const digests = texts.map((text) => loaded(text).digest);
    const recorded = recordedVersions(database);
    assert.ok(recorded.length >= seen.flatMap(({ analysed }) => analysed).length);
    for (const { digest, version } of recorded) assert.equal(digests.indexOf(digest), version);

    const series = await scrape(url);
    const counted = (result: string): number => valueOf(series, "sallyport_config_reloads_total", { result });
    const told = (text: string): number => output().split(text).length - 1;
    assert.equal(counted("accepted"), told('"configuration reloaded"'));
    assert.equal(counted("rejected"), told('"configuration rejected, the old one stays"'));
    // A busy machine takes few of them.
    assert.ok(counted("accepted") >= 1 && counted("rejected") >= 1);
  });

  // Method: each version has words of its own, so that nothing of it is shared; two runs of as many reloads, the second one measured.
  test("keeps nothing of the versions before", async () => {
    await using server = await startServer();
    const reload = async (count: number): Promise<number> => {
      for (let turn = 0; turn < count; turn++) {
        const names = Array.from({ length: 50 }, (_, index) => `Competitor ${count} ${turn} ${index}`);
        const policies: Parameters<typeof makeAsset>[1] = {
          competitor_mention_detection: { action: "flag", metadata: names },
          pii_detection: { action: "flag" },
          secrets_keys_detection: { action: "block" },
        };
        server.app.reload(makeConfig({ assets: [makeAsset("demo-chatbot", policies)], digest: `${turn}` }));
        const { status } = await server.post("/sdk/v1/analyze/prompt", {
          asset_id: "demo-chatbot",
          scan_data: { prompt: `what of ${names[0] ?? ""}?` },
        });
        assert.equal(status, 200);
      }
      for (let pass = 0; pass < 3; pass++) {
        collectGarbage();
        await new Promise((resolve) => setImmediate(resolve));
      }
      return process.memoryUsage().heapUsed;
    };
    const warm = await reload(100);
    const grown = (await reload(200)) - warm;
    assert.ok(grown < GROWTH_MAX_BYTES, `heap +${grown} bytes after 200 reloads`);
  });
});

/** A version holds more than a hundred kilobytes: 200 of them would be far beyond. */
const GROWTH_MAX_BYTES = 8 * 1024 * 1024;
