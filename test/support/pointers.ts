import { BodyEdits, getAt } from "../../src/codecs/shared/body-edits.ts";
import { BODY, type Pointer } from "../../src/codecs/shared/pointer.ts";
import type { Json } from "../../src/core/model.ts";

const known = new Map<string, Pointer>([["", BODY]]);

/** The place that a JSON Pointer names; the same object for the same place, as in one walk. Digits are positions in lists. */
export function at(text: string): Pointer {
  const found = known.get(text);
  if (found !== undefined) return found;
  const end = text.lastIndexOf("/");
  const token = text
    .slice(end + 1)
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");
  const pointer = at(text.slice(0, end)).child(/^\d+$/.test(token) ? Number(token) : token);
  known.set(text, pointer);
  return pointer;
}

/** What stands there; `undefined`: nothing. */
export const readAt = (body: Json, pointer: string): Json | undefined => getAt(body, at(pointer));

/** A copy with another value there. */
export const writtenAt = (body: Json, pointer: string, value: Json): Json =>
  new BodyEdits().set(at(pointer), value).of(body);
