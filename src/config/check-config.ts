import { findAnalyzer } from "../analyzers/registry.ts";
import { ownPathOver } from "../core/own-paths.ts";
import { checkAssetJudge, checkJudge, checkPolicyJudge, checkPolicy, type Report, within } from "./check-policy.ts";
import { DEFAULT_ASSET_ID } from "./config-model.ts";
import type { Path } from "./document.ts";
import { withHint } from "../core/nearest-names.ts";
import { defaultPolicyId, MOCK_URL, normalizePrefix, secretDigests, sha256 } from "./to-config.ts";
import { checkKeyTimes, type KeyTimes } from "./check-keys.ts";
import type { KeyWire } from "./schema-keys.ts";
import type { ConfigWire, PolicyWire } from "./config-schema.ts";
import { isLoopback, NO_HTTP, urlProblem, readAlertUrl } from "./urls.ts";

/** Where the service listens, and what else the file does not say. */
interface Circumstances extends KeyTimes {
  readonly host: string;
  readonly port: number;
  /** False while the keys of `keys_file` are unknown. */
  readonly areKeysRead: boolean;
}

/**
 * Checks beyond the schema: uniqueness, references, addresses, policies that compile, unwise settings.
 * Lists have holes for unreadable items, so they are walked by `forEach`, `map` and `flatMap` only.
 */
export function checkConfig(wire: ConfigWire, { host, port, areKeysRead, nowMs }: Circumstances, report: Report): void {
  checkKeys(wire, report);
  checkKeyTimes(wire, { nowMs }, report);
  checkKeyAssets(wire, report);
  checkJudges(wire, port, report);
  checkAssets(wire, report);
  checkUpstreams(wire, { port, areKeysRead }, report);
  checkAlerts(wire, report);
  checkLimits(wire, report);
  checkMaskKey(wire, report);
  checkAdminPort(wire, port, report);
  checkBuffered(wire, report);
  if (!isLoopback(host)) checkExposure(wire, report);
}

/** Reports every item whose name an earlier one has. */
function checkUnique<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string | undefined,
  reportDuplicate: (index: number, name: string) => void,
): void {
  const seen = new Set<string>();
  items.forEach((item, index) => {
    const name = nameOf(item);
    if (name === undefined) return;
    if (seen.has(name)) reportDuplicate(index, name);
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
  const holders = new Map<string, KeyWire>();
  keys.forEach((key, index) => {
    for (const digest of secretDigests(key).map((bytes) => bytes.toString("hex"))) {
      const holder = holders.get(digest);
      if (holder === undefined) holders.set(digest, key);
      else report(["keys", index], `has the same secret ${holder === key ? "twice" : "as an earlier key"}`);
    }
  });
}

/** Scopes name assets of the key's organization. */
function checkKeyAssets({ keys, assets }: ConfigWire, report: Report): void {
  if (hasHole(assets)) return;
  keys.forEach(({ organization, assets: scope = [] }, key) => {
    const own = assets.filter((asset) => asset.organization === organization).map(({ id }) => id);
    scope.forEach((name, index) => {
      if (name === DEFAULT_ASSET_ID || own.includes(name)) return;
      report(["keys", key, "assets", index], withHint(`${organization} has no asset ${name}`, name, own));
    });
  });
}

function checkJudges({ judges }: ConfigWire, port: number, report: Report): void {
  checkUnique(
    judges,
    ({ name }) => name,
    (index, name) => report(["judges", index, "name"], `duplicate name ${name}`),
  );
  judges.forEach((judge, index) => checkJudge(judge, port, within(report, ["judges", index])));
}

const NO_ALERT_URL =
  "must be an http or https URL, or syslog://host:port or syslogs://host:port, without credentials: use authorization";

function checkAlerts({ alerts, assets }: ConfigWire, report: Report): void {
  checkUnique(
    alerts,
    ({ name }) => name,
    (index, name) => report(["alerts", index, "name"], `duplicate name ${name}`),
  );
  const known = assets.flatMap(({ id }) => [id]);
  alerts.forEach((alert, index) => {
    const target = readAlertUrl(alert.url);
    const path = ["alerts", index];
    if (target === null) report([...path, "url"], NO_ALERT_URL);
    else if (target.kind === "syslog" && alert.kind !== "cef") report([...path, "url"], "syslog is for kind: cef only");
    alert.assets?.forEach((asset, at) => {
      if (!known.includes(asset) && !hasHole(assets))
        report([...path, "assets", at], withHint(`there is no asset ${asset}`, asset, known));
    });
  });
}

function checkAssets({ assets, judges }: ConfigWire, report: Report): void {
  const known = new Map(judges.flatMap((judge) => [[judge.name, judge] as const]));
  const areWhole = !hasHole(judges);
  checkUnique(
    assets,
    ({ id }) => id,
    (index, name) => report(["assets", index, "id"], `duplicate id ${name}`),
  );
  checkPolicyIds(assets, report);
  checkShadowJudges(assets, report);
  assets.forEach(({ id, policies, judge }, asset) => {
    const choice = { judges: known, areWhole, fallback: judge };
    checkAssetJudge(judge, choice, within(report, ["assets", asset]));
    if (id === DEFAULT_ASSET_ID)
      report(["assets", asset, "id"], `${DEFAULT_ASSET_ID} is built in and cannot be configured`);
    const path = (index: number): Path => ["assets", asset, "policies", index];
    checkUnique(
      policies,
      ({ policy_name, shadow }) => (shadow ? `${policy_name} in the shadow` : policy_name),
      (index, name) => report([...path(index), "policy_name"], `duplicate policy ${name}: one of each name`),
    );
    policies.forEach((policy, index) => {
      checkPolicy(policy, path(index), report);
      if (policy.action !== "disabled") checkPolicyJudge(policy, choice, within(report, path(index)));
    });
  });
}

/** Generated ids collide only where an asset or a policy name does, which is reported there. */
function checkPolicyIds(assets: ConfigWire["assets"], report: Report): void {
  const ids = assets.flatMap(({ id, policies }, asset) =>
    policies.map((policy, index) => ({
      id: policy.policy_id ?? defaultPolicyId(id, policy),
      isChosen: policy.policy_id !== undefined,
      path: ["assets", asset, "policies", index, "policy_id"],
    })),
  );
  // Chosen ids last: those can be changed.
  const ordered = [...ids.filter(({ isChosen }) => !isChosen), ...ids.filter(({ isChosen }) => isChosen)];
  checkUnique(
    ordered,
    ({ id }) => id,
    (index, id) => {
      const item = ordered[index];
      if (item?.isChosen === true) report(item.path, `duplicate policy id ${id}`);
    },
  );
}

function checkUpstreams(
  { upstreams, assets, keys }: ConfigWire,
  { port, areKeysRead }: Pick<Circumstances, "port" | "areKeysRead">,
  report: Report,
): void {
  const organizations = new Map(assets.flatMap(({ id, organization }) => [[id, organization] as const]));
  const owners = new Set(keys.flatMap(({ organization, access_level }) => (access_level === 2 ? [organization] : [])));
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
  // An unreadable item may be the one that is referred to.
  const [areAssetsWhole, areKeysWhole] = [!hasHole(assets), !hasHole(keys) && areKeysRead];
  upstreams.forEach(({ prefix, url, asset, auth }, index) => {
    const path = ["upstreams", index];
    const prefixReason = prefixProblem(normalizePrefix(prefix));
    if (prefixReason !== null) report([...path, "prefix"], prefixReason);
    const urlReason = url === MOCK_URL ? null : urlProblem(url, port);
    if (urlReason !== null) report([...path, "url"], urlReason === NO_HTTP ? `${NO_HTTP}, or ${MOCK_URL}` : urlReason);
    const organization = organizations.get(asset);
    if (organization === undefined) {
      if (areAssetsWhole)
        report([...path, "asset"], withHint(`there is no asset ${asset}`, asset, [...organizations.keys()]));
    } else if (auth === "key" && areKeysWhole && !owners.has(organization))
      report(
        [...path, "auth"],
        `no key of access level 2 belongs to ${organization}, whose asset this is: nobody could call it`,
      );
  });
}

const hasHole = (items: readonly unknown[]): boolean => items.includes(undefined);

function prefixProblem(prefix: string): string | null {
  const own = ownPathOver(prefix);
  if (own !== undefined) return `${own} belongs to the service itself`;
  return prefix.includes("//") || /\/\.\.?(\/|$)/.test(prefix) ? "must be a plain path" : null;
}

/** Endpoints that have a window; a limit for any other path has no effect. */
export const LIMITED_ENDPOINTS: readonly string[] = [
  "GET /admin/keys",
  "DELETE /admin/records",
  "GET /admin/records",
  "GET /admin/records/export",
  "GET /admin/records/{request_id}",
  "GET /admin/sessions/{session_id}",
  "GET /admin/statistics",
  "GET /admin/traces/{trace_id}",
  "POST /scan/analyze-prompt",
  "POST /scan/analyze-response",
  "POST /sdk/v1/analyze/prompt",
  "POST /sdk/v1/analyze/response",
  "POST /sdk/v1/events/record",
  "GET /sdk/v1/verify/api-key",
  "GET /sdk/v1/verify/asset",
];

function checkLimits({ limits }: ConfigWire, report: Report): void {
  for (const route of Object.keys(limits.routes)) {
    if (LIMITED_ENDPOINTS.includes(route)) continue;
    const reason = withHint("no such endpoint: it limits nothing", route, LIMITED_ENDPOINTS);
    report(["limits", "routes", route], reason, "warning");
  }
}

/** Hash masks are for comparison, which needs the same key in every process. */
function checkMaskKey({ server, assets }: ConfigWire, report: Report): void {
  if ((server.mask_key ?? "") !== "") return;
  assets.forEach(({ policies }, asset) =>
    policies.forEach(({ action, mask_style }, index) => {
      if (mask_style === "hash" && action !== "disabled")
        report(
          ["assets", asset, "policies", index, "mask_style"],
          "server.mask_key is not set: equal values get equal masks only as long as this process lives",
          "warning",
        );
    }),
  );
}

/** The key that the documentation and the shipped configuration show. */
const DEMO_SECRET_SHA256 = sha256("rsk_demo").toString("hex");

function checkAdminPort({ server }: ConfigWire, port: number, report: Report): void {
  if (server.admin_port === port && port !== 0) report(["server", "admin_port"], "must differ from server.port");
}

/** A body larger than the whole buffer is never accepted. */
function checkBuffered({ server, upstreams }: ConfigWire, report: Report): void {
  const isTooMuch = (bytes: number): boolean => bytes > server.buffered_max_bytes;
  const reason = "is more than server.buffered_max_bytes, so the largest get 503";
  if (isTooMuch(server.body_max_bytes)) report(["server", "body_max_bytes"], reason, "warning");
  upstreams.forEach(({ response_max_bytes }, index) => {
    if (isTooMuch(response_max_bytes)) report(["upstreams", index, "response_max_bytes"], reason, "warning");
  });
}

/** Harmless on a developer's machine, dangerous on a network. */
function checkExposure({ keys, upstreams }: ConfigWire, report: Report): void {
  keys.forEach((key, index) => {
    if (key.active && secretDigests(key).some((digest) => digest.toString("hex") === DEMO_SECRET_SHA256))
      report(["keys", index], "the demo key is public knowledge, and the service is open to the network", "warning");
  });
  upstreams.forEach(({ auth, api_key }, index) => {
    if (auth === "none" && (api_key ?? "") !== "")
      report(["upstreams", index, "auth"], "anyone on the network can spend this api_key: use auth: key", "warning");
  });
}

/**
 * A judge has one queue and one breaker for all callers. A shadow policy must not delay or fail a request, so it may not share the
 * judge of a policy that acts.
 */
function checkShadowJudges(assets: ConfigWire["assets"], report: Report): void {
  const acting = new Set<string>();
  assets.forEach(({ judge, policies }) => {
    // Inline policies may ask it.
    if (judge !== undefined) acting.add(judge);
    policies.forEach((policy) => {
      const asked = policy.shadow ? undefined : askedBy(policy, judge);
      if (asked !== undefined) acting.add(asked);
    });
  });
  assets.forEach(({ judge, policies }, asset) =>
    policies.forEach((policy, index) => {
      const asked = policy.shadow ? askedBy(policy, judge) : undefined;
      if (asked === undefined || !acting.has(asked)) return;
      const reason = `policies that act ask ${asked}: a shadow policy needs a judge of its own, or it could make theirs late`;
      report(["assets", asset, "policies", index, "judge"], reason);
    }),
  );
}

function askedBy({ policy_name, action, judge }: PolicyWire, fallback: string | undefined): string | undefined {
  if (action === "disabled") return undefined;
  return judge ?? (findAnalyzer(policy_name)?.isJudged === true ? fallback : undefined);
}
