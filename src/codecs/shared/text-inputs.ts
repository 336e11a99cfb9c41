import type { Json } from "../../core/model.ts";
import { isArray } from "./json-read.ts";
import type { ReadPlace, RequestReader } from "./request-reader.ts";

/**
 * Reads an input that is a text, a list of texts, or a list of parts.
 * @returns what cannot be read of it, or `null`: token ids are text that only the provider can spell
 */
export function readInputs(
  reader: RequestReader,
  input: Json | undefined,
  place: Pick<ReadPlace, "pointer" | "turn">,
): string | null {
  if (hasTokens(input)) return "token ids";
  reader.read(input, { ...place, origin: "user" });
  return null;
}

function hasTokens(input: Json | undefined): boolean {
  return isArray(input) && input.some((item) => typeof item === "number" || (isArray(item) && hasTokens(item)));
}
