import type { Parsed } from "./codec.ts";

/** One part of a form. Offsets count bytes of the form. */
export interface FormPart {
  readonly name: string;
  /** `null`: it has no `filename`. */
  readonly filename: string | null;
  /** Value of its `Content-Type`, or `""`. */
  readonly type: string;
  /** Of its content. */
  readonly start: number;
  readonly end: number;
}

export interface Form {
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
export function readForm(bytes: Buffer, contentType: string): Parsed<Form> {
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
    const part = readPart(bytes, at + 2, next - 2);
    if (part === null) return refused("part headers");
    parts.push(part);
    at = next + mark.length;
  }
}

/** The form with other contents for some parts, all else as it came; `null` when a content holds the boundary. */
export function rewriteForm(bytes: Buffer, form: Form, texts: ReadonlyMap<FormPart, string>): Buffer | null {
  const pieces: Buffer[] = [];
  let from = 0;
  for (const part of form.parts) {
    const text = texts.get(part);
    if (text === undefined) continue;
    if (text.includes(`--${form.boundary}`)) return null;
    pieces.push(bytes.subarray(from, part.start), Buffer.from(text));
    from = part.end;
  }
  return Buffer.concat([...pieces, bytes.subarray(from)]);
}

const CRLF = "\r\n";

function refused(what: string): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason: `form ${what}` };
}

const FORM_TYPE = /^multipart\/form-data[ \t]*/i;
/** RFC 2046 §5.1.1: 1 to 70 characters, the last one no space. */
const BOUNDARY = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;

function boundaryOf(contentType: string): string | null {
  const type = FORM_TYPE.exec(contentType)?.[0];
  const parameters = type === undefined ? null : readParameters(contentType.slice(type.length));
  const boundary = parameters?.get("boundary") ?? "";
  return BOUNDARY.test(boundary) ? boundary : null;
}

/** `; name=value` or `; name="value"`. A backslash before a quote ends the value for some and not for others. */
const PARAMETER = /;[ \t]*([\w*-]+)=(?:"((?:[^"\\]|\\[^"])*)"|([^\s";]+))[ \t]*/y;

/** `null` when they cannot be read in one way: names are unique, nothing stands between them. */
function readParameters(text: string): ReadonlyMap<string, string> | null {
  const parameters = new Map<string, string>();
  PARAMETER.lastIndex = 0;
  let end = 0;
  for (let match = PARAMETER.exec(text); match !== null; match = PARAMETER.exec(text)) {
    const [, name = "", quoted, token = ""] = match;
    if (parameters.has(name.toLowerCase())) return null;
    parameters.set(name.toLowerCase(), quoted ?? token);
    end = PARAMETER.lastIndex;
  }
  return end === text.length ? parameters : null;
}

function readPart(bytes: Buffer, start: number, end: number): FormPart | null {
  const headersEnd = bytes.indexOf("\r\n\r\n", start, "latin1");
  if (headersEnd === -1 || headersEnd + 4 > end || headersEnd - start > HEADERS_MAX_BYTES) return null;
  const headers = readHeaders(bytes.subarray(start, headersEnd));
  const disposition = readDisposition(headers?.get("content-disposition") ?? "");
  if (headers === null || disposition === null) return null;
  if (!PLAIN_CODINGS.has(headers.get("content-transfer-encoding")?.toLowerCase() ?? "")) return null;
  return { ...disposition, type: headers.get("content-type") ?? "", start: headersEnd + 4, end };
}

/** RFC 7578 §4.7: anything else hides the text. */
const PLAIN_CODINGS: ReadonlySet<string> = new Set(["", "7bit", "8bit", "binary"]);

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const HEADER = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([^\0-\x08\n-\x1f\x7f]*)$/;

function readHeaders(bytes: Buffer): ReadonlyMap<string, string> | null {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return null;
  }
  const headers = new Map<string, string>();
  for (const line of text.split(CRLF)) {
    const [, name = "", value = ""] = HEADER.exec(line) ?? [];
    if (name === "" || headers.has(name.toLowerCase())) return null;
    headers.set(name.toLowerCase(), value.trimEnd());
  }
  return headers;
}

const FORM_DATA = /^form-data[ \t]*/i;
/** `filename*` is what some clients write beside `filename`; a `name*` nobody should. */
const DISPOSITION: ReadonlySet<string> = new Set(["filename", "filename*", "name"]);

function readDisposition(value: string): Pick<FormPart, "name" | "filename"> | null {
  const kind = FORM_DATA.exec(value)?.[0];
  const parameters = kind === undefined ? null : readParameters(value.slice(kind.length));
  const name = parameters?.get("name");
  if (parameters === null || name === undefined || name === "" || name.includes("\\")) return null;
  if ([...parameters.keys()].some((key) => !DISPOSITION.has(key))) return null;
  return { name, filename: parameters.get("filename") ?? null };
}
