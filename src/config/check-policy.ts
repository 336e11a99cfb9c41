import { compileAllowList } from "../analyzers/allow.ts";
import type { Analyzer, PreparedAnalyzer } from "../analyzers/analyzer.ts";
import { canRun, findAnalyzer } from "../analyzers/registry.ts";
import { IS_RESTORABLE } from "../core/masks.ts";
import type { AllowList } from "../core/model.ts";
import type { Path } from "./document.ts";
import { withHint } from "./explain.ts";
import { allowList, normalizeMetadata } from "./to-policy.ts";
import type { PolicyWire } from "./config-schema.ts";

/** Reports a problem at a path; the caller knows the place in the file. */
export type Report = (path: Path, reason: string, severity?: "error" | "warning") => void;

/** What keeps a policy from running as it is written. */
export function checkPolicy(policy: PolicyWire, path: Path, report: Report): void {
  if (policy.action === "disabled") return;
  const analyzer = findAnalyzer(policy.policy_name);
  if (analyzer === undefined) {
    report(
      [...path, "policy_name"],
      `${policy.policy_name} is not available in this version: it is skipped, visibly`,
      "warning",
    );
    return;
  }
  if (policy.scope !== undefined && !canRun(analyzer, policy.scope))
    report([...path, "scope"], `${policy.policy_name} has nothing to say about ${policy.scope}: it would never run`);
  checkMask(policy, analyzer, (at, reason, severity) => report([...path, ...at], reason, severity));
  const preparation = analyzer.prepare(normalizeMetadata(policy.metadata));
  if (preparation.kind === "no_configuration")
    report(path, `${policy.policy_name} needs metadata: it is skipped without it, visibly`, "warning");
  if (preparation.kind === "invalid") report([...path, "metadata", ...toPath(preparation.path)], preparation.reason);
  checkSensitivity(policy, analyzer, (at, reason) => report([...path, ...at], reason));
  checkAllowed(
    policy,
    { analyzer, prepared: preparation.kind === "ready" ? preparation.analyzer : null },
    (at, reason) => report([...path, ...at], reason),
  );
}

function checkMask(policy: PolicyWire, analyzer: Analyzer, report: Report): void {
  const { policy_name: name, mask, mask_style: style } = policy;
  if (mask !== false && !analyzer.masks) report(["mask"], `${name} has nothing to mask`, "warning");
  if (style !== "placeholder" && !analyzer.masks) report(["mask_style"], `${name} has nothing to mask`, "warning");
  if (mask !== "restore") {
    if (policy.restore_into !== undefined) report(["restore_into"], "is for `mask: restore`");
    return;
  }
  if (!IS_RESTORABLE[style])
    report(["mask"], `restore needs mask_style placeholder or hash: ${style} masks do not tell one value from another`);
  if (policy.scope === "output")
    report(
      ["mask"],
      "nothing is put back: the policy never runs on prompts, where its masks would come from",
      "warning",
    );
}

function checkSensitivity(policy: PolicyWire, analyzer: Analyzer, report: Report): void {
  if (policy.sensitivity === undefined) return;
  if (analyzer.sensitivities === undefined)
    report(["sensitivity"], `${policy.policy_name} has no sensitivities by name: set a threshold`);
  else if (policy.threshold !== undefined) report(["sensitivity"], "a threshold is set as well: choose one");
}

function checkAllowed(
  policy: PolicyWire,
  found: { readonly analyzer: Analyzer; readonly prepared: PreparedAnalyzer | null },
  report: Report,
): void {
  const allow = allowList(policy.allow);
  if (found.analyzer.measure === "score") {
    const reason = `${policy.policy_name} judges the text as a whole: it has no values to allow`;
    if (allow !== null) report(["allow"], reason);
    if (policy.ignore_test_values) report(["ignore_test_values"], reason);
  } else if (allow !== null) checkAllowList(allow, found, report);
}

/** Without the prepared analyzer, kinds that its metadata adds are not known, so none is refused. */
function checkAllowList(
  allow: AllowList,
  { analyzer, prepared }: { readonly analyzer: Analyzer; readonly prepared: PreparedAnalyzer | null },
  report: Report,
): void {
  const kinds =
    prepared === null || analyzer.kinds === undefined ? null : [...analyzer.kinds, ...(prepared.ownKinds ?? [])];
  const compiled = compileAllowList(allow, kinds);
  if (compiled.ok) return;
  const [list, index] = toPath(compiled.path);
  const type = list === "types" ? allow.types[Number(index)] : undefined;
  const known = (kinds ?? []).map(({ id }) => id);
  const reason = type === undefined ? compiled.reason : withHint(compiled.reason, type, known);
  report(["allow", ...toPath(compiled.path)], reason);
}

/** `0.1` → `[0, 1]` */
const toPath = (path: string): Path =>
  path === "" ? [] : path.split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : part));
