import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { WordPieces } from "./word-pieces.ts";

/** What a folder holds beside the weights. */
export interface OnnxFiles {
  /** Path of `model.onnx`. */
  readonly model: string;
  /** In the order of the output. */
  readonly classes: readonly string[];
  readonly pieces: WordPieces;
  /** Tokens that the model reads at once, special ones included. */
  readonly tokensMax: number;
}

/** Larger files are no vocabularies. */
const FILE_MAX_BYTES = 64 * 1024 * 1024;
/** What BERT and its kin read. */
const TOKENS_MAX = 512;
const TOKENS_MIN = 16;

const classList = z.union([z.array(z.string()).min(1), z.record(z.string().regex(/^\d+$/), z.string())]);
const tokenizer = z.object({
  normalizer: z.union([z.null(), z.object({ lowercase: z.boolean().optional() })]).optional(),
  model: z.object({
    type: z.string().optional(),
    continuing_subword_prefix: z.string().optional(),
    vocab: z.unknown(),
  }),
});
const vocabulary = z.record(z.string(), z.int().min(0));
const tokenizerConfig = z.object({ do_lower_case: z.boolean().optional(), model_max_length: z.number().optional() });

/** @throws {Error} naming the file that is missing or not understood */
export function readOnnxFolder(folder: string): OnnxFiles {
  const model = join(folder, "model.onnx");
  if (!existsSync(model)) throw new Error(`folder: ${model} is missing`);
  const classes = readClasses(join(folder, "labels.json"));
  const config = tokenizerConfig.safeParse(readJson(join(folder, "tokenizer_config.json")) ?? {}).data ?? {};
  const length = config.model_max_length ?? TOKENS_MAX;
  const tokensMax = length >= TOKENS_MIN && length < TOKENS_MAX ? Math.floor(length) : TOKENS_MAX;
  return { model, classes, pieces: readPieces(folder, config.do_lower_case ?? true), tokensMax };
}

function readClasses(file: string): readonly string[] {
  const read = classList.safeParse(readJson(file));
  if (!read.success) throw new Error(`folder: ${file} must be a list of labels, or labels by their index`);
  if (Array.isArray(read.data)) return read.data;
  const byIndex = new Map(Object.entries(read.data));
  return Array.from({ length: byIndex.size }, (_, index) => {
    const label = byIndex.get(String(index));
    if (label === undefined) throw new Error(`folder: ${file} has no label for index ${index}`);
    return label;
  });
}

function readPieces(folder: string, isLowerCased: boolean): WordPieces {
  const list = join(folder, "vocab.txt");
  if (existsSync(list)) {
    const tokens = readText(list).split(/\r?\n/);
    return new WordPieces({ ids: new Map(tokens.map((token, id) => [token, id])), isLowerCased });
  }
  const file = join(folder, "tokenizer.json");
  const read = tokenizer.safeParse(readJson(file));
  if (!read.success) throw new Error(`folder: ${file} is missing or no tokenizer, and there is no vocab.txt`);
  const { normalizer, model } = read.data;
  const isWordPiece = (model.type ?? "WordPiece") === "WordPiece" && (model.continuing_subword_prefix ?? "##") === "##";
  const vocab = vocabulary.safeParse(model.vocab);
  if (!isWordPiece || !vocab.success)
    throw new Error(`folder: ${file} holds a ${model.type ?? "nameless"} tokenizer: only WordPiece is read`);
  return new WordPieces({
    ids: new Map(Object.entries(vocab.data)),
    isLowerCased: normalizer?.lowercase ?? isLowerCased,
  });
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
