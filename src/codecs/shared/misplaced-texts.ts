import { isAddress, isCredential, isFieldName, isIdentifier } from "../../core/identifier.ts";
import type { JsonObject } from "../../core/model.ts";
import { joinName } from "./pointer.ts";
import type { Steps } from "../../core/steps.ts";
import type { TextLeaf, TextSink } from "./text-walk.ts";
import { percentDecoded } from "../../core/strings.ts";
import { fieldNames } from "./json-read.ts";

/** Credentials for the provider, or for a server that it asks: policies would find them, and block what must pass. */
const CREDENTIALS: ReadonlySet<string> = fieldNames(
  "authentication authorization authorization_token client_secret fallback_credit_token",
);

/** Whether a field holds credentials, with all below it. */
export const holdsCredentials = (key: string): boolean => CREDENTIALS.has(key);

interface NamePlace {
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

/** Standard base64, too long for a key. */
const STANDARD = /^[A-Za-z0-9+/]{62,}={0,2}$/;
/** Its end decides. */
const PADDED = /^[A-Za-z0-9+/]+={1,2}$/;
const EITHER = /^[A-Za-z0-9+/_-]+={0,2}$/;
/** Keys are written in the alphabet of addresses, too: only what is longer than any of them is none, UTF-16 units. */
const LONG = 256;
/** Shortest line of what is cut into lines, but for the last one. */
const LINE = 60;
/** Begins a Fernet token, as OpenAI encrypts reasoning. */
const FERNET = "gAAAA";

/** Whether it is bytes in base64, too many to be a key. */
function isBytes(text: string): boolean {
  if (text.length % 4 === 0 && (STANDARD.test(text) || PADDED.test(text))) return true;
  if (text.length < LONG && !text.startsWith(FERNET)) return false;
  return EITHER.test(text) || isInLines(text);
}

function isInLines(text: string): boolean {
  if (!text.includes("\n")) return false;
  const lines = text.trimEnd().split(/\r?\n/);
  return lines.every((line, at) => EITHER.test(line) && (line.length >= LINE || at === lines.length - 1));
}

/** How much base64 shows that its bytes are no text, UTF-16 units; divisible by four. */
const SAMPLE = 4096;
/** Longest base64 of a text that is read, UTF-16 units; a longer one stays unread, and is reported as bytes are. */
const TEXT_MAX = 512 * 1024;

// oxlint-disable-next-line no-control-regex -- what files hold that are no text
const CONTROL = /[\u0000-\u0008\u000E-\u001A\u001C-\u001F]/;

/** The text whose bytes a text in base64 is; `null`: they are none. */
function textOfBytes(base64: string): string | null {
  if (base64.length > TEXT_MAX) return null;
  const start = textIn(Buffer.from(base64.slice(0, SAMPLE), "base64"), true);
  if (start === null || base64.length <= SAMPLE) return start;
  return textIn(Buffer.from(base64, "base64"), false);
}

/** @param isCut it may end within a character */
function textIn(bytes: Buffer, isCut: boolean): string | null {
  const mark = bytes.length < 2 ? 0 : bytes.readUInt16BE(0);
  const encoding = mark === 0xfeff ? "utf-16be" : mark === 0xfffe ? "utf-16le" : "utf-8";
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isCut });
    return CONTROL.test(text) ? null : text;
  } catch {
    return null;
  }
}

/** What is to be read where bytes are meant to stand: the text that they are, and what may be none as it stands. */
function textsOfBytes(text: string): readonly string[] {
  const isSure = isBytes(text);
  const content = isSure || EITHER.test(text) ? textOfBytes(text) : null;
  return [...(isSure ? [] : [text]), ...(content === null ? [] : [content])];
}

/** What a `data:` address holds. */
interface DataContent {
  readonly content: string;
  readonly isBase64: boolean;
}

/** `data:text/plain;base64,` */
const DATA = /^\s*data:([^,]{0,256}),/i;

/** `null`: it is no such address. */
export function dataContent(url: string): DataContent | null {
  const [head, type] = DATA.exec(url) ?? [];
  if (head === undefined || type === undefined) return null;
  return { content: url.slice(head.length), isBase64: /;\s*base64\s*$/i.test(type) };
}

/** What is to be read of a `data:` address. */
function textsOfData({ content, isBase64 }: DataContent): readonly string[] {
  const bytes = percentDecoded(content) ?? content;
  if (!isBase64) return [bytes];
  return textsOfBytes(bytes).filter((read) => read !== bytes || !isIdentifier("", bytes));
}

/** Whether a piece of sound is one; a short one is inconclusive. */
export const isSoundIn = (base64: string): boolean => SHORT.test(base64) || isBytes(base64);

const SHORT = /^[A-Za-z0-9+/]{0,8}={0,2}$/;
