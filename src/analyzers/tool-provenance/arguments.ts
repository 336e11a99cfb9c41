import type { ToolArgument } from "../../core/tool-call.ts";
import { nestedIn } from "../nested-arguments.ts";

/** Maximum number of values read per call; those after it are skipped. */
const ARGUMENTS_MAX = 5000;

/** The values of a call, those of JSON inside of its strings too, and in the place of strings that are nothing else. */
export function expanded(values: readonly ToolArgument[]): readonly ToolArgument[] {
  const found: ToolArgument[] = [];
  for (const argument of values) {
    const nested = nestedIn(argument);
    const values = nested?.values ?? [];
    for (const value of nested?.isWhole === true ? values : [...values, argument]) {
      if (found.length === ARGUMENTS_MAX) return found;
      // No one has such a name.
      if (value.value !== "true" && value.value !== "false") found.push(value);
    }
  }
  return found;
}

/** What an argument is for, by the name of its field. */
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

/** The name of a parameter, which comes from the tool's definition, not from the conversation. Deeper ones may be names of things. */
export function isParameter({ isKey, path, value }: ToolArgument): boolean {
  const name = snake(value);
  return isKey && (path.length <= 1 || TARGET.test(name) || CONTENT.test(name));
}

const snake = (name: string): string => name.replaceAll(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase();
