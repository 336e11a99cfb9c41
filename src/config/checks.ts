import { canRun, findAnalyzer } from "../analyzers/registry.ts";
import type { Path } from "./document.ts";
import { normalizeMetadata } from "./policy.ts";
import type { ConfigWire, PolicyWire } from "./schema.ts";
import { MOCK_URL, normalizePrefix, secretDigest, sha256 } from "./to-config.ts";

/** Tells a problem at a path; the caller knows the place in the file. */
export type Report = (path: Path, reason: string, severity?: "error" | "warning") => void;

/**
 * What the schema cannot say: uniqueness, references, addresses, policies that compile, settings that are unwise.
 * Lists may have holes where an item could not be read, so they are walked by `forEach` and `flatMap` only.
 */
export function checkConfig(wire: ConfigWire, report: Report): void {
  checkKeys(wire, report);
  checkAssets(wire, report);
  checkUpstreams(wire, report);
  checkStores(wire, report);
  checkExposure(wire, report);
}

/** Reports every item whose name an earlier one has. */
function checkUnique<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string | undefined,
  tell: (index: number, name: string) => void,
): void {
  const seen = new Set<string>();
  items.forEach((item, index) => {
    const name = nameOf(item);
    if (name === undefined) return;
    if (seen.has(name)) tell(index, name);
    seen.add(name);
  });
}

function checkKeys({ keys }: ConfigWire, report: Report): void {
  checkUnique(
    keys,
    ({ id }) => id,
    (index, name) => report(["keys", index, "id"], `duplicate id ${name}`),
  );
  keys.forEach(({ secret, secret_sha256 }, index) => {
    if (secret === undefined && secret_sha256 === undefined) report(["keys", index], "needs secret or secret_sha256");
    if (secret !== undefined && secret_sha256 !== undefined)
      report(["keys", index, "secret_sha256"], "must not stand beside secret");
  });
  const given = ({ secret, secret_sha256 }: (typeof keys)[number]): boolean =>
    secret !== undefined || secret_sha256 !== undefined;
  checkUnique(
    keys,
    (key) => (given(key) ? secretDigest(key).toString("hex") : undefined),
    (index) => report(["keys", index], "has the same secret as an earlier key"),
  );
}

/** Built in: it takes inline policies only, and no configuration. */
const RESERVED_ASSET = "api-user-default";

function checkAssets({ assets }: ConfigWire, report: Report): void {
  checkUnique(
    assets,
    ({ id }) => id,
    (index, name) => report(["assets", index, "id"], `duplicate id ${name}`),
  );
  const ids = assets.flatMap(({ id, policies }, asset) =>
    policies.map((policy, index) => ({
      id: policy.policy_id ?? `${id}:${policy.policy_name}`,
      path: ["assets", asset, "policies", index],
    })),
  );
  checkUnique(
    ids,
    (policy) => policy.id,
    (index, name) => report([...(ids[index]?.path ?? []), "policy_id"], `duplicate policy id ${name}`),
  );
  assets.forEach(({ id, policies }, asset) => {
    if (id === RESERVED_ASSET)
      report(["assets", asset, "id"], `${RESERVED_ASSET} is built in and cannot be configured`);
    const path = (index: number): Path => ["assets", asset, "policies", index];
    checkUnique(
      policies,
      ({ policy_name }) => policy_name,
      (index, name) => report([...path(index), "policy_name"], `duplicate policy ${name}: one of each name`),
    );
    policies.forEach((policy, index) => checkPolicy(policy, path(index), report));
  });
}

function checkPolicy(policy: PolicyWire, path: Path, report: Report): void {
  if (policy.action === "disabled") return;
  const analyzer = findAnalyzer(policy.policy_name);
  if (analyzer === undefined) {
    report(
      [...path, "policy_name"],
      `${policy.policy_name} is not available in this version: it is skipped, visibly`,
      "warning",
    );
    return;
  }
  if (policy.scope !== undefined && !canRun(analyzer, policy.scope))
    report([...path, "scope"], `${policy.policy_name} has nothing to say about ${policy.scope}: it would never run`);
  if (policy.mask && !analyzer.masks) report([...path, "mask"], `${policy.policy_name} has nothing to mask`, "warning");
  const preparation = analyzer.prepare(normalizeMetadata(policy.metadata));
  if (preparation.kind === "no_configuration")
    report(path, `${policy.policy_name} needs metadata: it is skipped without it, visibly`, "warning");
  if (preparation.kind === "invalid") {
    const parts =
      preparation.path === ""
        ? []
        : preparation.path.split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : part));
    report([...path, "metadata", ...parts], preparation.reason);
  }
}

/** Paths of the service itself; an upstream behind one would never be reached. */
const OWN_PREFIXES = ["/sdk/v1", "/scan", "/healthz", "/readyz", "/metrics", "/openapi.json", "/console", "/admin"];

function checkUpstreams({ upstreams, assets }: ConfigWire, report: Report): void {
  const known = new Set(assets.map(({ id }) => id));
  checkUnique(
    upstreams,
    ({ name }) => name,
    (index, name) => report(["upstreams", index, "name"], `duplicate name ${name}`),
  );
  checkUnique(
    upstreams,
    ({ prefix }) => normalizePrefix(prefix),
    (index, prefix) => report(["upstreams", index, "prefix"], `duplicate prefix ${prefix}`),
  );
  const areAssetsWhole = !hasHole(assets);
  upstreams.forEach(({ prefix, url, asset }, index) => {
    const path = ["upstreams", index];
    const own = OWN_PREFIXES.find((one) => normalizePrefix(prefix) === one || prefix.startsWith(`${one}/`));
    if (own !== undefined) report([...path, "prefix"], `${own} belongs to the service itself`);
    if (prefix.includes("//") || /(^|\/)\.\.?(\/|$)/.test(prefix)) report([...path, "prefix"], "must be a plain path");
    if (!known.has(asset) && areAssetsWhole) report([...path, "asset"], `there is no asset ${asset}`);
    const reason = urlProblem(url);
    if (reason !== null) report([...path, "url"], reason);
  });
}

/** An unreadable item may be the very one that is referred to. */
const hasHole = (items: readonly unknown[]): boolean => items.includes(undefined);

function urlProblem(url: string): string | null {
  if (url === MOCK_URL) return null;
  const parsed = URL.parse(url);
  if (parsed === null || !["http:", "https:"].includes(parsed.protocol))
    return `must be an http or https URL, or ${MOCK_URL}`;
  if (parsed.username !== "" || parsed.password !== "") return "must not hold credentials: use api_key";
  return parsed.search === "" && parsed.hash === "" ? null : "must have no query and no fragment";
}

function checkStores({ limits, store }: ConfigWire, report: Report): void {
  if (/^rediss?:\/\//.test(limits.store))
    report(["limits", "store"], "Redis is not supported by this version: use memory");
  else if (limits.store !== "memory") report(["limits", "store"], "must be memory");
  if (/^postgres(ql)?:\/\//.test(store.url))
    report(["store", "url"], "PostgreSQL is not supported by this version: use sqlite:PATH or none");
  else if (store.url !== "none" && !/^sqlite:.+/.test(store.url))
    report(["store", "url"], "must be sqlite:PATH or none");
}

const LOOPBACK = /^(127\.|localhost$|::1$)/;
/** The key that the documentation and the shipped configuration show. */
const DEMO_SECRET_SHA256 = sha256("rsk_demo").toString("hex");

/** Harmless on a developer's machine, dangerous on a network. */
function checkExposure({ server, keys, upstreams }: ConfigWire, report: Report): void {
  if (LOOPBACK.test(server.host)) return;
  keys.forEach((key, index) => {
    if (key.active && secretDigest(key).toString("hex") === DEMO_SECRET_SHA256)
      report(["keys", index], "the demo key is public knowledge, and the service is open to the network", "warning");
  });
  upstreams.forEach(({ auth, api_key }, index) => {
    if (auth === "none" && (api_key ?? "") !== "")
      report(["upstreams", index, "auth"], "anyone on the network can spend this api_key: use auth: key", "warning");
  });
}
