import { LearnedPolicy, type StoredPolicy } from "./learned-policy.ts";

const made = new WeakMap<() => StoredPolicy, LearnedPolicy>();

/**
 * The policy with these weights, read and made on first use: a second one would take a second place among the lanes.
 * @param read one function for each policy
 */
export function sharedPolicy(read: () => StoredPolicy): LearnedPolicy {
  let policy = made.get(read);
  if (policy === undefined) {
    policy = new LearnedPolicy(read());
    made.set(read, policy);
  }
  return policy;
}
