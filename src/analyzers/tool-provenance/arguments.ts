import type { ToolArgument } from "../../core/tool-call.ts";

/** JSON inside of arguments is read so deep. */
const NESTED_MAX = 3;
/** Values of one call that are looked at; what stands behind them is not. */
const ARGUMENTS_MAX = 5000;

/** The values of a call, those of JSON inside of its strings too: that JSON has a reader of its own. */
export function expanded(values: readonly ToolArgument[]): readonly ToolArgument[] {
  const found: ToolArgument[] = [];
  const add = (argument: ToolArgument, depth: number): void => {
    if (found.length >= ARGUMENTS_MAX) return;
    const nested = depth < NESTED_MAX && /^\s*[[{]/.test(argument.value) ? parse(argument.value) : undefined;
    if (nested === undefined) found.push(argument);
    else walk(nested, argument, depth + 1);
  };
  const walk = (value: unknown, around: ToolArgument, depth: number): void => {
    if (typeof value === "string" || typeof value === "number") {
      if (value !== "") add({ ...around, value: String(value) }, depth);
    } else if (Array.isArray(value)) {
      for (const item of value) walk(item, around, depth);
    } else if (typeof value === "object" && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        add({ ...around, path: [...around.path, key], value: key, isKey: true }, NESTED_MAX);
        walk(item, { ...around, path: [...around.path, key], isKey: false }, depth);
      }
    }
  };
  for (const argument of values) add(argument, 0);
  return found;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What an argument is for, as the name of its field tells. */
export interface Role {
  /** Whom or what the call reaches. */
  readonly isTarget: boolean;
  /** Running text: what it mentions is not what the call acts on. */
  readonly isContent: boolean;
}

const TARGET =
  /(?:^|[_-])(?:to|cc|bcc|recipients?|receivers?|dest(?:ination)?|target|payee|beneficiary|account|iban|wallet|phone|mobile|tel|number|user(?:name|s)?|members?|participants?|invitees?|attendees?|guests?|assignees?|owners?|collaborators?|emails?|mail|address(?:es)?|channels?|groups?|rooms?|repo(?:sitory)?|branch|hosts?|server|url|uri|link|webhook|endpoint|domain|hotel|restaurant|company|vendor|merchant|product|item|airline|flight|device|door|lock|package|image|role|with)(?:$|[_-])/;
const CONTENT =
  /(?:^|[_-])(?:body|content|contents|text|message|msg|description|summary|notes?|comments?|html|markdown|caption|subject|title|reason|query|prompt|question|answer|data|payload|diff|old|new|patch|replace(?:ment)?|regex|pattern|attachments?_text)(?:$|[_-])/;

export function roleOf({ path }: ToolArgument): Role {
  const name = snake(path.at(-1) ?? "");
  return { isTarget: path.some((part) => TARGET.test(snake(part))), isContent: CONTENT.test(name) };
}

/** The name of a parameter, which the tool's definition gives: nobody's words. Deeper ones may be names of things. */
export function isParameter({ isKey, path, value }: ToolArgument): boolean {
  const name = snake(value);
  return isKey && (path.length <= 1 || TARGET.test(name) || CONTENT.test(name));
}

const snake = (name: string): string => name.replaceAll(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase();
