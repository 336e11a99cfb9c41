import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import type { NameModel } from "../../../src/analyzers/pii/names/decoder.ts";
import { WEIGHTS_VERSION, type StoredModel } from "../../../src/analyzers/pii/names/decoder.ts";

/** The model as it is shipped. */
export function storedModel(model: NameModel, seed: number): StoredModel {
  const { lexicon, weights, scale, caution, transitions } = model;
  const bytes = Buffer.concat([bytesOf(lexicon.slots), bytesOf(weights), bytesOf(Float32Array.from(transitions))]);
  return {
    version: WEIGHTS_VERSION,
    seed,
    digest: createHash("sha256").update(bytes).digest("hex"),
    slots: lexicon.slots.length,
    buckets: weights.length,
    scale,
    caution,
    data: bytes.toString("base64"),
  };
}

const bytesOf = (list: Uint32Array | Int32Array | Float32Array): Buffer =>
  Buffer.from(list.buffer, list.byteOffset, list.byteLength);

/** Writes a file of fields as the formatter would. */
export function writeStored(file: string, stored: object): void {
  const fields = Object.entries(stored).map(([key, value]) => `  "${key}": ${JSON.stringify(value)}`);
  writeFileSync(file, `{\n${fields.join(",\n")}\n}\n`);
}
