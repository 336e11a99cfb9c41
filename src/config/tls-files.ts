import { createPrivateKey, X509Certificate, type KeyObject } from "node:crypto";
import { codeOf } from "../core/errors.ts";
import type { TlsSettings } from "../core/tls.ts";
import type { Report } from "./check-policy.ts";
import type { TlsWire } from "./schema-tls.ts";
import type { ReadNamedFile } from "./named-files.ts";

interface TlsChecks {
  readonly readFile: ReadNamedFile;
  /** `null`: expiry is not looked at. */
  readonly nowMs: number | null;
  /** Paths below the listener's section. */
  readonly report: Report;
}

/** Reads and checks what a listener needs; a file that cannot be used is reported and leaves its text empty. */
export function readTls(wire: TlsWire, checks: TlsChecks): TlsSettings {
  const cert = readCertificates(wire.cert, "cert", checks);
  const key = readKey(wire.key, checks);
  const [own] = cert.certificates;
  if (own !== undefined && key.object !== null && !own.checkPrivateKey(key.object))
    checks.report(["key"], `${wire.key} is not the key of the certificate in ${wire.cert}`);
  else if (own !== undefined && key.object !== null) checkContext(wire, { cert: cert.text, key: key.text }, checks);
  checkClientAuth(wire, checks.report);
  return {
    cert: cert.text,
    key: key.text,
    ca: wire.ca === undefined ? null : readCertificates(wire.ca, "ca", checks).text,
    clientAuth: wire.client_auth,
    minVersion: wire.min_version,
  };
}

/** What the library refuses of a pair that fits, such as a key that is too short. */
function checkContext(
  wire: TlsWire,
  pair: { readonly cert: string; readonly key: string },
  { report }: Pick<TlsChecks, "report">,
): void {
  try {
    // Loaded only where a listener speaks TLS.
    process.getBuiltinModule("node:tls").createSecureContext(pair);
  } catch (error) {
    report(["cert"], `${wire.cert} cannot be used (${codeOf(error) ?? "unknown error"})`);
  }
}

function checkClientAuth({ ca, client_auth }: TlsWire, report: Report): void {
  if (client_auth !== "none" && ca === undefined)
    report(["client_auth"], "needs ca: the issuers of the certificates that clients may have");
  if (client_auth === "none" && ca !== undefined)
    report(["ca"], "has no effect without client_auth: optional or required", "warning");
}

/** Certificates of issuers that are trusted beside the system's own; empty where the file cannot be used. */
export function readAuthorities(file: string, checks: TlsChecks): string {
  return readCertificates(file, "ca", checks).text;
}

interface Certificates {
  readonly text: string;
  readonly certificates: readonly X509Certificate[];
}

const NONE: Certificates = { text: "", certificates: [] };

function readCertificates(file: string, name: "cert" | "ca", { readFile, nowMs, report }: TlsChecks): Certificates {
  const reading = readFile(file);
  if (!reading.ok) {
    report([name], `${file} ${reading.reason}`);
    return NONE;
  }
  const certificates = parseCertificates(reading.text);
  if (certificates === null || certificates.length === 0) {
    report([name], `${file} holds ${certificates === null ? "a certificate that is broken" : "no certificate (PEM)"}`);
    return NONE;
  }
  certificates.forEach((certificate) => {
    const problem = nowMs === null ? null : validityProblem(certificate, nowMs);
    if (problem !== null) report([name], `${file} ${problem}`, "warning");
  });
  return { text: reading.text, certificates };
}

function validityProblem({ validFromDate, validToDate }: X509Certificate, nowMs: number): string | null {
  if (validToDate.getTime() <= nowMs) return `holds a certificate that expired at ${validToDate.toISOString()}`;
  if (validFromDate.getTime() > nowMs)
    return `holds a certificate that is valid from ${validFromDate.toISOString()} only`;
  return null;
}

const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** `null`: one of them cannot be parsed. */
function parseCertificates(text: string): readonly X509Certificate[] | null {
  try {
    return (text.match(PEM_CERTIFICATE) ?? []).map((pem) => new X509Certificate(pem));
  } catch {
    return null;
  }
}

function readKey(
  file: string,
  { readFile, report }: TlsChecks,
): { readonly text: string; readonly object: KeyObject | null } {
  const reading = readFile(file);
  if (!reading.ok) report(["key"], `${file} ${reading.reason}`);
  const object = reading.ok ? parseKey(reading.text) : null;
  if (reading.ok && object === null) report(["key"], `${file} holds no private key (PEM, without a passphrase)`);
  return { text: reading.ok ? reading.text : "", object };
}

function parseKey(text: string): KeyObject | null {
  try {
    return createPrivateKey(text);
  } catch {
    return null;
  }
}
