import { BODY, isShort, type Entry, type Leaves } from "./leaves.ts";

/** Objects and lists in one another that are read. */
const DEPTH_MAX = 32;
/** Cells of an object that those within it share. */
const INHERITED_MAX = 50;

interface Place {
  readonly entry: Entry;
  readonly depth: number;
  /** Names of the fields around it, up to a list. */
  readonly field: string;
}

/** The leaves of a JSON value: each object is an entry, and a text of more than a few words is prose. */
export function addJson(
  value: unknown,
  leaves: Leaves,
  place: Place = { entry: { cells: [] }, depth: 0, field: "" },
): void {
  if (typeof value === "string") leaves.add(value, { ...place, isCell: isShort(value) });
  else if (typeof value === "number") leaves.add(String(value), { ...place, isCell: true });
  else if (typeof value !== "object" || value === null || place.depth > DEPTH_MAX) return;
  else if (Array.isArray(value)) addList(value, leaves, place);
  else addObject(value, leaves, place);
}

function addList(list: readonly unknown[], leaves: Leaves, place: Place): void {
  if (list.filter((item) => typeof item === "object" && item !== null).length > 1) leaves.lists += 1;
  for (const item of list) addJson(item, leaves, { entry: entryOf(item, place), depth: place.depth + 1, field: "" });
}

/** Texts of a list inside an entry belong to it, and so do its parts (who attends an event); what others wrote about it does not. */
function entryOf(item: unknown, { entry, depth }: Pick<Place, "entry" | "depth">): Entry {
  if (depth > 0 && typeof item !== "object") return entry;
  return depth > 0 && isPart(item) ? { cells: entry.cells.slice(0, INHERITED_MAX) } : { cells: [] };
}

const isPart = (item: unknown): boolean =>
  isRecord(item) && Object.entries(item).every(([key, value]) => !BODY.test(key) && isCell(value));

const isCell = (value: unknown): boolean => typeof value === "number" || (typeof value === "string" && isShort(value));

function addObject(value: object, leaves: Leaves, { entry, depth, field }: Place): void {
  const own = depth === 0 || entry.cells.length === 0 ? entry : { cells: entry.cells.slice(0, INHERITED_MAX) };
  const fields = Object.entries(value);
  const place = { entry: own, depth: depth + 1, field };
  addScalars(fields, leaves, place);
  addWithin(fields, leaves, place);
}

type Fields = readonly (readonly [key: string, item: unknown])[];

function addScalars(fields: Fields, leaves: Leaves, { entry, depth, field: around }: Place): void {
  const isMap = namesThings(fields);
  for (const [key, item] of fields) {
    if (typeof item === "object") continue;
    const within = isMap ? { cells: [] } : entry;
    const field = joined(around, key);
    // A key that names its value (`{"Bob": "bob@…"}`) is a cell beside it.
    if (isMap) leaves.add(key, { entry: within, isCell: true });
    if (typeof item === "string" && BODY.test(key) && !isShort(item))
      leaves.add(item, { entry: within, isCell: false });
    else addJson(item, leaves, { entry: within, depth, field });
  }
}

function addWithin(fields: Fields, leaves: Leaves, { entry, depth, field: around }: Place): void {
  const isRecords = namesRecords(fields);
  for (const [key, item] of fields) {
    if (typeof item !== "object") continue;
    const within = isRecords ? { cells: entry.cells.slice(0, INHERITED_MAX) } : entry;
    if (isRecords) leaves.add(key, { entry: within, isCell: true });
    addJson(item, leaves, { entry: within, depth, field: joined(around, key) });
  }
}

/** UTF-16 units of the names of fields that are kept. */
const FIELD_MAX = 200;

/** What a value is says nothing about whose it is. */
const KINDS =
  /(?<![a-z])(?:iban|phone|mobile|tel|telephone|fax|e-?mail|mail|url|link|site|website|id|name|address)(?![a-z])/gi;

/** `sellerPhone` in `order` → `order seller`. */
function joined(around: string, key: string): string {
  const words = key.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2").replaceAll(KINDS, "");
  return `${around} ${words}`.slice(-FIELD_MAX);
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
