import type { Pointer } from "../../codecs/shared/pointer.ts";
import { isFieldName } from "../../core/identifier.ts";
import type { JoinedTexts, JsonObject } from "../../core/model.ts";

/** Where a checked text stands, as a record says it: names of a format's fields, and no text of anyone. */
export interface TextPlace {
  /** Of a whole body; of parts that were read as one the list that holds them. */
  readonly pointer?: Pointer;
  /** Of a stream: the name of its channel. */
  readonly channel?: string;
  readonly joined?: JoinedTexts;
}

/** Deeper places are cut: no format nests as deep. */
const DEPTH_MAX = 32;
/** Stands for a name that no format has: it may be any text. */
const UNKNOWN = "*";

/** `{ pointer, channel, joined }`, as far as they are known. */
export function reportPlace({ pointer, channel, joined }: TextPlace): JsonObject {
  return {
    ...(pointer === undefined ? {} : { pointer: keptPointer(pointer) }),
    ...(channel === undefined ? {} : { channel: channel.split("/").slice(0, DEPTH_MAX).map(keptToken).join("/") }),
    ...(joined === undefined ? {} : { joined }),
  };
}

/** JSON Pointer text, from the body down. @see https://www.rfc-editor.org/rfc/rfc6901 */
function keptPointer(pointer: Pointer): string {
  const tokens: string[] = [];
  for (let at = pointer.at(DEPTH_MAX); at.parent !== null; at = at.parent) tokens.push(keptToken(String(at.token)));
  return tokens
    .map((token) => `/${token}`)
    .toReversed()
    .join("");
}

const keptToken = (token: string): string => (isFieldName(token) || /^\d{1,9}$/.test(token) ? token : UNKNOWN);
