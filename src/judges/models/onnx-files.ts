import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { bertTokenizer, TextTokenizer } from "./tokenizer.ts";

/** What a folder holds beside the weights. */
export interface OnnxFiles {
  /** Path of `model.onnx`. */
  readonly model: string;
  /** In the order of the output. */
  readonly classes: readonly string[];
  readonly tokenizer: TextTokenizer;
  /** Tokens that the model reads at once, special ones included. */
  readonly tokensMax: number;
}

/** Larger files are no vocabularies. */
const FILE_MAX_BYTES = 64 * 1024 * 1024;
/** What BERT and its kin read. */
const TOKENS_MAX = 512;
const TOKENS_MIN = 16;

/** What a model's own `config.json` calls its labels. */
const modelConfig = z.looseObject({ id2label: z.record(z.string().regex(/^\d+$/), z.string()) });
const classList = z.union([z.array(z.string()).min(1), z.record(z.string().regex(/^\d+$/), z.string())]);
const tokenizerConfig = z.looseObject({
  do_lower_case: z.boolean().optional(),
  model_max_length: z.number().optional(),
});

/** @throws {Error} naming the file that is missing or not understood */
export function readOnnxFolder(folder: string): OnnxFiles {
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
