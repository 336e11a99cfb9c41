import { codeOf } from "../../core/errors.ts";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { StoreConfig } from "../../config/config-model.ts";
import type { Policy, Json } from "../../core/model.ts";
import { compilePolicy } from "../../engine/compile.ts";
import type { Guard } from "../../engine/guard.ts";
import { storePlace } from "../../core/stores.ts";
import { storedContents, type StoredContent } from "../../store/open-store.ts";
import { systemClock } from "../process.ts";
import {
  configuredAsset,
  type CommandPorts,
  type ConfiguredPorts,
  type ConfiguredAsset,
  Problems,
  UsageError,
} from "../command.ts";
import { EITHER, PROMPT, readBenignLines, ANSWER, type View } from "./benign-lines.ts";
import { Calibration, type PolicyCalibration, type Interval } from "./calibration.ts";

/** What the process provides to the command. */
export interface CalibratePorts extends ConfiguredPorts {
  readonly writeFile: (file: string, content: string) => void;
  /** `null`: there is no such file. */
  readonly readExisting: (file: string) => string | null;
}

const OPTIONS = {
  asset: { type: "string" },
  benign: { type: "string", multiple: true },
  records: { type: "boolean", default: false },
  fpr: { type: "string", default: "0.01" },
  write: { type: "string" },
  json: { type: "boolean", default: false },
  config: { type: "string" },
} as const;

/** Texts that one run takes, and stored ones among them: a day of a busy service, some minutes of work. */
const TEXTS_MAX = 1_000_000;
const RECORDS_MAX = 100_000;

/** @returns the exit code: 0 a threshold for every policy, 1 for some there are too few texts or none will do, 2 error */
export async function runCalibrate(args: string[], ports: CalibratePorts): Promise<0 | 1 | 2> {
  const options = readArguments(args);
  const file = options.config ?? ports.configFile;
  if (options.write !== undefined) refuseForeign(options.write, file, ports);
  const configured = configuredAsset(file, options.asset, ports);
  if (configured === null) return 2;
  const { id, policies: configuredPolicies } = configured.asset;
  if (configuredPolicies.some(({ judge }) => judge !== undefined))
    ports.printError("sallyport: judges are not asked: thresholds are those of the policies' own scores\n");
  const calibration = new Calibration(configuredPolicies.flatMap(unjudged), systemClock);
  if (calibration.count === 0) return failed(ports, `asset ${id} has no policy that gives a score`);
  const texts = await new Reader(calibration, configured, ports).read(options);
  if (texts === null) return 2;
  const policies = await calibration.conclude(options.rate);
  const asked = { asset: id, rate: options.rate, texts };
  ports.print((options.json ? calibrationJson : renderCalibration)(asked, policies));
  const patch = renderPatch(asked, policies);
  if (options.write !== undefined) ports.writeFile(options.write, patch);
  else if (!options.json) ports.print(`\n${patch}`);
  return policies.every(({ proposed }) => proposed !== null) ? 0 : 1;
}

/** The policy with its own detector only; none if a judge decides alone. */
function unjudged({ judge, ...policy }: Policy): readonly Guard[] {
  if (judge?.mode === "alone") return [];
  const compiled = compilePolicy(policy);
  return compiled.kind === "guard" ? [compiled.guard] : [];
}

interface Options {
  readonly benign: readonly string[];
  readonly records: boolean;
  readonly rate: number;
}

function readArguments(args: string[]) {
  const { values } = parseArgs({ args, options: OPTIONS });
  const rate = Number(values.fpr);
  if (!(rate >= 0.0001 && rate <= 0.5)) throw new UsageError("--fpr must be a number from 0.0001 to 0.5");
  const { benign = [] } = values;
  if (benign.length === 0 && !values.records) throw new UsageError("--benign FILE or --records is needed");
  return { ...values, benign, rate };
}

/** Refuses to overwrite the configuration, or a file of another program. */
function refuseForeign(target: string, config: string, ports: CalibratePorts): void {
  if (resolve(target) === resolve(config)) throw new UsageError("--write must not name the configuration itself");
  const existing = ports.readExisting(target);
  if (existing !== null && !existing.startsWith(PATCH_MARK))
    throw new UsageError(`--write: ${target} exists and is no patch of this command`);
}

function failed({ printError }: CommandPorts, reason: string): 2 {
  printError(`sallyport: ${reason}\n`);
  return 2;
}

/** Feeds texts to a calibration, one after the other. */
class Reader {
  readonly #calibration: Calibration;
  readonly #configured: ConfiguredAsset;
  readonly #ports: CalibratePorts;
  #texts = 0;
  readonly #problems: Problems;

  constructor(calibration: Calibration, configured: ConfiguredAsset, ports: CalibratePorts) {
    this.#calibration = calibration;
    this.#configured = configured;
    this.#ports = ports;
    this.#problems = new Problems(ports);
  }

  /** How many texts were read; `null` when something could not be read: it has been reported. */
  async read({ benign, records }: Options): Promise<number | null> {
    for (const file of benign) await this.#readFile(file);
    if (records) await this.#readRecords();
    this.#problems.end();
    return this.#problems.count > 0 ? null : this.#texts;
  }

  async #readFile(file: string): Promise<void> {
    const source = await this.#attempt(file, () => this.#ports.readFile(file));
    if (source === null) return;
    for (const line of readBenignLines(source, this.#configured.config.server.textMaxChars)) {
      if (line.kind === "problem") this.#problems.report(`${file}:${line.line}`, line.reason);
      else for (const text of line.texts) await this.#add(text.text, text.views);
    }
  }

  async #readRecords(): Promise<void> {
    const { config, asset } = this.#configured;
    const { target, content } = config.store;
    const reason = unkept(config.store);
    if (reason !== null) {
      this.#problems.report("--records", reason);
      return;
    }
    if (content === "masked")
      this.#ports.printError(
        "sallyport: records hold masked text: scores may differ a little from those of the texts\n",
      );
    const { organization, id: assetId } = asset;
    const wanted = { organization, assetId, max: RECORDS_MAX };
    const stored = await this.#attempt(storePlace(target), () => storedContents(target, wanted, systemClock));
    for (const record of stored ?? []) await this.#add(record.text, viewsOf(record));
  }

  async #add(text: string, views: readonly View[]): Promise<void> {
    if (this.#texts >= TEXTS_MAX) return;
    this.#texts += 1;
    await this.#calibration.add({ text, views });
  }

  async #attempt<Value>(name: string, run: () => Value | Promise<Value>): Promise<Value | null> {
    try {
      return await run();
    } catch (error) {
      this.#problems.report(name, `cannot be read (${codeOf(error) ?? "unknown"})`);
      return null;
    }
  }
}

/** Why records hold no texts; `null`: they do. */
function unkept({ target, content }: StoreConfig): string | null {
  if (target.kind === "none") return "store.url is none: nothing is recorded";
  return content === "none" ? "store.content is none: records hold no text" : null;
}

/** The side a record was judged on, by its endpoint or node. */
function viewsOf({ endpoint, nodeType, nodeSubtype }: StoredContent): readonly View[] {
  // A proxied exchange stores its prompt; the name of its upstream means nothing.
  const isProxied = endpoint.startsWith("proxy ");
  if (nodeSubtype === "PROMPT" || isProxied || endpoint.includes("prompt")) return [PROMPT];
  if (nodeSubtype === "RESPONSE" || endpoint.includes("response")) return [ANSWER];
  return nodeType === "TOOL" ? [{ side: "input", origin: "tool" }] : EITHER;
}

/** What was asked. */
interface CalibrationRun {
  readonly asset: string;
  /** False positives wanted, 0..1. */
  readonly rate: number;
  /** Texts that were read. */
  readonly texts: number;
}

/** The first line of every patch: a file that begins otherwise is not overwritten. */
const PATCH_MARK = "# sallyport calibrate";

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;
const range = ({ low, high }: Interval, show: (value: number) => string): string => `${show(low)} to ${show(high)}`;
const three = (score: number): string => String(Math.round(score * 1000) / 1000);
const shareText = ({ flagged, of }: { readonly flagged: number; readonly of: number }): string =>
  `${flagged} of ${of}${of === 0 ? "" : ` (${percent(flagged / of)})`}`;

/** For a terminal. Names, numbers and no text. */
function renderCalibration({ asset, rate, texts }: CalibrationRun, policies: readonly PolicyCalibration[]): string {
  const lines = [`${asset}: ${texts} texts, ${percent(rate)} false positives wanted`];
  for (const { name, action, isShadow, current, proposed, failed, ...rest } of policies) {
    lines.push(`${name} (${action}${isShadow ? ", shadow" : ""})`);
    const sure = current.benign.of === 0 ? "" : `, 95 %: ${range(current.rate, percent)}`;
    lines.push(`  threshold ${three(current.threshold)} flags ${shareText(current.benign)}${sure}`);
    lines.push(
      current.found.of === 0 ? NO_ATTACKS : `    and finds ${shareText(current.found)} of the built-in attacks`,
    );
    if (proposed === null) lines.push(`  ${unset(rest, current.benign.of)}`);
    else {
      const { threshold, interval, benign, found } = proposed;
      lines.push(`  threshold ${three(threshold)} (95 %: ${range(interval, three)}) flags ${shareText(benign)}`);
      if (found.of > 0) lines.push(`    and finds ${shareText(found)} of them`);
    }
    if (failed > 0) lines.push(`  ${failed} texts could not be judged`);
  }
  return `${lines.join("\n")}\n`;
}

const NO_ATTACKS = "    (what it looks for is configured: no built-in attacks)";

function unset({ reason, needed }: Pick<PolicyCalibration, "reason" | "needed">, texts: number): string {
  return reason === "too_few_texts"
    ? `too few texts for that rate: ${texts}, at least ${needed} are needed`
    : "no threshold keeps that rate: too many of the texts have the highest score";
}

function calibrationJson({ asset, rate, texts }: CalibrationRun, policies: readonly PolicyCalibration[]): string {
  const shown = policies.map(({ name, id, action, current, proposed, reason, needed, failed }): Json => {
    const { threshold, benign, rate: interval, found } = current;
    return {
      policy_name: name,
      policy_id: id,
      action,
      texts: benign.of,
      texts_needed: needed,
      texts_failed: failed,
      current: { threshold, flagged: benign.flagged, rate_interval: { ...interval }, attacks: { ...found } },
      proposed:
        proposed === null
          ? null
          : {
              threshold: proposed.threshold,
              interval: { ...proposed.interval },
              flagged: proposed.benign.flagged,
              attacks: { ...proposed.found },
            },
      reason,
    };
  });
  return `${JSON.stringify({ asset_id: asset, texts, false_positive_rate: rate, policies: shown }, null, 2)}\n`;
}

/** A fragment of a configuration: thresholds to be taken over by hand. */
function renderPatch({ asset, rate, texts }: CalibrationRun, policies: readonly PolicyCalibration[]): string {
  const lines = [
    `${PATCH_MARK}: thresholds of ${asset} from ${texts} harmless texts, at ${percent(rate)} false positives.`,
    "# Take them over into the configuration; a threshold stands in the place of a sensitivity.",
    "assets:",
    `  - id: ${asset}`,
    "    policies:",
  ];
  for (const { name, isShadow, current, proposed, ...rest } of policies) {
    lines.push(`      - policy_name: ${name}`);
    if (isShadow) lines.push("        shadow: true");
    if (proposed === null) {
      lines.push(`        # threshold stays ${three(current.threshold)}: ${unset(rest, current.benign.of)}`);
      continue;
    }
    const { threshold, interval, benign, found } = proposed;
    const finds = ({ found }: Pick<typeof current, "found">, word: string): string =>
      found.of === 0 ? "" : `${word} finds ${shareText(found)}`;
    const attacks = found.of === 0 ? "" : " of the built-in attacks";
    lines.push(
      `        # was ${three(current.threshold)}, which flags ${shareText(current.benign)}${finds(current, " and")}`,
      `        # 95 %: ${range(interval, three)}; flags ${shareText(benign)}${finds({ found }, ",")}${attacks}`,
      `        threshold: ${three(threshold)}`,
    );
  }
  return `${lines.join("\n")}\n`;
}
