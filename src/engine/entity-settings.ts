import type { Analyzer } from "../analyzers/analyzer.ts";
import type { EntitySettings, Finding, Mask, NamedEntity, Policy, Violation } from "../core/model.ts";

/** What a policy says of single kinds; absent: nothing. */
export interface OfKinds {
  readonly policy: Policy;
  readonly entities?: ReadonlyMap<string, EntitySettings>;
}

/**
 * What a policy's list says of each kind. A kind's own item counts before that of its group, and a group's before that of a broader one,
 * wherever they stand in the list.
 */
export function settingsByKind(
  list: readonly NamedEntity[] | undefined,
  { groups }: Pick<Analyzer, "groups">,
): { readonly entities?: ReadonlyMap<string, EntitySettings> } {
  const said = (list ?? []).filter(({ action, threshold, mask, maskStyle }) =>
    [action, threshold, mask, maskStyle].some((setting) => setting !== undefined),
  );
  if (said.length === 0) return {};
  const breadth = [...(groups?.keys() ?? [])];
  const narrowness = ({ name }: NamedEntity): number => {
    const at = breadth.indexOf(name);
    return at < 0 ? breadth.length : at;
  };
  const entities = new Map<string, EntitySettings>();
  for (const { name, ...settings } of said.toSorted((a, b) => narrowness(a) - narrowness(b)))
    for (const kind of groups?.get(name) ?? [name]) entities.set(kind, { ...entities.get(kind), ...settings });
  return { entities };
}

/** Whether a finding blocks by itself. */
export const isBlocking = ({ policy, entities }: OfKinds, { kind }: Finding): boolean =>
  (entities?.get(kind)?.action ?? policy.action) === "block";

/** Whether any finding may block. */
export const mayBlock = ({ policy, entities }: OfKinds): boolean =>
  policy.action !== "disabled" &&
  (policy.action === "block" || [...(entities?.values() ?? [])].some(({ action }) => action === "block"));

/** The score from which findings of a kind count. */
export const thresholdOf = (
  { threshold, entities }: OfKinds & { readonly threshold: number },
  { kind }: Finding,
): number => entities?.get(kind)?.threshold ?? threshold;

/** Whether the proxy writes a mask into the text. */
export const isWritten = ({ isWritten: own }: Mask, policy: Policy): boolean => own ?? policy.mask;

/** The findings that make a violation block; empty when it does not. */
export const blockingOf = ({ action, blocking, findings }: Violation): readonly Finding[] =>
  action === "block" ? (blocking ?? findings) : [];

/** The violation in a text that may not be altered: what would be masked blocks. */
export function sealed(violation: Violation): Violation {
  const { policy, findings, masks } = violation;
  const written = new Set(masks.flatMap((mask) => (isWritten(mask, policy) ? [mask.start] : [])));
  if (written.size === 0) return violation;
  const known = new Set(blockingOf(violation));
  const blocking = findings.filter((finding) => known.has(finding) || written.has(finding.span?.start ?? -1));
  return { ...violation, action: "block", ...(blocking.length === findings.length ? {} : { blocking }) };
}

/** Everything that it flags, it blocks. */
export const withBlock = <Some extends OfKinds>(guard: Some): Some => {
  const { policy, entities } = guard;
  const blocking = { ...guard, policy: { ...policy, action: "block" } };
  if (entities === undefined) return blocking;
  const stricter = new Map([...entities].map(([kind, { action: _weaker, ...rest }]) => [kind, rest] as const));
  return { ...blocking, entities: stricter };
};
