import { compileAllowList } from "../analyzers/allow.ts";
import type { Analyzer, PreparedAnalyzer } from "../analyzers/analyzer.ts";
import { preparationOf } from "../analyzers/preparation.ts";
import { canRun, findAnalyzer } from "../analyzers/registry.ts";
import { IS_RESTORABLE } from "../core/masks.ts";
import type { AllowList } from "../core/model.ts";
import type { Path } from "./document.ts";
import { withHint } from "../core/nearest-names.ts";
import { allowList, normalizeMetadata, policyMetadata } from "./to-config.ts";
import type { EntityWire, PolicyWire } from "./config-schema.ts";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { inquiryOf, NO_JUDGE } from "../analyzers/inquiry.ts";
import { whyNoAnswer } from "../core/judge-model.ts";
import type { JudgeWire } from "./schema-services.ts";
import { urlProblem } from "./urls.ts";

/** Reports a problem at a path; the caller knows the place in the file. */
export type Report = (path: Path, reason: string, severity?: "error" | "warning") => void;

/** A report for paths below another. */
export const within =
  (report: Report, path: Path): Report =>
  (at, reason, severity) =>
    report([...path, ...at], reason, severity);

/** Problems that keep a policy from running as written. */
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
  const reportHere = within(report, path);
  checkMask(policy, analyzer, reportHere);
  const metadata = analyzer.groups === undefined ? normalizeMetadata(policy.metadata) : policyMetadata(policy);
  const preparation = preparationOf(analyzer, metadata);
  checkEntities(policy, analyzer, reportHere);
  if (preparation.kind === "no_configuration")
    report(path, `${policy.policy_name} needs metadata: it is skipped without it, visibly`, "warning");
  if (preparation.kind === "invalid")
    for (const { path: at, reason } of [preparation, ...(preparation.others ?? [])])
      reportHere(metadataPath(policy, toPath(at)), reason);
  checkSensitivity(policy, analyzer, reportHere);
  const prepared = preparation.kind === "ready" ? preparation.analyzer : null;
  checkAllowed(policy, { analyzer, prepared }, reportHere);
}

/** Where the file says what stands at a path of the metadata. */
function metadataPath({ entities }: PolicyWire, at: Path): Path {
  if ((entities ?? []).length === 0) return ["metadata", ...at];
  const item = entities?.[Number(at[0])];
  return ["entities", ...at, ...(at.length === 1 && typeof item === "object" ? ["name"] : [])];
}

function checkEntities(policy: PolicyWire, analyzer: Analyzer, report: Report): void {
  const entities = policy.entities ?? [];
  if (entities.length === 0) return;
  if (analyzer.groups === undefined)
    return report(["entities"], `${policy.policy_name} has no types and groups to name`);
  if (normalizeMetadata(policy.metadata) !== null) report(["entities"], "metadata is set as well: choose one");
  const seen = new Set<string>();
  for (const [index, item] of entities.entries()) {
    const name = typeof item === "string" ? item : item.name;
    if (seen.has(name)) report(["entities", index], "is in the list twice");
    seen.add(name);
    if (typeof item !== "string") checkEntity(item, policy, within(report, ["entities", index]));
  }
}

function checkEntity(item: EntityWire, { mask }: PolicyWire, report: Report): void {
  if (item.name.startsWith("-") && Object.keys(item).length > 1) report(["name"], "is left out, so it has no settings");
  const { mask_style: style } = item;
  if (mask === "restore" && style !== undefined && item.mask !== false && !IS_RESTORABLE[style])
    report(["mask_style"], "does not tell one value from another, and the policy has mask: restore");
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

/** Without the prepared analyzer the kinds of its metadata are unknown, so no kind is refused. */
function checkAllowList(
  allow: AllowList,
  { analyzer, prepared }: { readonly analyzer: Analyzer; readonly prepared: PreparedAnalyzer | null },
  report: Report,
): void {
  const kinds =
    prepared === null || analyzer.kinds === undefined ? null : [...analyzer.kinds, ...(prepared.ownKinds ?? [])];
  const compiled = compileAllowList(allow, kinds);
  if (compiled.ok) return;
  report(["allow", ...toPath(compiled.path)], compiled.reason);
}

/** `0.1` → `[0, 1]` */
const toPath = (path: string): Path =>
  path === "" ? [] : path.split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/** Keys that a kind needs, and keys of only some kinds that it accepts. */
const NEEDED: Readonly<Record<JudgeWire["kind"], readonly (keyof JudgeWire)[]>> = {
  chat: ["url", "model"],
  moderations: ["url"],
  classifier: ["url"],
  kserve: ["url", "model", "classes"],
  onnx: ["folder"],
};
const KNOWN: Readonly<Record<JudgeWire["kind"], readonly (keyof JudgeWire)[]>> = {
  chat: ["url", "model", "api_key", "api_key_header"],
  moderations: ["url", "model", "api_key", "api_key_header"],
  classifier: ["url", "api_key", "api_key_header"],
  kserve: ["url", "model", "api_key", "api_key_header", "classes", "activation"],
  onnx: ["folder", "activation"],
};
const OF_SOME_KINDS = ["url", "model", "folder", "api_key", "api_key_header", "classes", "activation"] as const;

/** Problems of a judge's settings. */
export function checkJudge(judge: JudgeWire, ownPort: number, report: Report): void {
  const { kind, url } = judge;
  for (const key of NEEDED[kind]) if (judge[key] === undefined) report([], `a judge of kind ${kind} needs ${key}`);
  for (const key of OF_SOME_KINDS)
    if (isSet(judge[key]) && !KNOWN[kind].includes(key)) report([key], `means nothing to a judge of kind ${kind}`);
  const reason = url === undefined ? null : urlProblem(url, ownPort);
  if (reason !== null) report(["url"], reason);
  checkLabels(judge, report);
  if (judge.folder !== undefined && kind === "onnx") checkFolder(judge.folder, report);
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== "";

function checkLabels({ kind, labels, classes }: JudgeWire, report: Report): void {
  const mapped = Object.entries(labels);
  if (new Set(classes).size < (classes?.length ?? 0)) report(["classes"], "must not hold a label twice");
  if (kind === "chat") {
    if (mapped.length > 0) report(["labels"], "a judge of kind chat is asked in words: it has no labels");
    return;
  }
  if (mapped.length === 0) report([], "needs labels: which of the model's count as which policy");
  for (const [name, wanted] of mapped) {
    const unknown = classes === undefined ? undefined : [wanted].flat().find((label) => !classes.includes(label));
    if (unknown !== undefined)
      report(["labels", name], withHint(`${unknown} is none of the classes`, unknown, classes ?? []));
  }
}

function checkFolder(folder: string, report: Report): void {
  const has = (name: string): boolean => existsSync(join(folder, name));
  if (!has("model.onnx")) report(["folder"], "model.onnx is missing there");
  if (!has("labels.json") && !has("config.json")) report(["folder"], "labels.json or config.json is missing there");
  if (!has("tokenizer.json") && !has("vocab.txt")) report(["folder"], "tokenizer.json or vocab.txt is missing there");
}

/** The judges that a policy may name. */
interface JudgeChoice {
  /** By name. */
  readonly judges: ReadonlyMap<string, JudgeWire>;
  /** False if an unreadable item may be the one that is referred to. */
  readonly areWhole: boolean;
  /** The asset's own, for policies that need one. */
  readonly fallback: string | undefined;
}

/** Problems of a policy's judge. */
export function checkPolicyJudge(policy: PolicyWire, choice: JudgeChoice, report: Report): void {
  const { policy_name: name, judge, judge_mode: mode, judge_band: band } = policy;
  const isJudged = findAnalyzer(name)?.isJudged === true;
  if (judge === undefined) {
    if (mode !== undefined) report(["judge_mode"], "there is no judge beside it");
    if (band !== undefined) report(["judge_band"], "there is no judge beside it");
    if (isJudged && choice.fallback === undefined)
      report([], `${name} needs a judge: it is skipped without one, visibly`, "warning");
    return;
  }
  if (band !== undefined) checkBand(policy, band, report);
  if (mode === "after" && isJudged) report(["judge_mode"], NO_JUDGE.hasNoDetector(name));
  const chosen = choice.judges.get(judge);
  if (chosen !== undefined) checkQuestion(policy, chosen, report);
  else if (choice.areWhole) report(["judge"], withHint(NO_JUDGE.unknown(judge), judge, [...choice.judges.keys()]));
}

/** Whether the judge can answer what the policy asks. */
function checkQuestion(policy: PolicyWire, { name, kind, labels }: JudgeWire, report: Report): void {
  const analyzer = findAnalyzer(policy.policy_name);
  if (analyzer === undefined) return;
  const preparation = preparationOf(analyzer, policyMetadata(policy));
  const inquiry = inquiryOf(preparation);
  if (inquiry === undefined) {
    if (preparation.kind === "ready") report(["judge"], NO_JUDGE.findsValues(policy.policy_name));
    return;
  }
  const reason = whyNoAnswer({ name, kind, labels: new Set(Object.keys(labels)) }, inquiry.question);
  if (reason !== null) report(["judge"], reason);
}

function checkBand({ judge_mode: mode }: PolicyWire, [low = 0, high = 1]: readonly number[], report: Report): void {
  if (mode === "alone") report(["judge_band"], "only judge_mode after has a band: alone, the judge decides every text");
  if (low > high) report(["judge_band"], "must begin with its lower end");
}

/** Problems of an asset's judge. */
export function checkAssetJudge(judge: string | undefined, choice: JudgeChoice, report: Report): void {
  if (judge === undefined) return;
  const chosen = choice.judges.get(judge);
  if (chosen === undefined) {
    if (choice.areWhole) report(["judge"], withHint(NO_JUDGE.unknown(judge), judge, [...choice.judges.keys()]));
  } else if (chosen.kind !== "chat")
    report(["judge"], `judge ${judge} is of kind ${chosen.kind}, and only kind chat reads rules`);
}
