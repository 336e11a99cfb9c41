import type { Json } from "../core/model.ts";
import type { Analyzer, Preparation } from "./analyzer.ts";

/** By list of metadata, as long as something else holds that list. */
const PREPARED = new WeakMap<object, WeakMap<Analyzer, Preparation>>();

/**
 * What an analyzer makes of a policy's metadata. The check of a configuration, the check of its judges and the compiler ask for the same
 * list, and some take a quarter of a second to prepare: each is prepared once.
 */
export function preparationOf(analyzer: Analyzer, metadata: Json): Preparation {
  if (typeof metadata !== "object" || metadata === null) return analyzer.prepare(metadata);
  let known = PREPARED.get(metadata);
  if (known === undefined) PREPARED.set(metadata, (known = new WeakMap()));
  let preparation = known.get(analyzer);
  if (preparation === undefined) known.set(analyzer, (preparation = analyzer.prepare(metadata)));
  return preparation;
}
