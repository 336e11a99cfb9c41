import { LearnedPolicy, type StoredPolicy } from "./learned-policy.ts";

const made = new WeakMap<StoredPolicy, LearnedPolicy>();

/** The policy with these weights, made on first use: a second one would take a second place among the lanes. */
export function sharedPolicy(stored: StoredPolicy): LearnedPolicy {
  let policy = made.get(stored);
  if (policy === undefined) {
    policy = new LearnedPolicy(stored);
    made.set(stored, policy);
  }
  return policy;
}
