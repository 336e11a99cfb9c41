import { isAddress, isCredential, isFieldName, isIdentifier } from "../../core/identifier.ts";
import type { JsonObject } from "../../core/model.ts";
import { dataContent, textsOfBytes, textsOfData } from "./bytes.ts";
import { joinName } from "./pointer.ts";
import type { Steps } from "../../core/steps.ts";
import type { TextLeaf, TextSink } from "./text-walk.ts";

/** Credentials for the provider, or for a server that it asks: policies would find them, and block what must pass. */
const CREDENTIALS: ReadonlySet<string> = new Set([
  "authentication",
  "authorization",
  "authorization_token",
  "client_secret",
  "fallback_credit_token",
]);

/** Whether a field holds credentials, with all below it. */
export const holdsCredentials = (key: string): boolean => CREDENTIALS.has(key);

export interface NamePlace {
  readonly key: string;
  /** The format has links there. */
  readonly isLink: boolean;
  readonly isCredential: boolean;
}

const NOTHING: readonly string[] = [];

/** What is to be read where a name is meant to stand. */
export function textsOfName(text: string, { key, isLink, isCredential: mayBeOne }: NamePlace): readonly string[] {
  if (isIdentifier(key, text)) return NOTHING;
  if ((mayBeOne && isCredential(text)) || (isLink && isAddress(text))) return NOTHING;
  return textsOfBytes(text);
}

/** What is to be read where bytes, or an address that holds its content, are meant to stand. */
export function textsOfBinary(text: string): readonly string[] {
  const data = dataContent(text);
  if (data !== null) return textsOfData(data);
  // What follows from a name that is base64, too: the name belongs to no one, its bytes may be a text.
  return textsOfBytes(text).filter((read) => read !== text || !isIdentifier("", text));
}

type LeafPlace = Pick<TextLeaf, "pointer" | "origin"> & { readonly label?: string | undefined };

/** A text that no mask can stand in: other fields refer to it, or it is no part of the body as it stands. */
export function sealedLeaf(text: string, { pointer, label = "", origin }: LeafPlace): TextLeaf {
  return { pointer, label, text, kind: "sealed", isValue: false, origin, isName: true };
}

/** A key is a name, too; one that is none is read. */
export function readKey(key: string, { pointer, label = "", origin }: LeafPlace, sink: TextSink): void {
  if (isFieldName(key)) return;
  sink.text(sealedLeaf(key, { pointer: pointer.child(key), label: `${joinName(label, key)}~key`, origin }));
}

/** The keys of an object whose fields are walked one by one. */
export function walkKeys(value: JsonObject, sink: TextSink, place: Omit<LeafPlace, "label">): void {
  if (sink.later !== undefined) {
    sink.later(keySteps(value, sink, place));
    return;
  }
  const at = { ...place, label: place.pointer.name };
  for (const key of Object.keys(value)) readKey(key, at, sink);
}

/** The same, a step at a time. */
export function* keySteps(value: JsonObject, sink: TextSink, place: Omit<LeafPlace, "label">): Steps<void> {
  const at = { ...place, label: place.pointer.name };
  for (const key of Object.keys(value)) {
    readKey(key, at, sink);
    yield KEY_UNITS + key.length;
  }
}

const KEY_UNITS = 16;
