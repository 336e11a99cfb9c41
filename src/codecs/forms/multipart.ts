import type { Parsed } from "../codec.ts";
import { CRLF, readParameters, readPartHeaders, type FormText, type PartHeaders } from "./form-headers.ts";

/** One part of a form; its own text is its content. */
export interface FormPart extends FormText, PartHeaders {}

export interface MultipartForm {
  readonly boundary: string;
  readonly parts: readonly FormPart[];
}

/** More than any form of a provider has. */
const PARTS_MAX = 256;
/** Headers of one part: three lines, one of them with a file's name. */
const HEADERS_MAX_BYTES = 8 * 1024;

/**
 * Reads `multipart/form-data`. Strict, because what reads it next may read it otherwise: nothing stands around the parts, the
 * boundary stands nowhere else, lines end with CRLF, every parameter is known and given once, parts are not coded.
 * @see RFC 7578, RFC 2046 §5.1.1
 */
export function readForm(bytes: Buffer, contentType: string): Parsed<MultipartForm> {
  const boundary = boundaryOf(contentType);
  if (boundary === null) return refused("boundary");
  const mark = Buffer.from(`--${boundary}`, "latin1");
  if (bytes.indexOf(mark) !== 0) return refused("boundary");
  const parts: FormPart[] = [];
  for (let at = mark.length; ;) {
    const follows = bytes.toString("latin1", at, at + 2);
    if (follows === "--") {
      const rest = bytes.toString("latin1", at + 2, at + 5);
      return rest === "" || rest === CRLF ? { ok: true, value: { boundary, parts } } : refused("end");
    }
    if (follows !== CRLF) return refused("boundary");
    if (parts.length === PARTS_MAX) return refused("number of parts");
    const next = bytes.indexOf(mark, at);
    if (next === -1) return refused("end");
    if (bytes.toString("latin1", next - 2, next) !== CRLF) return refused("boundary");
    const part = readPart(bytes, { start: at + 2, end: next - 2, boundary });
    if (part === null) return refused("part headers");
    parts.push(part);
    at = next + mark.length;
  }
}

/** The form with other texts, all else as it came; `null` when one cannot stand there. */
export function rewriteForm(bytes: Buffer, texts: ReadonlyMap<FormText, string>): Buffer | null {
  const pieces: Buffer[] = [];
  let from = 0;
  for (const [place, text] of [...texts].toSorted(([one], [other]) => one.start - other.start)) {
    const written = place.written(text);
    if (written === null) return null;
    pieces.push(bytes.subarray(from, place.start), Buffer.from(written));
    from = place.end;
  }
  return Buffer.concat([...pieces, bytes.subarray(from)]);
}

function refused(what: string): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason: `form ${what}` };
}

const FORM_TYPE = /^multipart\/form-data[ \t]*/i;
/** RFC 2046 §5.1.1: 1 to 70 characters, the last one no space. */
const BOUNDARY = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;

function boundaryOf(contentType: string): string | null {
  const type = FORM_TYPE.exec(contentType)?.[0];
  const parameters = type === undefined ? null : readParameters(contentType.slice(type.length));
  const boundary = parameters?.get("boundary")?.value ?? "";
  return BOUNDARY.test(boundary) ? boundary : null;
}

interface PartPlace {
  readonly start: number;
  readonly end: number;
  readonly boundary: string;
}

function readPart(bytes: Buffer, { start, end, boundary }: PartPlace): FormPart | null {
  const headersEnd = bytes.indexOf("\r\n\r\n", start, "latin1");
  if (headersEnd === -1 || headersEnd + 4 > end || headersEnd - start > HEADERS_MAX_BYTES) return null;
  const about = readPartHeaders(bytes.subarray(start, headersEnd), start);
  if (about === null) return null;
  const written = (text: string): string | null => (text.includes(`--${boundary}`) ? null : text);
  return { ...about, start: headersEnd + 4, end, written };
}
