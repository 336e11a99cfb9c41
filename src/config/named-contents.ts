import type { ProxyAddress } from "../core/egress.ts";
import type { TlsSettings } from "../core/tls.ts";
import { keysFileSchema, type KeyWire } from "./schema-keys.ts";
import type { ConfigWire } from "./config-schema.ts";
import { within, type Report } from "./check-policy.ts";
import { parseJson } from "../core/json.ts";
import type { ReadNamedFile } from "./named-files.ts";
import { readAuthorities, readTls } from "./tls-files.ts";

/** What the files say that a configuration names. */
export interface NamedContents {
  readonly tls?: TlsSettings;
  readonly adminTls?: TlsSettings;
  /** Authorities by file, PEM. */
  readonly authorities?: ReadonlyMap<string, string>;
  /** The proxy of a URL; `null`: it is reached directly. */
  readonly proxyOf?: (url: string) => ProxyAddress | null;
  /** Of `keys_file`. */
  readonly keys?: readonly KeyWire[];
}

interface Reading {
  readonly readFile: ReadNamedFile;
  /** `null`: expiry is not looked at. */
  readonly nowMs: number | null;
  readonly report: Report;
  /** `false`: authorities only. */
  readonly isServed: boolean;
}

/** Reads and checks all of them. */
export function readNamedContents(wire: ConfigWire, reading: Reading): NamedContents {
  const { server, keys_file: keysFile } = wire;
  const authorities = readAllAuthorities(wire, reading);
  if (!reading.isServed) return { authorities };
  const tls = server.tls === undefined ? undefined : readTls(server.tls, below(reading, ["server", "tls"]));
  const adminTls = adminTlsOf(server, tls, reading);
  return {
    authorities,
    ...(tls === undefined ? {} : { tls }),
    ...(adminTls === undefined ? {} : { adminTls }),
    ...(keysFile === undefined ? {} : { keys: readKeys(keysFile, below(reading, ["keys_file"])) }),
  };
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

/** The keys of a file; none where it cannot be used, which is reported. */
function readKeys(file: string, { readFile, report }: Reading): readonly KeyWire[] {
  const reading = readFile(file);
  const problem = (reason: string): readonly KeyWire[] => {
    report([], `${file} ${reason}`);
    return [];
  };
  if (!reading.ok) return problem(reading.reason);
  const json = parseJson(reading.text);
  if (!json.ok) return problem("is not JSON");
  const parsed = keysFileSchema.safeParse(json.value);
  if (parsed.success) return parsed.data.keys;
  const [issue] = parsed.error.issues;
  // The message of the schema quotes no value.
  return problem(
    `has a mistake at ${issue?.path.map(String).join(".") || "its top"}: ${issue?.message ?? "is invalid"}`,
  );
}

/** Each file is reported where it is named first. */
function readAllAuthorities({ egress, upstreams, judges }: ConfigWire, reading: Reading): ReadonlyMap<string, string> {
  const authorities = new Map<string, string>();
  const read = (file: string | undefined, path: readonly PropertyKey[]): void => {
    if (file !== undefined && !authorities.has(file))
      authorities.set(file, readAuthorities(file, below(reading, path)));
  };
  read(egress.ca, ["egress"]);
  upstreams.forEach(({ ca }, index) => read(ca, ["upstreams", index]));
  judges.forEach(({ ca }, index) => read(ca, ["judges", index]));
  return authorities;
}
