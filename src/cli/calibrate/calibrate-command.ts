import { codeOf } from "../../core/errors.ts";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { StoreConfig } from "../../config/config-model.ts";
import { storePlace } from "../../core/stores.ts";
import { storedContents, type StoredContent } from "../../store/open-store.ts";
import { ownGuards } from "../policy-score.ts";
import { systemClock } from "../process.ts";
import {
  configuredAsset,
  type CommandPorts,
  type ConfiguredPorts,
  type ConfiguredAsset,
  Problems,
  UsageError,
} from "../command.ts";
import { EITHER, PROMPT, readTextLines, ANSWER, type SidedText, type View } from "./text-lines.ts";
import { Calibration } from "./calibration.ts";
import { calibrationJson, PATCH_MARK, renderCalibration, renderPatch } from "./calibration-report.ts";
import type { ScoredTexts } from "./scored-texts.ts";

/** What the process provides to the command. */
export interface CalibratePorts extends ConfiguredPorts {
  readonly writeFile: (file: string, content: string) => void;
  /** `null`: there is no such file. */
  readonly readExisting: (file: string) => string | null;
}

const OPTIONS = {
  asset: { type: "string" },
  benign: { type: "string", multiple: true },
  attacks: { type: "string", multiple: true },
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
  const calibration = new Calibration(ownGuards(configuredPolicies), systemClock);
  if (calibration.count === 0) return failed(ports, `asset ${id} has no policy that gives a score`);
  const isWhole = await new Reader(calibration, configured, ports).read(options);
  if (!isWhole) return 2;
  const { benign, attacks } = calibration;
  const shared = attacks.distinct.sharedWith(benign.distinct);
  if (shared > 0)
    return failed(ports, `${shared} texts are both harmless and attacks: remove them from one of the files`);
  const policies = await calibration.conclude(options.rate);
  const counts = { texts: benign.count, distinct: benign.distinct.count, attacks: attacks.distinct.count };
  const asked = { asset: id, rate: options.rate, ...counts };
  ports.print((options.json ? calibrationJson : renderCalibration)(asked, policies));
  const patch = renderPatch(asked, policies);
  if (options.write !== undefined) ports.writeFile(options.write, patch);
  else if (!options.json) ports.print(`\n${patch}`);
  return policies.every(({ proposed }) => proposed !== null) ? 0 : 1;
}

interface Options {
  readonly benign: readonly string[];
  readonly attacks: readonly string[];
  readonly records: boolean;
  readonly rate: number;
}

function readArguments(args: string[]) {
  const { values } = parseArgs({ args, options: OPTIONS });
  const rate = Number(values.fpr);
  if (!(rate >= 0.0001 && rate <= 0.5)) throw new UsageError("--fpr must be a number from 0.0001 to 0.5");
  const { benign = [], attacks = [] } = values;
  if (benign.length === 0 && !values.records) throw new UsageError("--benign FILE or --records is needed");
  return { ...values, benign, attacks, rate };
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

  /** False when something could not be read: it has been reported. */
  async read({ benign, attacks, records }: Options): Promise<boolean> {
    for (const file of benign) await this.#readFile(file, this.#calibration.benign);
    for (const file of attacks) await this.#readFile(file, this.#calibration.attacks);
    if (records) await this.#readRecords();
    this.#problems.end();
    return this.#problems.count === 0;
  }

  async #readFile(file: string, into: ScoredTexts): Promise<void> {
    const source = await this.#attempt(file, () => this.#ports.readFile(file));
    if (source === null) return;
    for (const line of readTextLines(source, this.#configured.config.server.textMaxChars)) {
      if (line.kind === "problem") this.#problems.report(`${file}:${line.line}`, line.reason);
      else for (const text of line.texts) await this.#add(text, into);
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
    for (const record of stored ?? [])
      await this.#add({ text: record.text, views: viewsOf(record) }, this.#calibration.benign);
  }

  async #add(text: SidedText, into: ScoredTexts): Promise<void> {
    if (this.#texts >= TEXTS_MAX) return;
    this.#texts += 1;
    await into.add(text);
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
