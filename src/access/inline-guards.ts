import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { findAnalyzer } from "../analyzers/registry.ts";
import type { Judge } from "../core/judge-model.ts";
import { type Json, type Policy, policyId, PLAIN_MASKING } from "../core/model.ts";
import { compilePolicy } from "../engine/compile.ts";
import { bytesOf, type Guard } from "../engine/guard.ts";
import { badRequest } from "../core/errors.ts";
import type { InlinePolicy } from "../config/inline-policy.ts";
import { normalizeMetadata, TIMEOUT_MS } from "../config/to-config.ts";
import { effectiveGuards, effectiveShadows, type InlineMode } from "../engine/effective.ts";
import type { AssetRuntime } from "./runtime.ts";

/** Callers send the same few policies again and again; compiling a pattern list costs more than running it. */
const CACHED_MAX = 1000;
/** Estimated size of all cached guards, bytes. */
const CACHED_MAX_BYTES = 16 * 1024 * 1024;
/** Longer keys are digested. */
const PLAIN_KEY_MAX_CHARS = 128;

/** Compiles inline policies and caches the guards. */
export class InlineGuards {
  readonly #cache = new LRUCache<string, Guard>({ max: CACHED_MAX, maxSize: CACHED_MAX_BYTES });

  /**
   * The guards of a request's inline policies.
   * @param options.path of the list in the request, for messages: `policies`
   * @param options.judge of policies that need one
   * @throws {ServiceError} `bad_request` for a duplicate name, or metadata that does not compile
   */
  read(items: readonly InlinePolicy[], { path, judge = null }: InlineOptions): readonly Guard[] {
    const names = new Set<string>();
    return items.map((item, index) => {
      if (names.has(item.policy_name))
        throw badRequest(`${path}.${index}.policy_name`, "must not appear twice in the list");
      names.add(item.policy_name);
      return this.#guard(item, { path: `${path}.${index}`, judge });
    });
  }

  #guard(item: InlinePolicy, { path, judge = null }: InlineOptions): Guard {
    const metadata = normalizeMetadata(item.metadata);
    const source = metadata === null ? "" : JSON.stringify(metadata);
    const key = `${item.policy_name} ${item.action} ${judge?.id ?? ""} ${digest(source)}`;
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    const compiled = compilePolicy(inlinePolicy(item, { metadata, judge }), findAnalyzer, judge);
    if (compiled.kind === "invalid") {
      const others = (compiled.others ?? []).map((problem) => `; ${path}.${problem.path}: ${problem.reason}`);
      throw badRequest(`${path}.${compiled.path}`, compiled.reason + others.join(""));
    }
    const guard = withWords(compiled.guard);
    this.#cache.set(key, guard, { size: bytesOf(guard, key.length + source.length) });
    return guard;
  }
}

/** Adds the caller's own names to the policy. */
function withWords(guard: Guard): Guard {
  const words = guard.state.kind === "ready" ? (guard.state.prepared.ownWords ?? []) : [];
  return words.length === 0 ? guard : { ...guard, policy: { ...guard.policy, callerWords: new Set(words) } };
}

export interface InlineOptions {
  readonly path: string;
  readonly judge?: Judge | null;
}

/** The effective policies of a request: those that act, and the shadow policies. */
export interface ChosenGuards {
  readonly guards: readonly Guard[];
  readonly shadows: readonly Guard[];
}

/**
 * The asset's guards with the request's inline policies.
 * @param options.mode what the inline policies may do
 * @throws {ServiceError} `bad_request` when the list is malformed or the asset takes none
 */
export function chooseGuards(
  asset: AssetRuntime,
  items: readonly InlinePolicy[],
  { path, inlineGuards, mode = asset.asset.inlinePolicies }: ChoiceOptions,
): ChosenGuards {
  if (items.length === 0) return asset;
  if (mode === "deny") throw badRequest(path, "must be absent: inline policies are not accepted for this asset");
  const inline = inlineGuards.read(items, { path, judge: asset.judge ?? null });
  return {
    guards: effectiveGuards(asset.guards, inline, mode),
    shadows: effectiveShadows(asset.shadows, inline, mode),
  };
}

interface ChoiceOptions {
  /** Of the list in the request, for messages: `policies`. */
  readonly path: string;
  readonly inlineGuards: InlineGuards;
  readonly mode?: InlineMode | "deny";
}

function digest(source: string): string {
  return source.length <= PLAIN_KEY_MAX_CHARS ? source : createHash("sha256").update(source).digest("base64");
}

function inlinePolicy(
  item: InlinePolicy,
  { metadata, judge }: { readonly metadata: Json; readonly judge: Judge | null },
): Policy {
  return {
    id: policyId(`inline:${item.policy_name}`),
    name: item.policy_name,
    action: item.action,
    scope: null,
    metadata,
    threshold: null,
    mask: false,
    ...PLAIN_MASKING,
    stream: "window",
    onError: "block",
    // It bounds the wait for the judge.
    timeoutMs: judge?.timeoutMs ?? TIMEOUT_MS,
  };
}
