import { LRUCache } from "lru-cache";
import { isInScope } from "../access/callers.ts";
import { chooseGuards, type InlineGuards } from "../access/inline-guards.ts";
import { withReaders, type AssetRuntime } from "../access/runtime.ts";
import type { ApiKey } from "../config/config-model.ts";
import { inlinePolicies, type InlinePolicy } from "../config/inline-policy.ts";
import { normalizeMetadata } from "../config/to-config.ts";
import { badRequest } from "../core/errors.ts";
import { decodeUtf8, parseJson } from "../core/json.ts";
import type { Json } from "../core/model.ts";
import type { InlineMode } from "../engine/effective.ts";
import type { ProxyIngress } from "./context.ts";
import { INLINE_HEADER } from "./upstream/headers.ts";

/** What the header may do, as the answer says it. */
const MODE_HEADER = "x-guardrail-inline";

/** Assets with inline policies that are kept for each asset, and the length of their headers together, UTF-16 units. */
const CHOICES_MAX = 64;
const CHOICES_MAX_CHARS = 65_536;

/** The policies that requests choose by a header: `x-guardrail-policies: pii_detection=flag, toxicity_detection=block`. */
export class InlineChoices {
  readonly #guards: InlineGuards;
  /** By asset, header and mode. What a reload replaces is forgotten with its asset. */
  readonly #chosen = new WeakMap<AssetRuntime, LRUCache<string, AssetRuntime>>();

  constructor(guards: InlineGuards) {
    this.#guards = guards;
  }

  /**
   * The asset of a request with the policies that its header asks for; the asset itself without such a header.
   * @param key the service key of the request; `null`: it has none
   * @throws {ServiceError} `bad_request` with the place in the header
   */
  assetOf(
    { request, asset, upstream, headers }: Pick<ProxyIngress, "request" | "asset" | "upstream" | "headers">,
    key: ApiKey | null,
  ): AssetRuntime {
    const header = request.headers[INLINE_HEADER];
    if (typeof header !== "string" || header.trim() === "") return asset;
    const isTrusted = mayWeaken(asset, key);
    const configured = asset.asset.inlinePolicies;
    const mode = isTrusted || configured === "deny" ? configured : "tighten";
    if (mode !== "deny") headers[MODE_HEADER] = mode;
    return this.#choose(asset, header, { mode, isTrusted, upstream });
  }

  #choose(asset: AssetRuntime, header: string, { mode, isTrusted, upstream }: Choosing): AssetRuntime {
    const name = `${isTrusted ? "key" : "none"} ${header}`;
    const kept = this.#chosen.get(asset)?.get(name);
    if (kept !== undefined) return kept;
    const items = readHeader(header);
    if (!isTrusted && mode !== "deny") checkPlain(items);
    const chosen = chooseGuards(asset, items, { path: INLINE_HEADER, inlineGuards: this.#guards, mode });
    // Policies of the request read the roles that the upstream has them read.
    const made = withReaders({ ...asset, ...chosen }, upstream.readers);
    const all = this.#chosen.get(asset) ?? openCache();
    this.#chosen.set(asset, all);
    all.set(name, made, { size: name.length });
    return made;
  }
}

interface Choosing extends Pick<ProxyIngress, "upstream"> {
  readonly mode: InlineMode | "deny";
  readonly isTrusted: boolean;
}

const openCache = (): LRUCache<string, AssetRuntime> => new LRUCache({ max: CHOICES_MAX, maxSize: CHOICES_MAX_CHARS });

/**
 * Whether the header may do all that the asset allows. Whoever reaches an upstream without keys may send it, an app's own client as well:
 * without a key for the asset it only adds and strengthens.
 */
function mayWeaken({ asset }: AssetRuntime, key: ApiKey | null): boolean {
  return key !== null && key.organization === asset.organization && key.accessLevel >= 2 && isInScope(key, asset.id);
}

/** Patterns and lists are compiled, and rules ask a judge: no one without a key makes the service do either. */
function checkPlain(items: readonly InlinePolicy[]): void {
  const at = items.findIndex(({ metadata }) => normalizeMetadata(metadata) !== null);
  if (at >= 0) throw badRequest(`${INLINE_HEADER}.${at}.metadata`, "needs a service key of the asset's organization");
}

/** Either form: `NAME=ACTION, …`, or the API's JSON list, which may hold metadata. */
function readHeader(header: string): readonly InlinePolicy[] {
  // Node reads header bytes as latin1; JSON is UTF-8.
  const text = decodeUtf8(Buffer.from(header.trim(), "latin1"));
  if (text === null) throw badRequest(INLINE_HEADER, "must be UTF-8");
  const parsed = inlinePolicies.safeParse(text.startsWith("[") ? jsonOf(text) : pairsOf(text));
  if (parsed.success) return parsed.data ?? [];
  const [issue] = parsed.error.issues;
  throw badRequest([INLINE_HEADER, ...(issue?.path ?? [])].join("."), issue?.message ?? "is invalid");
}

function jsonOf(text: string): Json {
  const parsed = parseJson(text);
  if (!parsed.ok) throw badRequest(INLINE_HEADER, parsed.reason);
  return parsed.value;
}

function pairsOf(text: string): Json {
  return text.split(",").map((pair, at) => {
    const [name = "", action, ...rest] = pair.split("=").map((part) => part.trim());
    if (action === undefined || rest.length > 0) throw badRequest(`${INLINE_HEADER}.${at}`, "must be NAME=ACTION");
    return { policy_name: name, action };
  });
}
