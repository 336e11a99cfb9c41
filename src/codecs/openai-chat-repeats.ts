import type { Json } from "../core/model.ts";
import { isArray, isObject } from "./json-read.ts";

/** Whether `logprobs` repeats any text. */
export function hasTokens(logprobs: Json | undefined): boolean {
  if (!isObject(logprobs)) return false;
  return Object.values(logprobs).some((list) => isArray(list) && list.length > 0);
}
