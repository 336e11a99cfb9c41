import { existsSync } from "node:fs";
import { join } from "node:path";
import { findAnalyzer } from "../analyzers/registry.ts";
import { inquiryOf } from "../analyzers/inquiry.ts";
import { whyNoAnswer } from "../core/judge-model.ts";
import type { Report } from "./check-policy.ts";
import { withHint } from "./explain.ts";
import { normalizeMetadata } from "./to-policy.ts";
import type { PolicyWire } from "./config-schema.ts";
import type { JudgeWire } from "./schema-judge.ts";
import { urlProblem } from "./url-problem.ts";

/** Which keys a kind needs, and which of those that only some kinds have it knows. */
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

/** What keeps a judge from being asked as it is written. */
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

/** What can be said of a policy's judge. */
export interface JudgeChoice {
  /** By name. */
  readonly judges: ReadonlyMap<string, JudgeWire>;
  /** An item that cannot be read may be the very one that is referred to. */
  readonly areWhole: boolean;
  /** The asset's own, for policies that cannot do without. */
  readonly fallback: string | undefined;
}

/** What keeps a policy's judge from being asked. */
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
  if (mode === "after" && isJudged)
    report(["judge_mode"], `${name} has no detector of its own: its judge decides alone`);
  const chosen = choice.judges.get(judge);
  if (chosen !== undefined) checkQuestion(policy, chosen, report);
  else if (choice.areWhole) report(["judge"], withHint(`there is no judge ${judge}`, judge, [...choice.judges.keys()]));
}

/** Whether the judge can answer what the policy asks. */
function checkQuestion(policy: PolicyWire, { name, kind, labels }: JudgeWire, report: Report): void {
  const preparation = findAnalyzer(policy.policy_name)?.prepare(normalizeMetadata(policy.metadata));
  const inquiry = preparation === undefined ? undefined : inquiryOf(preparation);
  if (inquiry === undefined) {
    if (preparation?.kind === "ready")
      report(["judge"], `${policy.policy_name} finds values, and a judge scores a text`);
    return;
  }
  const reason = whyNoAnswer({ name, kind, labels: new Set(Object.keys(labels)) }, inquiry.question);
  if (reason !== null) report(["judge"], reason);
}

function checkBand({ judge_mode: mode }: PolicyWire, [low = 0, high = 1]: readonly number[], report: Report): void {
  if (mode === "alone") report(["judge_band"], "only judge_mode after has a band: alone, the judge decides every text");
  if (low > high) report(["judge_band"], "must begin with its lower end");
}

/** What keeps the judge of an asset from being asked. */
export function checkAssetJudge(judge: string | undefined, choice: JudgeChoice, report: Report): void {
  if (judge === undefined) return;
  const chosen = choice.judges.get(judge);
  if (chosen === undefined) {
    if (choice.areWhole) report(["judge"], withHint(`there is no judge ${judge}`, judge, [...choice.judges.keys()]));
  } else if (chosen.kind !== "chat")
    report(["judge"], `judge ${judge} is of kind ${chosen.kind}, and only kind chat reads rules`);
}
