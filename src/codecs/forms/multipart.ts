import type { Parsed } from "../codec.ts";
import { isIdentifier } from "../../core/identifier.ts";
import { percentDecoded } from "../../core/strings.ts";

/** One part of a form; its own text is its content. */
export interface FormPart extends FormText, PartHeaders {}

interface MultipartForm {
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

/** A text of a form. Offsets count bytes of the form. */
export interface FormText {
  readonly start: number;
  readonly end: number;
  /** Another text as it stands there; `null`: it cannot. */
  readonly written: (text: string) => string | null;
}

/** A text of a part's headers. */
interface HeaderText extends FormText {
  /** `filename`, or what the header is called. */
  readonly kind: string;
  readonly text: string;
}

/** What the headers of a part say. */
interface PartHeaders {
  readonly name: string;
  /** `null`: it has no `filename`. */
  readonly filename: string | null;
  /** Value of its `Content-Type`, or `""`. */
  readonly type: string;
  /** Names of files, and unneeded headers: the next reader of the form may read them. */
  readonly headers: readonly HeaderText[];
}

const CRLF = "\r\n";

/** `null` when they can be read in no way, or in two. @param at where the bytes stand in the form */
function readPartHeaders(bytes: Buffer, at: number): PartHeaders | null {
  const headers = readHeaders(bytes, at);
  const disposition = headers?.get("content-disposition");
  const about = disposition === undefined ? null : readDisposition(disposition);
  if (headers === null || about === null || !isPlain(headers)) return null;
  const others = [...headers.values()].filter(({ kind }) => !OWN_HEADERS.has(kind));
  if (others.some(({ kind }) => !isIdentifier("", kind))) return null;
  const type = headers.get("content-type")?.text ?? "";
  return { ...about, headers: [...about.headers, ...others], type };
}

/** Neither coded, nor of a type that says more than a type. */
function isPlain(headers: ReadonlyMap<string, HeaderText>): boolean {
  const coding = headers.get("content-transfer-encoding")?.text.toLowerCase() ?? "";
  const type = headers.get("content-type")?.text ?? "";
  return PLAIN_CODINGS.has(coding) && (type === "" || MEDIA_TYPE.test(type));
}

/** RFC 7578 §4.7: anything else hides the text. */
const PLAIN_CODINGS: ReadonlySet<string> = new Set(["", "7bit", "8bit", "binary"]);
const OWN_HEADERS: ReadonlySet<string> = new Set(["content-disposition", "content-transfer-encoding", "content-type"]);
/** A type with its parameters, each of one word. */
const MEDIA_TYPE = /^[\w.+-]{1,64}\/[\w.+-]{1,96}(?:[ \t]*;[ \t]*[\w-]{1,32}="?[\w.+/-]{0,64}"?){0,4}$/;

/** `; name=value` or `; name="value"`. A backslash before a quote ends the value for some and not for others. */
const PARAMETER = /;[ \t]*([\w*-]+)=(?:"((?:[^"\\]|\\[^"])*)"|([^\s";]+))[ \t]*/y;

interface Parameter {
  readonly value: string;
  /** Of the value in the text. */
  readonly start: number;
}

/** `null` when they cannot be read in one way: names are unique, nothing stands between them. */
function readParameters(text: string): ReadonlyMap<string, Parameter> | null {
  const parameters = new Map<string, Parameter>();
  PARAMETER.lastIndex = 0;
  let end = 0;
  for (let match = PARAMETER.exec(text); match !== null; match = PARAMETER.exec(text)) {
    const [whole, name = "", quoted, token = ""] = match;
    if (parameters.has(name.toLowerCase())) return null;
    const value = quoted ?? token;
    // A quote, if it has any, and spaces follow it.
    const start = match.index + whole.trimEnd().length - value.length - (quoted === undefined ? 0 : 1);
    parameters.set(name.toLowerCase(), { value, start });
    end = PARAMETER.lastIndex;
  }
  return end === text.length ? parameters : null;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const HEADER = /^([\w!#$%&'*+.^`|~-]+):([ \t]*)([^\0-\x08\n-\x1f\x7f]*)$/;
// oxlint-disable-next-line no-control-regex -- no header holds them
const ENDS_HEADER = /[\u0000-\u001F\u007F]/;

/** By their names. @param at where the bytes stand in the form */
function readHeaders(bytes: Buffer, at: number): ReadonlyMap<string, HeaderText> | null {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return null;
  }
  const headers = new Map<string, HeaderText>();
  let lineStart = at;
  for (const line of text.split(CRLF)) {
    const [, name = "", space = "", value = ""] = HEADER.exec(line) ?? [];
    const kind = name.toLowerCase();
    if (kind === "" || headers.has(kind)) return null;
    const start = lineStart + name.length + 1 + space.length;
    const own = value.trimEnd();
    const written = (other: string): string | null => (ENDS_HEADER.test(other) ? null : other);
    headers.set(kind, { kind, text: own, start, end: start + Buffer.byteLength(own), written });
    lineStart += Buffer.byteLength(line) + CRLF.length;
  }
  return headers;
}

const FORM_DATA = /^form-data[ \t]*/i;
/** `filename*` is what some clients write beside `filename`; a `name*` is never valid. */
const DISPOSITION: ReadonlySet<string> = new Set(["filename", "filename*", "name"]);

function readDisposition(disposition: HeaderText): Named | null {
  const kind = FORM_DATA.exec(disposition.text)?.[0];
  const parameters = kind === undefined ? null : readParameters(disposition.text.slice(kind.length));
  if (kind === undefined || parameters === null) return null;
  const name = parameters.get("name")?.value ?? "";
  const headers = fileNames(disposition, parameters, kind.length);
  if (headers === null || name === "" || name.includes("\\")) return null;
  return { name, filename: parameters.get("filename")?.value ?? null, headers };
}

type Named = Pick<PartHeaders, "name" | "filename" | "headers">;

/** `null`: another parameter stands there. @param at where the parameters begin in the header's text */
function fileNames(
  disposition: HeaderText,
  parameters: ReadonlyMap<string, Parameter>,
  at: number,
): readonly HeaderText[] | null {
  const names: HeaderText[] = [];
  for (const [key, { value, start }] of parameters) {
    if (!DISPOSITION.has(key)) return null;
    if (key === "name" || value === "") continue;
    const found = fileName(disposition, { key, value, at: at + start });
    if (found === null) return null;
    names.push(found);
  }
  return names;
}

/** @param parameter.at where its value begins in the header's text */
function fileName(
  { text, start }: HeaderText,
  { key, value, at }: { readonly key: string; readonly value: string; readonly at: number },
): HeaderText | null {
  const from = start + Buffer.byteLength(text.slice(0, at));
  const read = key === "filename" ? quotedName(value) : extendedName(value);
  return read === null ? null : { kind: "filename", start: from, end: from + Buffer.byteLength(value), ...read };
}

type NameText = Pick<HeaderText, "text" | "written">;

function quotedName(value: string): NameText {
  const written = (other: string): string | null => (ENDS_HEADER.test(other) || /["\\]/.test(other) ? null : other);
  return { text: value, written };
}

/** RFC 8187 §3.2.1: `utf-8''na%C3%AFve.txt`; `null`: it is none. */
function extendedName(value: string): NameText | null {
  const [, head = "", rest = ""] = /^(utf-8'[A-Za-z-]{0,16}')(.*)$/i.exec(value) ?? [];
  const text = head === "" ? null : percentDecoded(rest);
  return text === null ? null : { text, written: (other) => head + encodeURIComponent(other) };
}
