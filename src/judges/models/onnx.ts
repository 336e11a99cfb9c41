import type * as Runtime from "onnxruntime-web";
import type { JudgeModel, JudgeSettings } from "../../core/judge-model.ts";
import { JudgeFailure, unreadable } from "../judge-failure.ts";
import { answerOf, labelled } from "../label-scores.ts";
import type { ModelRequest, Model } from "./model-contract.ts";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { bertTokenizer, TextTokenizer } from "./tokenizer.ts";

/** Optional packages with one interface: the native one runs outside the event loop; the WebAssembly one needs no platform binary. */
const PACKAGES = ["onnxruntime-node", "onnxruntime-web"] as const;
type PackageName = (typeof PACKAGES)[number];

/** Windows of one text; more are refused. */
const WINDOWS_MAX = 64;
/** Tokens that neighbouring windows share, at most that share of a window. */
const OVERLAP_MAX = 64;
const OVERLAP_SHARE = 0.25;

type Settings = Extract<JudgeModel, { readonly kind: "onnx" }>;

/**
 * A classifier in a folder, run by an optional package. Nothing is ever downloaded.
 * @throws {Error} when the package or a file is missing, or a file is not understood
 */
export function openOnnx(settings: Settings, labels: JudgeSettings["labels"]): Model {
  const name = PACKAGES.find(isInstalled);
  if (name === undefined)
    throw new Error(`a judge of kind onnx needs the package ${PACKAGES.join(" or ")}: npm install ${PACKAGES[0]}`);
  const files = readOnnxFolder(settings.folder);
  for (const label of [...labels.values()].flat())
    if (!files.classes.includes(label)) throw new Error(`labels: ${label} is none of the labels of ${settings.folder}`);
  return new OnnxModel(settings, { files, labels, runtime: name });
}

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}

interface Loaded {
  readonly runtime: typeof Runtime;
  readonly session: Runtime.InferenceSession;
}

class OnnxModel implements Model {
  readonly #settings: Settings;
  readonly #files: OnnxFiles;
  readonly #labels: JudgeSettings["labels"];
  readonly #runtime: PackageName;
  #loading: Promise<Loaded> | null = null;
  #active = 0;
  #isDraining = false;

  constructor(
    settings: Settings,
    {
      files,
      labels,
      runtime,
    }: { readonly files: OnnxFiles; readonly labels: JudgeSettings["labels"]; readonly runtime: PackageName },
  ) {
    this.#settings = settings;
    this.#files = files;
    this.#labels = labels;
    this.#runtime = runtime;
  }

  readonly load = async (): Promise<void> => {
    await this.#load();
  };

  readonly ask: Model["ask"] = async ({ question, text }: ModelRequest, signal) => {
    this.#active += 1;
    try {
      const loaded = await this.#load();
      const scores = await this.#classify(text, loaded, signal);
      return answerOf(scores, question, this.#labels);
    } finally {
      this.#active -= 1;
      if (this.#isDraining) await this.#release();
    }
  };

  readonly drain = (): void => {
    this.#isDraining = true;
    void this.#release();
  };

  readonly close = async (): Promise<void> => {
    this.#isDraining = true;
    await this.#release();
  };

  #load(): Promise<Loaded> {
    return (this.#loading ??= openSession(this.#runtime, this.#files.model));
  }

  async #release(): Promise<void> {
    const loading = this.#loading;
    if (this.#active > 0 || loading === null) return;
    this.#loading = null;
    try {
      await (await loading).session.release();
    } catch {
      // A session that failed to open holds nothing.
    }
  }

  /** The highest score of each label over all windows. */
  async #classify(text: string, loaded: Loaded, signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
    const { tokenizer, tokensMax, classes } = this.#files;
    const { before, after } = tokenizer;
    const windows = windowsOf(tokenizer.encode(text), tokensMax - before.length - after.length);
    if (windows.length > WINDOWS_MAX) throw unreadable("the text has too many tokens");
    const best = new Map<string, number>();
    for (const window of windows) {
      if (signal.aborted) throw new JudgeFailure("timeout", "the model did not finish in time");
      const values = await run([...before, ...window, ...after], loaded);
      for (const [label, score] of labelled(classes, values, this.#settings.activation))
        best.set(label, Math.max(best.get(label) ?? 0, score));
    }
    return best;
  }
}

async function openSession(name: PackageName, path: string): Promise<Loaded> {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- which of the two is installed is not known here; their types are the same
    const runtime: typeof Runtime = await import(name);
    const session = await runtime.InferenceSession.create(path, {
      executionProviders: ["cpu"],
      // Requests run in parallel, so none may take all cores.
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      graphOptimizationLevel: "all",
      // Errors only: its warnings are about the model, at every start.
      logSeverityLevel: 3,
    });
    return { runtime, session };
  } catch (error) {
    throw new JudgeFailure("unreachable", `${path} cannot be run`, { cause: error });
  }
}

/** Runs the model; its other inputs are the same for every text. */
async function run(ids: readonly number[], { runtime, session }: Loaded): Promise<readonly number[]> {
  const inputs: Record<string, Runtime.Tensor> = {};
  for (const name of session.inputNames)
    inputs[name] = new runtime.Tensor("int64", valuesFor(name, ids), [1, ids.length]);
  let output: Runtime.Tensor | undefined;
  try {
    const outputs = await session.run(inputs);
    output = outputs[session.outputNames[0] ?? ""];
  } catch (error) {
    throw new JudgeFailure("unreadable", "the model could not be run on the text", { cause: error });
  }
  if (!(output?.data instanceof Float32Array)) throw unreadable("the model's first output is not of type float32");
  return [...output.data];
}

function valuesFor(name: string, ids: readonly number[]): BigInt64Array {
  switch (name) {
    case "input_ids":
      return BigInt64Array.from(ids, BigInt);
    case "attention_mask":
      return new BigInt64Array(ids.length).fill(1n);
    case "token_type_ids":
      return new BigInt64Array(ids.length);
    default:
      throw unreadable("the model has an input that is neither ids, mask nor types");
  }
}

/** At least one window, which may be empty. */
function windowsOf(ids: readonly number[], length: number): readonly (readonly number[])[] {
  const overlap = Math.min(OVERLAP_MAX, Math.floor(length * OVERLAP_SHARE));
  const windows: (readonly number[])[] = [];
  for (let start = 0; start === 0 || start + overlap < ids.length; start += length - overlap)
    windows.push(ids.slice(start, start + length));
  return windows;
}

/** The files of a model's folder. */
interface OnnxFiles {
  /** Path of `model.onnx`. */
  readonly model: string;
  /** In the order of the output. */
  readonly classes: readonly string[];
  readonly tokenizer: TextTokenizer;
  /** Tokens that the model reads at once, special ones included. */
  readonly tokensMax: number;
}

/** Larger files are not vocabularies. */
const FILE_MAX_BYTES = 64 * 1024 * 1024;
/** Tokens that BERT-like models read. */
const TOKENS_MAX = 512;
const TOKENS_MIN = 16;

/** Labels in a model's own `config.json`. */
const modelConfig = z.looseObject({ id2label: z.record(z.string().regex(/^\d+$/), z.string()) });
const classList = z.union([z.array(z.string()).min(1), z.record(z.string().regex(/^\d+$/), z.string())]);
const tokenizerConfig = z.looseObject({
  do_lower_case: z.boolean().optional(),
  model_max_length: z.number().optional(),
});

/** @throws {Error} naming the file that is missing or not understood */
function readOnnxFolder(folder: string): OnnxFiles {
  const model = join(folder, "model.onnx");
  if (!existsSync(model)) throw new Error(`folder: ${model} is missing`);
  const classes = readClasses(folder);
  const config = tokenizerConfig.safeParse(readJson(join(folder, "tokenizer_config.json")) ?? {}).data ?? {};
  const length = config.model_max_length ?? TOKENS_MAX;
  const tokensMax = length >= TOKENS_MIN && length < TOKENS_MAX ? Math.floor(length) : TOKENS_MAX;
  return { model, classes, tokenizer: readTokenizer(folder, config), tokensMax };
}

function readClasses(folder: string): readonly string[] {
  const own = join(folder, "labels.json");
  const file = existsSync(own) ? own : join(folder, "config.json");
  const parsed = readJson(file);
  const read = classList.safeParse(file === own ? parsed : modelConfig.safeParse(parsed).data?.id2label);
  if (!read.success)
    throw new Error(`folder: ${own} must be a list of labels, or labels by their index; or config.json have id2label`);
  if (Array.isArray(read.data)) return read.data;
  const byIndex = new Map(Object.entries(read.data));
  return Array.from({ length: byIndex.size }, (_, index) => {
    const label = byIndex.get(String(index));
    if (label === undefined) throw new Error(`folder: ${file} has no label for index ${index}`);
    return label;
  });
}

function readTokenizer(folder: string, config: z.infer<typeof tokenizerConfig>): TextTokenizer {
  const whole = join(folder, "tokenizer.json");
  const list = join(folder, "vocab.txt");
  if (existsSync(whole)) return made(whole, () => new TextTokenizer(readJson(whole), config));
  if (!existsSync(list)) throw new Error(`folder: ${whole} is missing, and there is no vocab.txt`);
  const tokens = readText(list).split(/\r?\n/);
  return made(list, () => new TextTokenizer(bertTokenizer(tokens, config.do_lower_case ?? true), {}));
}

/** @throws {Error} naming the file */
function made<T>(file: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    const reason = error instanceof Error ? error.message : "it is not understood";
    throw new Error(`folder: ${file} cannot be used: ${reason}`, { cause: error });
  }
}

/** `undefined` where there is none. @throws {Error} where it is no JSON */
function readJson(file: string): unknown {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readText(file));
  } catch {
    throw new Error(`folder: ${file} is not JSON`);
  }
}

function readText(file: string): string {
  if (statSync(file).size > FILE_MAX_BYTES) throw new Error(`folder: ${file} is too large`);
  return readFileSync(file, "utf8");
}
