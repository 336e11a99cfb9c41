import { createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";

/** One element of DER: tag, length, content. @see ITU-T X.690 §8.1 */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const SEQUENCE = 0x30;
const hex = (text: string): Buffer => Buffer.from(text, "hex");
const oid = (digits: string): Buffer => der(0x06, hex(digits));
const time = (text: string): Buffer => der(0x18, Buffer.from(text));
const ECDSA_WITH_SHA256 = der(SEQUENCE, oid("2a8648ce3d040302"));

export interface Pair {
  readonly key: string;
  readonly cert: string;
}

interface IssuedPair extends Pair {
  readonly name: string;
  readonly privateKey: KeyObject;
}

interface Wanted {
  /** Signs itself without one. */
  readonly issuer?: IssuedPair;
  readonly isAuthority?: boolean;
  /** `YYYYMMDDHHMMSSZ` */
  readonly until?: string;
}

const nameOf = (text: string): Buffer =>
  der(SEQUENCE, der(0x31, der(SEQUENCE, oid("550403"), der(0x0c, Buffer.from(text)))));

function extensions({ isAuthority = false }: Wanted): Buffer {
  const address = der(
    SEQUENCE,
    der(0x87, Buffer.from([127, 0, 0, 1])),
    der(0x82, Buffer.from("localhost")),
    der(0x82, Buffer.from("provider.test")),
  );
  const alternatives = der(SEQUENCE, oid("551d11"), der(0x04, address));
  const authority = der(SEQUENCE, oid("551d13"), der(0x04, der(SEQUENCE, der(0x01, Buffer.from([0xff])))));
  return der(0xa3, der(SEQUENCE, alternatives, ...(isAuthority ? [authority] : [])));
}

/** A certificate for 127.0.0.1 and localhost, made anew for each run: no key lies in the repository. */
export function issue(name: string, wanted: Wanted = {}): IssuedPair {
  const { issuer, until = "21200101000000Z" } = wanted;
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const body = der(
    SEQUENCE,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    nameOf(issuer?.name ?? name),
    der(SEQUENCE, time("20200101000000Z"), time(until)),
    nameOf(name),
    publicKey.export({ type: "spki", format: "der" }),
    extensions(wanted),
  );
  const signature = createSign("sha256")
    .update(body)
    .sign(issuer?.privateKey ?? privateKey);
  const whole = der(SEQUENCE, body, ECDSA_WITH_SHA256, der(0x03, Buffer.from([0]), signature));
  const cert = `-----BEGIN CERTIFICATE-----\n${whole.toString("base64")}\n-----END CERTIFICATE-----\n`;
  return { name, privateKey, key: privateKey.export({ type: "pkcs8", format: "pem" }), cert };
}

export const selfSigned = (name = "localhost"): Pair => issue(name);
