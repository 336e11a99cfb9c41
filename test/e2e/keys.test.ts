/** The life of a key as an operator lives it: made by the command, rotated and dropped while the service runs. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { openServices, runCommand } from "../support/service.ts";
import { until } from "../support/until.ts";

const services = openServices();
const { place, start } = services;
after(() => services[Symbol.dispose]());

interface NewKey {
  readonly secret: string;
  readonly hash: string;
  readonly entry: string;
}

async function newKey(...options: readonly string[]): Promise<NewKey> {
  const { code, output } = await runCommand("keys", "new", ...options);
  assert.equal(code, 0, output);
  const entry = output.slice(output.indexOf("  - "));
  const hash = /secret_sha256: "(\w+)"/.exec(entry)?.[1] ?? "";
  return { secret: /^rsk_\S+$/m.exec(output)?.[0] ?? "", hash, entry };
}

const config = (...entries: readonly string[]): string =>
  `server: { port: 0 }\nstore: { url: none }\nkeys:\n${entries.join("")}`;

interface Told {
  readonly status: number;
  readonly keyId?: string;
}

async function verify(url: string, secret: string): Promise<Told> {
  const response = await fetch(`${url}/sdk/v1/verify/api-key`, { headers: { "x-api-key": secret } });
  const body = (await response.json()) as { readonly key_id?: string };
  return { status: response.status, ...(body.key_id === undefined ? {} : { keyId: body.key_id }) };
}

describe("a key", () => {
  test(
    "is made, rotated without a gap, told by its use, and switched off, all without a restart",
    { timeout: 600_000 },
    async () => {
      const admin = await newKey("--id", "boss", "--admin");
      const [old, next] = [await newKey("--id", "app"), await newKey("--id", "app")];
      assert.notEqual(old.secret, next.secret);
      const file = place("keys.yaml", config(admin.entry, old.entry));
      const { url, says } = await start(file);
      const digest = async (): Promise<string> => {
        const body = (await (await fetch(`${url}/readyz`)).json()) as { readonly config: { readonly digest: string } };
        return body.config.digest;
      };
      const change = async (text: string): Promise<void> => {
        const before = await digest();
        place("keys.yaml", text);
        await until("the configuration is another", async () => (await digest()) !== before);
      };
      const outcomes = async (): Promise<readonly Told[]> => [
        await verify(url, old.secret),
        await verify(url, next.secret),
      ];
      const app = { status: 200, keyId: "app" };
      const refused = { status: 401 };

      assert.deepEqual(await outcomes(), [app, refused]);
      const both = old.entry.replace(`"${old.hash}"`, `["${old.hash}", "${next.hash}"]`);
      await change(config(admin.entry, both));
      await says("configuration reloaded");
      assert.deepEqual(await outcomes(), [app, app]);

      const response = await fetch(`${url}/admin/keys`, { headers: { "x-api-key": admin.secret } });
      const { keys } = (await response.json()) as { readonly keys: readonly object[] };
      assert.partialDeepStrictEqual(keys[1], {
        key_id: "app",
        requests: 3,
        secrets: [{ requests: 2 }, { requests: 1 }],
      });

      await change(config(admin.entry, next.entry));
      assert.deepEqual(await outcomes(), [refused, app]);
      await change(config(admin.entry, `${next.entry}    active: false\n`));
      assert.deepEqual(await outcomes(), [refused, refused]);
    },
  );
});
