import { BODY, isShort, type Entry, type Leaves } from "./leaves.ts";

/** Objects and lists in one another that are read. */
const DEPTH_MAX = 32;
/** Cells of an object that those within it share. */
const INHERITED_MAX = 50;

interface Place {
  readonly entry: Entry;
  readonly depth: number;
}

/** The leaves of a JSON value: each object is an entry, and a text of more than a few words is prose. */
export function addJson(value: unknown, leaves: Leaves, place: Place = { entry: { cells: [] }, depth: 0 }): void {
  if (typeof value === "string") leaves.add(value, place.entry, isShort(value));
  else if (typeof value === "number") leaves.add(String(value), place.entry, true);
  else if (typeof value !== "object" || value === null || place.depth > DEPTH_MAX) return;
  else if (Array.isArray(value)) addList(value, leaves, place);
  else addObject(value, leaves, place);
}

function addList(list: readonly unknown[], leaves: Leaves, { entry, depth }: Place): void {
  if (list.filter((item) => typeof item === "object" && item !== null).length > 1) leaves.lists += 1;
  // Of a list of texts each is an entry of its own; those of one inside an entry belong to it.
  for (const item of list) {
    const isOwn = depth === 0 || typeof item === "object";
    addJson(item, leaves, { entry: isOwn ? { cells: [] } : entry, depth: depth + 1 });
  }
}

function addObject(value: object, leaves: Leaves, { entry, depth }: Place): void {
  const own = depth === 0 || entry.cells.length === 0 ? entry : { cells: entry.cells.slice(0, INHERITED_MAX) };
  const fields = Object.entries(value);
  const place = { entry: own, depth: depth + 1 };
  addScalars(fields, leaves, place);
  addWithin(fields, leaves, place);
}

type Fields = readonly (readonly [key: string, item: unknown])[];

function addScalars(fields: Fields, leaves: Leaves, { entry, depth }: Place): void {
  const isMap = namesThings(fields);
  for (const [key, item] of fields) {
    if (typeof item === "object") continue;
    const within = isMap ? { cells: [] } : entry;
    // A key that names its value (`{"Bob": "bob@…"}`) is a cell beside it.
    if (isMap) leaves.add(key, within, true);
    if (typeof item === "string" && BODY.test(key) && !isShort(item)) leaves.add(item, within, false);
    else addJson(item, leaves, { entry: within, depth });
  }
}

function addWithin(fields: Fields, leaves: Leaves, { entry, depth }: Place): void {
  const isRecords = namesRecords(fields);
  for (const [key, item] of fields) {
    if (typeof item !== "object") continue;
    const within = isRecords ? { cells: entry.cells.slice(0, INHERITED_MAX) } : entry;
    if (isRecords) leaves.add(key, within, true);
    addJson(item, leaves, { entry: within, depth });
  }
}

/** Whether keys name records of one kind: `{"gro": {"mail": "…"}, "jan": {"mail": "…"}}`. */
function namesRecords(fields: Fields): boolean {
  const [first, ...others] = fields.map(([, item]) => (isRecord(item) ? item : {}));
  if (first === undefined || others.length === 0) return false;
  return Object.keys(first).some((key) => others.every((other) => Object.hasOwn(other, key)));
}

const isRecord = (item: unknown): item is object => typeof item === "object" && item !== null && !Array.isArray(item);

/** Keys as programs name fields. */
const FIELD =
  /^(?:id|name|title|subject|e-?mail|mail|phone|mobile|tel|address|from|to|sender|owner|user|url|link|date|status|type|iban|account|amount|.*_.*|[a-z]+[A-Z].*)$/i;

/** Whether keys are data: names have capitals, spaces or signs, and are no fields. */
function namesThings(fields: Fields): boolean {
  if (!fields.every(([key, item]) => typeof item !== "object" && !FIELD.test(key))) return false;
  return fields.some(([key]) => /^\p{Lu}|[\s@]/u.test(key));
}
