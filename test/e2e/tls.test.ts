/** TLS at the door as a cluster runs it: certificates in a mounted secret that is swapped under traffic, by one process and by several. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { connect } from "node:tls";
import { issue, type Pair } from "../support/certificates.ts";
import { openServices, runCommand } from "../support/service.ts";
import { until } from "../support/until.ts";

const services = openServices();
after(() => services[Symbol.dispose]());

const authority = issue("clients", { isAuthority: true });
const [first, second] = [issue("first"), issue("second")];
const client = issue("agent", { issuer: authority });
const TRUSTED = { ca: [first.cert, second.cert], cert: client.cert, key: client.key };

/** A folder as the kubelet writes it: files are links into a folder that is itself a link, which a new version replaces. */
function openSecret(name: string): {
  readonly folder: string;
  readonly write: (files: Readonly<Record<string, string>>) => void;
} {
  const folder = services.path(name);
  mkdirSync(folder);
  let version = 0;
  return {
    folder,
    write: (files) => {
      version += 1;
      mkdirSync(join(folder, `..v${version}`));
      for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, `..v${version}`, file), text);
      symlinkSync(`..v${version}`, join(folder, "..data_new"));
      renameSync(join(folder, "..data_new"), join(folder, "..data"));
      if (version === 1) for (const file of Object.keys(files)) symlinkSync(join("..data", file), join(folder, file));
    },
  };
}

const filesOf = ({ cert, key }: Pair): Readonly<Record<string, string>> => ({
  "tls.crt": cert,
  "tls.key": key,
  "ca.crt": authority.cert,
});

const config = (folder: string, workers: number): string => `
server:
  port: 0
  workers: ${workers}
  admin_port: 0
  tls: { cert: ${folder}/tls.crt, key: ${folder}/tls.key, ca: ${folder}/ca.crt, client_auth: required }
  admin_tls: { cert: ${folder}/tls.crt, key: ${folder}/tls.key }
store: { url: none }
`;

/** The status of an answer, or the code of what failed. */
const ask = (url: string, options: object = TRUSTED): Promise<number | string> =>
  new Promise((resolve) => {
    request(url, { agent: false, ...options }, (response) =>
      response.resume().once("end", () => resolve(response.statusCode ?? 0)),
    )
      .once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      .end();
  });

async function nameAt(url: string): Promise<string> {
  const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", ...TRUSTED });
  await once(socket, "secureConnect");
  const { CN } = socket.getPeerCertificate().subject;
  socket.destroy();
  return String(CN);
}

interface Traffic extends AsyncDisposable {
  /** Stops, and says what was answered. */
  readonly end: () => Promise<readonly (number | string)[]>;
}

/** Requests one after the other on two lines, each on a connection of its own. */
function openTraffic(url: string): Traffic {
  const answers: (number | string)[] = [];
  const state = { isOn: true };
  const callers = Array.from({ length: 2 }, async () => {
    while (state.isOn) answers.push(await ask(url));
  });
  const end = async (): Promise<readonly (number | string)[]> => {
    state.isOn = false;
    await Promise.all(callers);
    return answers;
  };
  return { end, [Symbol.asyncDispose]: async () => void (await end()) };
}

describe("certificates of a mounted secret", () => {
  for (const workers of [1, 2])
    test(`change under traffic, and a broken pair changes nothing (workers: ${workers})`, async () => {
      const secret = openSecret(`secret-${workers}`);
      secret.write(filesOf(first));
      const { url, says, output } = await services.start(
        services.place(`tls-${workers}.yaml`, config(secret.folder, workers)),
        { SALLYPORT_LOG_LEVEL: "info" },
      );
      assert.match(url, /^https:/);
      await says('"msg":"listening"');
      const adminPort = /"admin_port":(\d+)/.exec(output())?.[1];
      await using traffic = openTraffic(`${url}/healthz`);
      assert.equal(await nameAt(url), "first");
      assert.notEqual(await ask(`${url}/healthz`, { ca: first.cert }), 200);
      assert.equal(await ask(`https://127.0.0.1:${adminPort}/healthz`, { ca: first.cert }), 200);

      secret.write(filesOf(second));
      await says("configuration reloaded");
      await until("the new certificate serves", async () => (await nameAt(url)) === "second");
      for (let each = 0; each < 2 * workers; each++) assert.equal(await nameAt(url), "second");

      secret.write({ ...filesOf(second), "tls.crt": first.cert });
      await says("is not the key of the certificate in");
      await says("configuration rejected");
      assert.equal(await nameAt(url), "second");

      assert.deepEqual(new Set(await traffic.end()), new Set([200]));
      assert.match(output(), /"client_certificate":"CN=agent"/);
      assert.doesNotMatch(output(), /PRIVATE KEY|BEGIN CERTIFICATE/);
    });
});

test("check names the file that cannot be used", async () => {
  const file = services.place("check.yaml", "server: { tls: { cert: /nowhere/tls.crt, key: /nowhere/tls.key } }\n");
  const { code, output } = await runCommand("check", file);
  assert.equal(code, 1);
  assert.match(output, /server\.tls\.cert: \/nowhere\/tls\.crt cannot be read \(ENOENT\)/);
});
