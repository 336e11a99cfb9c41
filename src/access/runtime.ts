import {
  DEFAULT_ASSET_ID,
  type ApiKey,
  type Asset,
  type Config,
  type RoleReaders,
  type Upstream,
} from "../config/config-model.ts";
import type { Clock } from "../core/clock.ts";
import type { Judge } from "../core/judge-model.ts";
import type { KeyedHash } from "../core/mask-forms.ts";
import { NO_JUDGE } from "../analyzers/inquiry.ts";
import { findAnalyzer } from "../analyzers/registry.ts";
import { assetId, type OrganizationId, type Policy } from "../core/model.ts";
import { compilePolicy } from "../engine/compile.ts";
import type { Guard } from "../engine/guard.ts";
import { warmUp } from "../engine/warm-up.ts";
import { createCanary, createMaskHash, createNameHash, type NameHash } from "./keyed-hashes.ts";
import { createCursors, type Cursors } from "./cursors.ts";
import { SecretFinder } from "./secret-finder.ts";

/** An asset with its policies compiled. */
export interface AssetRuntime {
  readonly asset: Asset;
  /** Every configured policy that acts, disabled ones included, in the configuration's order. */
  readonly guards: readonly Guard[];
  /** The shadow policies, kept apart from those that act. */
  readonly shadows: readonly Guard[];
  /** The judge of policies that need one and name none, inline policies included; absent: none. */
  readonly judge?: Judge;
}

/** The judges of a configuration by name. */
export type Judges = ReadonlyMap<string, Judge>;

const NO_JUDGES: Judges = new Map();

/** One immutable snapshot of everything that a configuration says. Read it once per request and pass it down. */
export interface Runtime {
  readonly config: Config;
  /** By `keyIndex` of the secret's SHA-256; the whole is compared in constant time. */
  readonly keys: KeyTable;
  /** Finds the same secrets in what goes to providers. */
  readonly secrets: SecretFinder;
  readonly assets: ReadonlyMap<string, AssetRuntime>;
  /** Longest prefix first. */
  readonly upstreams: readonly UpstreamRuntime[];
  /** For `mask_style: hash`. */
  readonly maskHash: KeyedHash;
  /** What the proxy puts into system prompts where an upstream asks for it. Never log it. */
  readonly canary: string;
  /** For names of callers in records. */
  readonly nameHash: NameHash;
  /** For pages of records. */
  readonly cursors: Cursors;
}

export interface UpstreamRuntime {
  readonly upstream: Upstream;
  /** Its asset, whose guards read what the upstream says they read. */
  readonly asset: AssetRuntime;
}

/** A secret of a key. */
export interface KeySecret {
  readonly key: ApiKey;
  readonly sha256: Buffer;
  /** When it ends, ms since the epoch; `null`: with the key. */
  readonly expiresMs: number | null;
}

export type KeyTable = ReadonlyMap<string, readonly KeySecret[]>;

/** Bytes of a secret's digest that index the table. */
const KEY_INDEX_BYTES = 16;

/** The first half of a secret's SHA-256, in hex. */
export function keyIndex(digest: Buffer): string {
  return digest.toString("hex", 0, KEY_INDEX_BYTES);
}

export function buildKeyTable(keys: readonly ApiKey[]): KeyTable {
  const table = new Map<string, KeySecret[]>();
  for (const key of keys)
    for (const [at, sha256] of key.secretsSha256.entries()) {
      const index = keyIndex(sha256);
      table.set(index, [...(table.get(index) ?? []), { key, sha256, expiresMs: key.secretsExpireMs?.[at] ?? null }]);
    }
  return table;
}

/**
 * Compiles every policy of every asset once.
 * @throws {Error} naming path and reason when a policy does not compile; the configuration's own check finds this earlier
 */
export function buildRuntime(config: Config, judges: Judges = NO_JUDGES): Runtime {
  const keys = buildKeyTable(config.keys);
  const assets = new Map<string, AssetRuntime>();
  for (const [index, asset] of config.assets.entries()) {
    assets.set(asset.id, compileAsset(asset, judges, `assets.${index}`));
  }
  const upstreams = routedUpstreams(config, assets);
  const { maskKey, recordKey } = config.server;
  return {
    config,
    keys,
    secrets: new SecretFinder(config.keys),
    assets,
    upstreams,
    maskHash: createMaskHash(maskKey),
    canary: createCanary(maskKey),
    nameHash: createNameHash(recordKey),
    cursors: createCursors(maskKey, config.keys),
  };
}

/** Longest prefix first. An upstream whose asset is missing has no route: the configuration's own check refuses it. */
export function routedUpstreams(
  config: Pick<Config, "upstreams">,
  assets: ReadonlyMap<string, AssetRuntime>,
): readonly UpstreamRuntime[] {
  return config.upstreams
    .flatMap((upstream) => {
      const asset = assets.get(upstream.asset);
      return asset === undefined ? [] : [{ upstream, asset: withReaders(asset, upstream.readers) }];
    })
    .toSorted((a, b) => b.upstream.prefix.length - a.upstream.prefix.length);
}

/** The asset whose guards read the roles that they are named for. */
export function withReaders(asset: AssetRuntime, readers: RoleReaders): AssetRuntime {
  const roles = Object.entries(readers);
  if (roles.length === 0) return asset;
  const reading = (guard: Guard): Guard => ({
    ...guard,
    reads: Object.fromEntries(roles.map(([role, names]) => [role, names.has(guard.policy.name)])),
  });
  return { ...asset, guards: asset.guards.map(reading), shadows: asset.shadows.map(reading) };
}

/** Runs every policy of every asset once, so that the first request does not wait for lazily loaded tables. */
export function warmUpAssets({ assets }: Runtime, clock: Clock): void {
  const every = [...assets.values()].flatMap(({ guards, shadows }) => [...guards, ...shadows]);
  warmUp(every, clock);
}

function compileAsset(asset: Asset, judges: Judges, path: string): AssetRuntime {
  const fallback = asset.judge === undefined ? null : (judges.get(asset.judge) ?? null);
  if (asset.judge !== undefined && fallback === null)
    throw new Error(`${path}.judge: ${NO_JUDGE.unknown(asset.judge)}`);
  const judgeFor = ({ judge }: Policy): Judge | null =>
    judge === undefined ? fallback : (judges.get(judge.name) ?? null);
  const all = asset.policies.map((policy, index) => {
    const compiled = compilePolicy(policy, findAnalyzer, judgeFor(policy));
    if (compiled.kind === "guard") return compiled.guard;
    throw new Error(`${path}.policies.${index}.${compiled.path}: ${compiled.reason}`);
  });
  return { asset, ...partShadows(all), ...(fallback === null ? {} : { judge: fallback }) };
}

/** Separates the policies that act from the shadow policies. */
export function partShadows(all: readonly Guard[]): Pick<AssetRuntime, "guards" | "shadows"> {
  const isShadow = ({ policy }: Guard): boolean => policy.isShadow === true;
  return { guards: all.filter((guard) => !isShadow(guard)), shadows: all.filter(isShadow) };
}

/** Present in every organization. */
export function defaultAsset(organization: OrganizationId): AssetRuntime {
  return {
    asset: { id: assetId(DEFAULT_ASSET_ID), organization, inlinePolicies: "merge", sessionTurns: 1, policies: [] },
    guards: [],
    shadows: [],
  };
}
