import type { Json, JsonObject } from "../../core/model.ts";
import type { Parsed } from "../codec.ts";
import { type FormText, readForm, rewriteForm, type FormPart } from "./multipart.ts";
import type { TextChange } from "../shared/body-edits.ts";

/** A form as codecs read it. */
export interface FormView {
  /**
   * Each field by its name: its text, or a list where the name comes more than once. Files are not in it, but their names
   * are (`file.filename`), and so is every unneeded header (`file.x-other`).
   */
  readonly json: JsonObject;
  /** Names of fields that hold files. */
  readonly unread: readonly string[];
  /** The form with other texts at some pointers of `json`; `null` when that is no form any more. */
  readonly write: (changes: readonly Pick<TextChange, "pointer" | "text">[]) => Buffer | null;
}

/**
 * Reads a form's texts. A part is a file only where the format has files; in others a file name makes no difference, because
 * a lenient reader takes such a part for a text.
 * @param options.fileFields names of fields that hold files, without `[]`
 */
export function readFormView(
  bytes: Buffer,
  contentType: string,
  { fileFields }: { readonly fileFields: ReadonlySet<string> },
): Parsed<FormView> {
  const form = readForm(bytes, contentType);
  if (!form.ok) return form;
  const unread = new Set<string>();
  const fields = new Map<string, TextPart[]>();
  for (const part of form.value.parts) {
    const reading = readText(bytes, part, fileFields);
    if (reading.kind === "refused") return { ok: false, reason: "form charset" };
    if (reading.kind === "file") unread.add(bareName(part));
    else add(fields, part.name, { place: part, text: reading.text });
    for (const header of part.headers)
      add(fields, `${bareName(part)}.${header.kind}`, { place: header, text: header.text });
  }
  return { ok: true, value: viewOf(bytes, { fields, unread: [...unread] }) };
}

interface TextPart {
  readonly place: FormText;
  readonly text: string;
}

function add(fields: Map<string, TextPart[]>, name: string, text: TextPart): void {
  const known = fields.get(name);
  if (known === undefined) fields.set(name, [text]);
  else known.push(text);
}

type Reading =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "file" }
  | { readonly kind: "refused" };

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const CHARSET = /;[ \t]*charset[ \t]*=[ \t]*"?([^\s;"]*)/gi;
const UTF8: ReadonlySet<string> = new Set(["utf-8", "utf8", "us-ascii"]);

function readText(bytes: Buffer, part: FormPart, fileFields: ReadonlySet<string>): Reading {
  const { name, filename, type, start, end } = part;
  // RFC 7578 §4.3: lists of files are parts of the same name, not forms within forms.
  if (/^multipart\//i.test(type)) return { kind: "refused" };
  if (filename !== null && fileFields.has(bareName(part))) return { kind: "file" };
  const charsets = [...type.matchAll(CHARSET)].map(([, charset = ""]) => charset.toLowerCase());
  let text: string;
  try {
    text = decoder.decode(bytes.subarray(start, end));
  } catch {
    return { kind: filename === null ? "refused" : "file" };
  }
  // RFC 7578 §4.6: the character set of all other fields.
  if (name === "_charset_") charsets.push(text.trim().toLowerCase());
  return charsets.every((charset) => UTF8.has(charset)) ? { kind: "text", text } : { kind: "refused" };
}

/** Clients write lists as `image[]`. */
function bareName({ name }: FormPart): string {
  return name.endsWith("[]") ? name.slice(0, -2) : name;
}

function viewOf(
  bytes: Buffer,
  { fields, unread }: { readonly fields: ReadonlyMap<string, readonly TextPart[]>; readonly unread: readonly string[] },
): FormView {
  const entries: [string, Json][] = [];
  for (const [name, list] of fields) {
    const [first] = list;
    entries.push([name, list.length === 1 && first !== undefined ? first.text : list.map(({ text }) => text)]);
  }
  const write: FormView["write"] = (changes) => {
    const texts = new Map<FormText, string>();
    for (const { pointer, text } of changes) {
      const list = fields.get(String(pointer.tokenAt(1)));
      const found = pointer.depth > 2 ? undefined : list?.[Number(pointer.tokenAt(2) ?? 0)];
      if (found === undefined) return null;
      texts.set(found.place, text);
    }
    return rewriteForm(bytes, texts);
  };
  return { json: Object.fromEntries(entries), unread, write };
}
