import { jsonRestoreEdits, looseRestoreEdits, readJsonText, type JsonText } from "../../codecs/shared/json-text.ts";
import type { Edit } from "../../core/masks.ts";
import type { Restorable } from "../../core/restore.ts";
import type { ToolText } from "../../core/tool-call.ts";
import type { CheckedText } from "./checked-text.ts";

const NO_EDITS: readonly Edit[] = [];

/**
 * The edits that put values of the prompt back into a text of an answer. Never into a tool's name; into its arguments only what that tool may have, and
 * into JSON with its escapes.
 */
export function restoredIn(
  item: CheckedText,
  restorable: Restorable,
  json: JsonText | null = item.kind === "json" ? readJsonText(item.text) : null,
): readonly Edit[] {
  const { text, kind, tool } = item;
  if (restorable.isEmpty || kind === "sealed") return NO_EDITS;
  if (tool !== undefined) return isOpaque(tool, json) ? NO_EDITS : edits(text, json, { restorable, tool });
  return kind === "json" ? edits(text, json, { restorable }) : restorable.read(text).edits;
}

/** A name; or arguments in which values cannot be recognised. */
const isOpaque = ({ at }: ToolText, json: JsonText | null): boolean =>
  at === null || (at === "" && json?.raw.trimStart().startsWith("{") !== true);

function edits(
  text: string,
  json: JsonText | null,
  { restorable, ...place }: { readonly restorable: Restorable; readonly tool?: ToolText },
): readonly Edit[] {
  return json === null ? looseRestoreEdits(text, restorable, place) : jsonRestoreEdits(json, restorable, place);
}
