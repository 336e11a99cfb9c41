import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import type { Json } from "../../src/core/model.ts";

/** What a policy finds, beside its tests: `test/analyzers/<its folder>/planted.ts`. */
export interface Planted {
  /** The name of the policy. */
  readonly policy: string;
  /** Sentences, each with its space or line end; each is blocked, or some of them together. */
  readonly texts: readonly string[];
  /** Absent: none is needed. */
  readonly metadata?: Json;
  /** Where the sentences are to be blocked together rather than each by itself. Absent: as shipped. */
  readonly threshold?: number;
}

const FOLDER = new URL("../analyzers/", import.meta.url);

const files = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => new URL(`${name}/planted.ts`, FOLDER))
  .filter((file) => existsSync(file));

const planted = await Promise.all(
  files.map(async (file) => ((await import(file.href)) as { readonly PLANTED: Planted }).PLANTED),
);

export function plantedOf(policy: string): Planted {
  const own = planted.find((each) => each.policy === policy);
  assert.ok(own, `${policy}: add planted.ts to its folder under test/analyzers, with texts that it finds`);
  return own;
}
