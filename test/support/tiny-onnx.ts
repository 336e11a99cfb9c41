import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A classifier of a few hundred bytes, its protobuf written by hand: each token has a row of numbers, one a class, and the
 * highest of each column are the logits. @see https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
 */

const varint = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)]);
const number = (field: number, value: number): number[] => [...varint(field << 3), ...varint(value)];
const bytes = (field: number, value: readonly number[]): number[] => [
  ...varint((field << 3) | 2),
  ...varint(value.length),
  ...value,
];
const text = (field: number, value: string): number[] => bytes(field, [...Buffer.from(value)]);

const FLOAT = 1;
const INT64 = 7;
const INTS = 7;
const INT = 2;

/** ValueInfoProto: a tensor's name, type and shape; a text is a dimension that is known at run time only. */
function valueInfo(name: string, type: number, shape: readonly (number | string)[]): number[] {
  const dims = shape.flatMap((size) => bytes(1, typeof size === "number" ? number(1, size) : text(2, size)));
  return [...text(1, name), ...bytes(2, bytes(1, [...number(1, type), ...bytes(2, dims)]))];
}

const floats = (values: readonly number[]): number[] => [...Buffer.from(Float32Array.from(values).buffer)];

/** @param rows one for each token of the vocabulary, one number a class */
export function tinyModel(rows: readonly (readonly number[])[], inputs: readonly string[] = ["input_ids"]): Buffer {
  const classes = rows[0]?.length ?? 0;
  const table = [
    ...number(1, rows.length),
    ...number(1, classes),
    ...number(2, FLOAT),
    ...text(8, "rows"),
    ...bytes(9, floats(rows.flat())),
  ];
  const gather = [...text(1, "rows"), ...text(1, "input_ids"), ...text(2, "found"), ...text(4, "Gather")];
  const axes = [...text(1, "axes"), ...number(8, 1), ...number(20, INTS)];
  const keep = [...text(1, "keepdims"), ...number(3, 0), ...number(20, INT)];
  const reduce = [
    ...text(1, "found"),
    ...text(2, "logits"),
    ...text(4, "ReduceMax"),
    ...bytes(5, axes),
    ...bytes(5, keep),
  ];
  const graph = [
    ...bytes(1, gather),
    ...bytes(1, reduce),
    ...text(2, "tiny"),
    ...bytes(5, table),
    ...inputs.flatMap((name) => bytes(11, valueInfo(name, INT64, [1, "length"]))),
    ...bytes(12, valueInfo("logits", FLOAT, [1, classes])),
  ];
  const opset = [...text(1, ""), ...number(2, 12)];
  return Buffer.from([...number(1, 7), ...bytes(7, graph), ...bytes(8, opset)]);
}

export const TINY_VOCABULARY = [
  "[PAD]",
  "[UNK]",
  "[CLS]",
  "[SEP]",
  "hello",
  "##s",
  "you",
  "fool",
  "kill",
  ".",
  "[",
  "]",
  "sep",
];

/** `fool` is an insult, `kill` a threat, `[SEP]` itself would hide nothing. Classes: fine, insult, threat. */
const ROWS = TINY_VOCABULARY.map((token) =>
  token === "fool" ? [-6, 6, -6] : token === "kill" ? [-6, -6, 6] : [-6, -6, -6],
);

const folders: string[] = [];
process.once("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder with the model, as an operator mounts it. */
export function tinyFolder(files: Readonly<Record<string, string | Buffer | null>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-onnx-"));
  folders.push(folder);
  const all = {
    "model.onnx": tinyModel(ROWS),
    "labels.json": JSON.stringify(["fine", "insult", "threat"]),
    "vocab.txt": TINY_VOCABULARY.join("\n"),
    ...files,
  };
  for (const [name, content] of Object.entries(all)) if (content !== null) writeFileSync(join(folder, name), content);
  return folder;
}
