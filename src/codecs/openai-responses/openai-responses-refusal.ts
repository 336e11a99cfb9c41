import type { Json } from "../../core/model.ts";
import type { Pointer } from "../shared/pointer.ts";
import { isArray, isObject } from "../shared/json-read.ts";

/**
 * The response ended as `incomplete`, the refused items without their text: messages empty, other items gone.
 * @returns `null` when a text stands in no item, or the answer is no response
 */
export function refuseOutput(body: Json, pointers: readonly Pointer[]): Json | null {
  if (!isObject(body) || body["object"] !== "response") return null;
  const { output, ...rest } = body;
  if (!isArray(output) || !pointers.every(({ name }) => ITEM.test(name))) return null;
  // The joined text holds what some item holds.
  const { output_text: _joined, ...fields } = rest;
  const positions = new Set(pointers.map(({ name }) => ITEM.exec(name)?.[1] ?? JOINED));
  const kept = output.flatMap((item, position) => {
    if (!positions.has(String(position)) && !positions.has(JOINED)) return [item];
    if (!isObject(item) || item["type"] !== "message") return [];
    return [{ ...item, status: "incomplete", content: [] }];
  });
  return { ...fields, status: "incomplete", incomplete_details: { reason: "content_filter" }, output: kept };
}

/** Stands for every item: a match in the joined text may span them. */
const JOINED = "";
const ITEM = /^\/output(?:\/(\d+)\/|_text$)/;
