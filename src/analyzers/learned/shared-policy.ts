import { LearnedPolicy, type StoredPolicy } from "./learned-policy.ts";
import { openLanes, WeightLanes } from "./weight-lanes.ts";

const made = new WeakMap<() => StoredPolicy, LearnedPolicy>();

/**
 * The policy with these weights, read and made on first use: a second one would take a second place among the lanes.
 * @param read one function for each policy
 */
export const sharedPolicy = (read: () => StoredPolicy): LearnedPolicy => policyOf(read, openLanes);

/**
 * The same for who asks it about other texts than the rest are asked about. Where nobody else has asked for it, its weights stand alone:
 * beside those of others they would make each of them four times as large in memory.
 */
export const lonePolicy = (read: () => StoredPolicy): LearnedPolicy => policyOf(read, () => new WeightLanes());

function policyOf(read: () => StoredPolicy, lanesOf: () => WeightLanes): LearnedPolicy {
  let policy = made.get(read);
  if (policy === undefined) {
    policy = new LearnedPolicy(read(), lanesOf());
    made.set(read, policy);
  }
  return policy;
}
