import type { TlsSettings } from "../core/tls.ts";
import type { ConfigWire } from "./config-schema.ts";
import { within, type Report } from "./check-policy.ts";
import type { ReadNamedFile } from "./named-files.ts";
import { readTls } from "./tls-files.ts";

/** What the files say that a configuration names. */
export interface NamedContents {
  readonly tls?: TlsSettings;
  readonly adminTls?: TlsSettings;
}

interface Reading {
  readonly readFile: ReadNamedFile;
  /** `null`: expiry is not looked at. */
  readonly nowMs: number | null;
  readonly report: Report;
}

/** Reads and checks all of them. */
export function readNamedContents({ server }: ConfigWire, reading: Reading): NamedContents {
  const tls = server.tls === undefined ? undefined : readTls(server.tls, below(reading, ["server", "tls"]));
  const adminTls = adminTlsOf(server, tls, reading);
  return { ...(tls === undefined ? {} : { tls }), ...(adminTls === undefined ? {} : { adminTls }) };
}

const below = (reading: Reading, path: readonly PropertyKey[]): Reading => ({
  ...reading,
  report: within(reading.report, path),
});

function adminTlsOf(
  { admin_tls: wire }: ConfigWire["server"],
  same: TlsSettings | undefined,
  reading: Reading,
): TlsSettings | undefined {
  if (wire === "off") return undefined;
  return wire === "same" ? same : readTls(wire, below(reading, ["server", "admin_tls"]));
}
