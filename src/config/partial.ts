import type { z } from "zod";
import { valueAt } from "./document.ts";
import { assetSchema, configSchema, keySchema, policySchema, type ConfigWire } from "./schema.ts";
import { judgeSchema } from "./schema-judge.ts";
import { upstreamSchema } from "./schema-upstream.ts";

/**
 * The readable part of a configuration that the schema refuses, so that the checks behind the schema can look at it too.
 * Lists keep the indices of the file: an unreadable item is a hole, which `forEach`, `map` and `flatMap` pass over.
 */
export function partialConfig(value: unknown): ConfigWire {
  const defaults = configSchema.parse({});
  const section = <Section>(
    name: keyof typeof configSchema.shape,
    schema: z.ZodType<Section>,
    fallback: Section,
  ): Section => {
    const parsed = schema.safeParse(valueAt(value, [name]));
    return parsed.success ? parsed.data : fallback;
  };
  const assets = readable(valueAt(value, ["assets"]), (item) => {
    const parsed = assetSchema.safeParse(typeof item === "object" && item !== null ? { ...item, policies: [] } : item);
    return parsed.success
      ? { ...parsed.data, policies: readable(valueAt(item, ["policies"]), by(policySchema)) }
      : undefined;
  });
  return {
    server: section("server", configSchema.shape.server, defaults.server),
    keys: readable(valueAt(value, ["keys"]), by(keySchema)),
    judges: readable(valueAt(value, ["judges"]), by(judgeSchema)),
    assets,
    upstreams: readable(valueAt(value, ["upstreams"]), by(upstreamSchema)),
    limits: section("limits", configSchema.shape.limits, defaults.limits),
    store: section("store", configSchema.shape.store, defaults.store),
  };
}

const by =
  <Item>(schema: z.ZodType<Item>) =>
  (item: unknown): Item | undefined => {
    const parsed = schema.safeParse(item);
    return parsed.success ? parsed.data : undefined;
  };

function readable<Item>(list: unknown, read: (item: unknown) => Item | undefined): Item[] {
  const items: Item[] = [];
  if (!Array.isArray(list)) return items;
  for (const [index, raw] of list.entries()) {
    const item = read(raw);
    if (item !== undefined) items[index] = item;
  }
  // A hole at the end would shorten the list, and nobody could tell that something is missing.
  items.length = list.length;
  return items;
}
