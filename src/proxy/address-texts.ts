import type { TextSlot } from "../codecs/codec.ts";
import { textsOfName } from "../codecs/shared/odd-texts.ts";
import { BODY } from "../codecs/shared/pointer.ts";
import { isFieldName } from "../core/identifier.ts";
import { percentDecoded } from "../core/strings.ts";
import type { ProxyIngress } from "./context.ts";
import { isCredentialName } from "./upstream/query-credentials.ts";

const read = (text: string, isCredential = false): readonly string[] =>
  text === "" ? [] : textsOfName(text, { key: "", isLink: false, isCredential });

/**
 * What the path and the query of a request say besides names: the provider reads them as it reads the body. Neither can be masked:
 * what would be masked blocks.
 */
export function addressSlots({ path, query }: Pick<ProxyIngress, "path" | "query">): readonly TextSlot[] {
  const segments = path.split(/[/:]/).flatMap((segment) => read(percentDecoded(segment) ?? segment));
  const parameters = [...new URLSearchParams(query)];
  const given = parameters.flatMap(([name, value]) => [
    ...(isFieldName(name.replace(/^\$/, "")) ? [] : read(name)),
    ...read(value, isCredentialName(name)),
  ]);
  return [...segments, ...given].map(slotOf);
}

const slotOf = (text: string): TextSlot => ({
  pointer: BODY.child("address"),
  side: "input",
  origin: "user",
  text,
  kind: "sealed",
  isValue: false,
  turn: null,
});
