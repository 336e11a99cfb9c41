import { stringField } from "../../src/codecs/shared/json-read.ts";
import { readAt } from "../../test/support/pointers.ts";
import { CODECS } from "../../src/codecs/registry.ts";
import type { Json } from "../../src/core/model.ts";
import { markdownTable } from "../../src/cli/markdown-table.ts";
import { code } from "./markdown-cells.ts";
import { fieldsOf, type Reading, type SampleSide, type WireField } from "./wire-fields.ts";
import { messageFieldsOf } from "./wire-messages.ts";
import { MESSAGE_SAMPLES, WIRE_SAMPLES } from "../../test/support/wire/formats.ts";
import type { WireSample } from "./wire-samples/sample.ts";

const HEAD = `# Fields

Look up what the proxy does with a field of a request or an answer: which policies read it, whether it can be masked, and when it
leaves on a stream. \`npm run docs:fields\` generates this page from the codecs and from samples that hold every field that the
official clients know. A field that is not listed is read as text of its message, and at the top of a request as text of the user.
Responses over a WebSocket have the fields of \`openai-responses\`.

- **Words of**: \`system\` is not judged for attacks, \`user\` and \`tool\` are; \`assistant\` is read for what must not leave.
- **Checked**: every policy for those words sees the text, may block it and may mask it. In JSON only string values are masked; a match
  in a key blocks. _Signed_ text cannot be masked: a match that would be masked blocks.
- **Reported**: bytes and references that no policy reads; \`unread_parts\` says whether they pass.
- **Not text**: names, ids, enumerations and numbers, as long as they have that shape: a few words or a generated id, no space, no
  more than eight digits in a row (\`src/core/identifier.ts\`), and for a role one of those that formats have. Anything else in such
  a place is read. So is an object key that is no name of a field; other fields refer to it, so a match in it blocks. Base64
  bytes that are a text are read as that text. Never read: letters and digits of \`obfuscation\`, one-word credentials for the provider
  (\`authorization_token\`, \`authentication\`, \`fallback_credit_token\`), and addresses of servers that are settings.
- **Leaves**, on streams: _while it comes_, as soon as it is decided; _when complete_, held until its end and checked whole; _as a
  copy_, with the masks of the text that it repeats, or checked by itself where it differs.
- **Taken out**: log probabilities and sound that repeat a text, when a mask changes that text; log probabilities that differ
  from the text beside them, always.
`;

const SIDES: readonly (readonly [SampleSide, string])[] = [
  ["request", "Request"],
  ["answer", "Answer"],
  ["stream", "Streamed answer"],
  ["client", "Messages of the client"],
  ["server", "Messages of the server"],
];

/** docs/fields.md */
export function fieldsPage(): string {
  const formats = CODECS.map(({ format }) => {
    const samples = WIRE_SAMPLES.filter((sample) => sample.format === format);
    return [`## ${format}`, ...samples.flatMap(sampleSections)];
  });
  for (const sample of MESSAGE_SAMPLES)
    formats.push([`## ${sample.format}`, `### ${sample.title}`, ...sections(messageFieldsOf(sample))]);
  return `${[HEAD.trimEnd(), ...formats.flat()].join("\n\n")}\n`;
}

function sampleSections(sample: WireSample): readonly string[] {
  return [`### ${sample.title}`, ...sections(fieldsOf(sample))];
}

function sections(fields: readonly WireField[]): readonly string[] {
  return SIDES.flatMap(([side, title]) => {
    const own = fields.filter((field) => field.side === side);
    return own.length === 0 ? [] : [`#### ${title}`, ...sideTable(side, own)];
  });
}

function sideTable(side: SampleSide, fields: readonly WireField[]): readonly string[] {
  const isStream = side === "stream" || side === "server";
  const read = fields.flatMap((field) => (field.reading.kind === "structure" ? [] : [rowOf(field, field.reading)]));
  const fates = grouped(
    read,
    ({ place }) => place,
    ({ fate }) => fate,
  );
  // Where the type of the object around decides, it is told.
  const named = read.map((row) =>
    (fates.get(row.place)?.size ?? 0) > 1 && row.type !== ""
      ? { ...row, place: `${row.place} of ${code(row.type)}` }
      : row,
  );
  const origins = grouped(
    named,
    ({ place }) => place,
    ({ origin }) => origin,
  );
  const leaves = grouped(
    named,
    ({ place }) => place,
    ({ leaves: when }) => when,
  );
  const ends = grouped(
    named,
    ({ place }) => place,
    ({ fate }) => fate,
  );
  const cells = [...ends].map(([place, fate]) => [
    place,
    listed(origins.get(place)),
    listed(fate),
    ...(isStream ? [listed(leaves.get(place))] : []),
  ]);
  const names = notText(fields);
  return [
    ...(cells.length === 0
      ? []
      : [markdownTable(["field", "words of", "what happens", ...(isStream ? ["leaves"] : [])], cells)]),
    ...(names.length === 0 ? [] : [`Not text: ${names.map((name) => code(name)).join(", ")}.`]),
  ];
}

interface Row {
  readonly place: string;
  /** `type` of the nearest object around. */
  readonly type: string;
  readonly origin: string;
  readonly fate: string;
  readonly leaves: string;
}

function rowOf(field: WireField, reading: Exclude<Reading, { kind: "structure" }>): Row {
  const isText = reading.kind === "text";
  return {
    place: placeOf(field),
    type: typeAround(field.body, field.pointer),
    origin: isText ? reading.origin : NONE,
    fate: fateOf(reading),
    leaves: (isText ? LEAVES.get(reading.release) : null) ?? NONE,
  };
}

const NONE = "–";

function typeAround(body: Json, pointer: string): string {
  for (let at = pointer; at !== "";) {
    at = at.slice(0, at.lastIndexOf("/"));
    const type = stringField(readAt(body, at), "type");
    if (type !== "") return type;
  }
  return "";
}

function grouped(
  rows: readonly Row[],
  key: (row: Row) => string,
  value: (row: Row) => string,
): ReadonlyMap<string, ReadonlySet<string>> {
  const groups = new Map<string, Set<string>>();
  for (const row of rows) {
    const group = groups.get(key(row)) ?? new Set();
    groups.set(key(row), group.add(value(row)));
  }
  return groups;
}

const LEAVES: ReadonlyMap<string | null, string> = new Map([
  ["coming", "while it comes"],
  ["complete", "when complete"],
  ["copy", "as a copy"],
]);

function listed(values: ReadonlySet<string> | undefined): string {
  const known = [...(values ?? [])].filter((value) => value !== NONE);
  return known.length === 0 ? NONE : known.join("; ");
}

function placeOf({ side, body, pointer, reading }: WireField): string {
  const at = reading.kind === "text" && reading.value !== null ? `${reading.value}/…` : pointer;
  const type = side === "request" || side === "answer" ? "" : stringField(body, "type");
  return `${type === "" ? "" : `${code(type)} `}${code(bare(at))}`;
}

/** `/messages/0/content` → `/messages/[]/content` */
export const bare = (pointer: string): string => pointer.replaceAll(/\/\d+(?=\/|$)/g, "/[]");

function fateOf(reading: Exclude<Reading, { kind: "structure" }>): string {
  switch (reading.kind) {
    case "unread":
      return "reported";
    case "repeat":
      return "taken out";
    case "text": {
      const checked =
        reading.textKind === "sealed" ? "checked, signed" : reading.textKind === "json" ? "checked, JSON" : "checked";
      const reported = reading.isReported ? ", what it points to is reported" : "";
      return checked + reported + (reading.isToolText ? ", only with `read.tool_definitions`" : "");
    }
  }
}

/** Names whose every field is none, and the pointers of the others. */
export function notText(fields: readonly WireField[]): readonly string[] {
  const names = new Map<string, boolean>();
  for (const { pointer, reading } of fields) {
    // In free JSON a name is the caller's.
    if (reading.kind === "text" && (reading.value !== null || reading.isToolText)) continue;
    const name = nameOf(pointer);
    names.set(name, (names.get(name) ?? true) && reading.kind === "structure");
  }
  const found = fields
    .filter(({ reading }) => reading.kind === "structure")
    .map(({ pointer }) => (names.get(nameOf(pointer)) === true ? nameOf(pointer) : bare(pointer)));
  return [...new Set(found)].toSorted();
}

/** The last name of a pointer: `/modalities/0` → `modalities`. */
const nameOf = (pointer: string): string => pointer.split("/").findLast((token) => !/^\d*$/.test(token)) ?? pointer;
