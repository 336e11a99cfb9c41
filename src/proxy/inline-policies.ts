import { LRUCache } from "lru-cache";
import { chooseGuards, type InlineGuards } from "../access/inline-guards.ts";
import { withReaders, type AssetRuntime } from "../access/runtime.ts";
import type { ApiKey } from "../config/config-model.ts";
import { inlinePolicies, type InlinePolicy } from "../config/inline-policy.ts";
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
    const mode = modeOf(asset, key);
    if (mode !== "deny") headers[MODE_HEADER] = mode;
    return this.#choose(asset, header, { mode, upstream });
  }

  #choose(asset: AssetRuntime, header: string, { mode, upstream }: Choosing): AssetRuntime {
    const name = `${mode} ${header}`;
    const kept = this.#chosen.get(asset)?.get(name);
    if (kept !== undefined) return kept;
    const chosen = chooseGuards(asset, readHeader(header), { path: INLINE_HEADER, inlineGuards: this.#guards, mode });
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
}

const openCache = (): LRUCache<string, AssetRuntime> => new LRUCache({ max: CHOICES_MAX, maxSize: CHOICES_MAX_CHARS });

/**
 * What the inline policies of a proxied request may do. Whoever reaches an upstream without keys may send this header, an app's own client
 * as well: without a key of the asset's organization it only adds and strengthens.
 */
function modeOf({ asset }: AssetRuntime, key: ApiKey | null): InlineMode | "deny" {
  const { inlinePolicies: configured, organization } = asset;
  if (configured === "deny") return "deny";
  const isTrusted = key !== null && key.organization === organization && key.accessLevel >= 2;
  return isTrusted ? configured : "tighten";
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
