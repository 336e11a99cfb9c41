import { createSign, generateKeyPairSync } from "node:crypto";
import { connect, type Socket } from "node:net";
import { createServer } from "node:tls";
import { listen } from "./listen.ts";

/** One element of DER: tag, length, content. @see ITU-T X.690 §8.1 */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const SEQUENCE = 0x30;
const hex = (text: string): Buffer => Buffer.from(text, "hex");

/** A certificate for 127.0.0.1 that signs itself, made anew for each run: no key lies in the repository. */
export function selfSigned(): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ecdsaWithSha256 = der(SEQUENCE, der(0x06, hex("2a8648ce3d040302")));
  const commonName = der(SEQUENCE, der(0x06, hex("550403")), der(0x0c, Buffer.from("localhost")));
  const name = der(SEQUENCE, der(0x31, commonName));
  const time = (text: string): Buffer => der(0x18, Buffer.from(text));
  const address = der(SEQUENCE, der(0x87, Buffer.from([127, 0, 0, 1])));
  const alternatives = der(SEQUENCE, der(0x06, hex("551d11")), der(0x04, address));
  const body = der(
    SEQUENCE,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    der(SEQUENCE, time("20200101000000Z"), time("21200101000000Z")),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(SEQUENCE, alternatives)),
  );
  const signature = createSign("sha256").update(body).sign(privateKey);
  const whole = der(SEQUENCE, body, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
  const cert = `-----BEGIN CERTIFICATE-----\n${whole.toString("base64")}\n-----END CERTIFICATE-----\n`;
  return { key: privateKey.export({ type: "pkcs8", format: "pem" }), cert };
}

export interface TlsFront extends AsyncDisposable {
  readonly url: string;
  /** What clients have to trust. */
  readonly ca: string;
}

/** TLS before a plain server, as a load balancer would do it: some clients speak nothing else. */
export async function startTlsFront(target: string): Promise<TlsFront> {
  const { key, cert } = selfSigned();
  const { port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer({ key, cert }, (socket) => {
    const inner = connect(Number(port), "127.0.0.1");
    for (const each of [socket, inner]) {
      sockets.add(each);
      each.on("error", () => {}).on("close", () => sockets.delete(each));
    }
    socket.pipe(inner).pipe(socket);
  });
  const frontPort = await listen(server);
  return {
    url: `https://127.0.0.1:${frontPort}`,
    ca: cert,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
