import { isIdentifier } from "../../core/identifier.ts";
import { percentDecoded } from "../../core/strings.ts";

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

/** Base64 of which one can tell that its bytes are no text, UTF-16 units; divisible by four. */
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
export function textsOfBytes(text: string): readonly string[] {
  const isSure = isBytes(text);
  const content = isSure || EITHER.test(text) ? textOfBytes(text) : null;
  return [...(isSure ? [] : [text]), ...(content === null ? [] : [content])];
}

/** What a `data:` address holds. */
export interface DataContent {
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
export function textsOfData({ content, isBase64 }: DataContent): readonly string[] {
  const bytes = percentDecoded(content) ?? content;
  if (!isBase64) return [bytes];
  return textsOfBytes(bytes).filter((read) => read !== bytes || !isIdentifier("", bytes));
}

/** Whether a piece of sound is one; a short one is inconclusive. */
export const isSoundIn = (base64: string): boolean => SHORT.test(base64) || isBytes(base64);

const SHORT = /^[A-Za-z0-9+/]{0,8}={0,2}$/;
