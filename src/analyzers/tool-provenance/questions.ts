import { valuesOf, type Value } from "./values.ts";

/** Strings of one call that are looked at. */
const STRINGS_MAX = 100;
/** Longest string that is a search for something and no text, UTF-16 units. */
const SEARCH_MAX = 80;
/** Objects and lists in one another that are read. */
const DEPTH_MAX = 8;

/** What the first look-ups ask for: nothing that a tool brought has been read before them, so it is the user's task in other words. */
export interface Questions {
  /** Words that the model looked for: `Павлу` becomes `Павел`, `给李雷发邮件` becomes `李雷`. */
  readonly words: string;
  /** Links and hosts that it went to. */
  readonly links: readonly Value[];
}

/** @param calls arguments of calls, as JSON */
export function questionsOf(calls: readonly string[]): Questions {
  const strings = calls.flatMap(stringsOf);
  const values = strings.map((text) => ({ text, values: valuesOf(text) }));
  return {
    words: values.flatMap(({ text, values: own }) => (own.length === 0 && isSearch(text) ? text : [])).join("\n"),
    links: values.flatMap(({ values: own }) => own.filter(({ kind }) => kind === "url" || kind === "host")),
  };
}

const isSearch = (text: string): boolean => text.length <= SEARCH_MAX && !/[/\\_=<>*]/.test(text);

function stringsOf(json: string): readonly string[] {
  const found: string[] = [];
  const walk = (value: unknown, depth: number): void => {
    if (found.length >= STRINGS_MAX || depth > DEPTH_MAX) return;
    if (typeof value === "string") found.push(value);
    else if (typeof value === "object" && value !== null)
      for (const item of Object.values(value)) walk(item, depth + 1);
  };
  try {
    walk(JSON.parse(json), 0);
  } catch {
    // Text that is not JSON holds no strings to compare.
    return [];
  }
  return found;
}
