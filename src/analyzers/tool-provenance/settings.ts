import type { Json } from "../../core/model.ts";
import { nameTest } from "../../core/strings.ts";
import type { ToolArgument } from "../../core/tool-call.ts";
import { argumentTest } from "../tool-names.ts";
import { kindOfTool, type ToolKind } from "./verbs.ts";

/** Lines of one policy: each call is held against all of them. */
export const SETTINGS_MAX = 200;
/** UTF-16 units. */
const SETTING_LENGTH_MAX = 500;

export interface Settings {
  /** `null`: the tool is not judged. */
  readonly kindOf: (tool: string) => ToolKind | null;
  readonly isIgnored: (tool: string, argument: ToolArgument) => boolean;
}

interface Setting {
  readonly verb: string;
  readonly tool: (name: string) => boolean;
  readonly argument: ((path: readonly string[]) => boolean) | null;
}

export type SettingsResult =
  | { readonly kind: "settings"; readonly settings: Settings }
  | { readonly kind: "invalid"; readonly path: string; readonly reason: string };

const SHAPE = /^(sink|storage|source|execution|ignore)\s+(\S+)(?:\s+where\s+(\S+))?$/;

/** `sink post_*`, `source open_case`, `execution runbook_*`, `ignore save_draft`, `ignore send_email where cc`. */
export function readSettings(metadata: Json): SettingsResult {
  const lines = metadata === null ? [] : typeof metadata === "string" ? [metadata] : metadata;
  if (!Array.isArray(lines)) return { kind: "invalid", path: "", reason: "must be a setting or a list of settings" };
  if (lines.length > SETTINGS_MAX)
    return { kind: "invalid", path: "", reason: `must have at most ${SETTINGS_MAX} lines` };
  const settings: Setting[] = [];
  for (const [index, line] of lines.entries()) {
    const setting = readSetting(line);
    if (typeof setting === "string") {
      const path = typeof metadata === "string" ? "" : String(index);
      return { kind: "invalid", path, reason: setting };
    }
    settings.push(setting);
  }
  return { kind: "settings", settings: compile(settings) };
}

/** A text is the reason why it is none. */
function readSetting(line: Json): Setting | string {
  if (typeof line !== "string") return "must be a string";
  if (line.length > SETTING_LENGTH_MAX) return `must have at most ${SETTING_LENGTH_MAX} characters`;
  const [, verb, tool, argument] = SHAPE.exec(line.trim()) ?? [];
  if (verb === undefined || tool === undefined)
    return "must read `sink|storage|source|execution TOOL` or `ignore TOOL [where ARGUMENT]`";
  if (argument !== undefined && verb !== "ignore") return "only `ignore` takes an argument";
  return { verb, tool: nameTest(tool), argument: argument === undefined ? null : argumentTest(argument) };
}

const KINDS: ReadonlyMap<string, ToolKind> = new Map([
  ["sink", "sink"],
  ["source", "source"],
  ["storage", "storage"],
  ["execution", "execution"],
]);

/** Of several lines about a tool the first counts. */
function compile(settings: readonly Setting[]): Settings {
  return {
    kindOf: (name) => {
      const own = settings.find(({ tool, argument }) => argument === null && tool(name));
      return own === undefined ? kindOfTool(name) : (KINDS.get(own.verb) ?? null);
    },
    isIgnored: (name, { path }) =>
      settings.some(({ tool, argument }) => argument !== null && tool(name) && argument(path)),
  };
}
