import type { Span } from "../../core/model.ts";

/** A piece of text that stood in the submitted one in disguise. */
export interface Decoded {
  /** Which disguise was undone: `base64`, `hex`, `url_escapes`, … */
  readonly disguise: string;
  readonly text: string;
  /** Where the disguised form stands, UTF-16 units of the submitted text. */
  readonly span: Span;
}

/** Shortest run worth decoding, units: 15 bytes of base64. Shorter ones hold no sentence. */
const RUN_MIN = 20;
/** Shortest text worth reporting, units. */
const TEXT_MIN = 8;
const RUN = new RegExp(`^[\\w+/=-]{${RUN_MIN},}$`);
const UTF_8 = new TextDecoder("utf-8");

/** What decoded bytes must look like to be worth a look. */
export interface RunTest {
  /** Shortest run, units. */
  readonly min: number;
  readonly isText: (text: string) => boolean;
}

/** Sentences. */
export const PROSE_RUN: RunTest = { min: RUN_MIN, isText: looksLikeText };
/** Values: a card number or a token, no words needed. Shorter runs are words. */
export const VALUE_RUN: RunTest = {
  min: 16,
  isText: (text) => text.length >= TEXT_MIN && !hasControls(text) && /^[ -~\s\p{L}]+$/u.test(text),
};

/** `null` unless the bytes are UTF-8 that reads like text. */
export function readBytes(bytes: Uint8Array, test: RunTest = PROSE_RUN): string | null {
  const text = UTF_8.decode(bytes);
  return !text.includes("\ufffd") && test.isText(text) ? text : null;
}

export const CONTROLS = /[\0-\x08\x0e-\x1f\x7f-\x9f]/g;
const hasControls = (text: string): boolean => /[\0-\x08\x0e-\x1f\x7f-\x9f]/.test(text);

/** Letters, words and no control characters: what an order to a model must have. Or another encoded run. */
export function looksLikeText(text: string): boolean {
  if (text.length < TEXT_MIN || hasControls(text)) return false;
  if (RUN.test(text)) return true;
  return letterCount(text) >= text.length * 0.6 && /\s|[^\0-\x7f]/.test(text);
}

/** Letters, their marks and white space, in characters. */
function letterCount(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 128) return letters + count(text.slice(at), /[\p{L}\p{M}\s]/gu);
    letters += IS_LETTER[code] ?? 0;
  }
  return letters;
}

/** Letters and white space of ASCII. */
const IS_LETTER = Uint8Array.from({ length: 128 }, (_, code) => (/[a-z\s]/i.test(String.fromCharCode(code)) ? 1 : 0));

/** The same of bytes written as pairs of hexadecimal digits. */
export function readHex(digits: string, test: RunTest = PROSE_RUN): string | null {
  return readBytes(Buffer.from(digits, "hex"), test);
}

/** How often a pattern matches. */
const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
