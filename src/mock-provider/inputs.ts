import { isArray } from "../codecs/shared/json-read.ts";
import type { Json } from "../core/model.ts";

/** Texts taken in one request, as the provider has it. */
const INPUTS_MAX = 2048;

/** A text, the ids of its tokens, or a list of either; `null` when it is none of that, or empty. Ids read as their count. */
export function readMockInputs(input: Json | undefined): readonly string[] | null {
  const single = readInput(input);
  if (single !== null) return [single];
  if (!isArray(input) || input.length === 0 || input.length > INPUTS_MAX) return null;
  const texts = input.map(readInput);
  return texts.every((text) => text !== null) ? texts : null;
}

function readInput(input: Json | undefined): string | null {
  if (typeof input === "string") return input;
  if (!isArray(input) || input.length === 0) return null;
  return input.every((id) => Number.isInteger(id)) ? `${input.length} tokens` : null;
}
