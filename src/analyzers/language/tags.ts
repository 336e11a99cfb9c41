import type { Json } from "../../core/model.ts";
import type { Preparation } from "../analyzer.ts";
import { KNOWN, SCRIPT_OF, TAKEN_FOR } from "./languages.ts";
import type { Script } from "./scripts.ts";

/** Tags of one policy. */
const TAGS_MAX = 100;

/** What a text may be written in. */
export interface Allowed {
  /** Script → languages by their names in `languages.ts`. */
  readonly languages: ReadonlyMap<Script, ReadonlySet<string>>;
  /** Where only one way to write Chinese is allowed. */
  readonly chinese: "Hans" | "Hant" | null;
}

export type Tags =
  | { readonly kind: "allowed"; readonly allowed: Allowed }
  | Extract<Preparation, { readonly kind: "invalid" }>;

/** Reads BCP 47 tags. Regions are reduced to their language, except where they say how Chinese is written. */
export function readTags(metadata: Json): Tags {
  if (typeof metadata === "string") {
    const read = readTag(metadata);
    return typeof read === "string" ? { kind: "invalid", path: "", reason: read } : allowing([read]);
  }
  if (!Array.isArray(metadata))
    return { kind: "invalid", path: "", reason: "must be a language tag or a list of language tags" };
  if (metadata.length > TAGS_MAX)
    return { kind: "invalid", path: "", reason: `must have at most ${TAGS_MAX} language tags` };
  const tags: Tag[] = [];
  for (const [index, tag] of metadata.entries()) {
    const read = typeof tag === "string" ? readTag(tag) : "must be a string";
    if (typeof read === "string") return { kind: "invalid", path: String(index), reason: read };
    tags.push(read);
  }
  return allowing(tags);
}

function allowing(tags: readonly Tag[]): Tags {
  const languages = new Map<Script, Set<string>>();
  for (const { language, script } of tags.flatMap(({ targets }) => targets))
    languages.set(script, (languages.get(script) ?? new Set()).add(language));
  const ways = new Set(tags.flatMap(({ chinese }) => chinese ?? []));
  const only = ways.size === 1 ? (["Hans", "Hant"] as const).find((way) => ways.has(way)) : undefined;
  return { kind: "allowed", allowed: { languages, chinese: only ?? null } };
}

interface Tag {
  readonly targets: readonly Target[];
  /** How Chinese is written, `any` where nothing says; `null`: it is another language. */
  readonly chinese: string | null;
}

interface Target {
  readonly language: string;
  readonly script: Script;
}

/** Why a tag cannot serve, or what texts of it are taken for. */
function readTag(tag: string): string | Tag {
  const locale = localeOf(tag);
  if (locale === null) return `${JSON.stringify(tag)} is no BCP 47 language tag`;
  const { language } = locale;
  const names = TAKEN_FOR[language] ?? [language];
  const targets = names.flatMap((name) => targetOf(name, locale.script));
  if (targets.length === 0)
    return SCRIPT_OF.has(language) || language in TAKEN_FOR
      ? `${JSON.stringify(tag)} is not told in that script`
      : `${JSON.stringify(tag)} is not among the languages that are told: ${KNOWN.join(", ")}`;
  if (!names.includes("zh")) return { targets, chinese: null };
  const { script } = locale.region === undefined ? locale : locale.maximize();
  return { targets, chinese: script ?? "any" };
}

/** Longest tag that is read, UTF-16 units. */
const TAG_MAX = 64;

function localeOf(tag: string): Intl.Locale | null {
  if (tag.length > TAG_MAX) return null;
  try {
    return new Intl.Locale(tag.trim());
  } catch {
    // A RangeError is how Intl says that a tag is none.
    return null;
  }
}

/** ISO 15924 codes of scripts that go by another name here. */
const SCRIPT_CODES: Readonly<Record<string, Script>> = {
  Latn: "Latin",
  Cyrl: "Cyrillic",
  Arab: "Arabic",
  Deva: "Devanagari",
};
/** Serbian in Latin letters is not distinguished from Croatian. */
const SERBIAN: readonly Target[] = [
  { language: "sr", script: "Cyrillic" },
  { language: "hr", script: "Latin" },
];

function targetOf(language: string, code: string | undefined): readonly Target[] {
  const script = code === undefined ? undefined : SCRIPT_CODES[code];
  if (language === "sr") return SERBIAN.filter((target) => script === undefined || target.script === script);
  const own = SCRIPT_OF.get(language);
  if (own === undefined || (script !== undefined && script !== own)) return [];
  return [{ language, script: own }];
}
