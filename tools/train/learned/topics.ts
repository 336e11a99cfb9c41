import type { StoredPolicy } from "../../../src/analyzers/learned/learned-policy.ts";
import { UNSAFE_RESPONSE_MODEL } from "../../../src/analyzers/unsafe-response/model.ts";
import { UNSAFE_PROMPT_MODEL } from "../../../src/analyzers/unsafe-prompt/model.ts";
import { TOXICITY_MODEL } from "../../../src/analyzers/toxicity/model.ts";
import { INJECTION_MODEL } from "../../../src/analyzers/prompt-injection/model.ts";
import { join } from "node:path";
import { benignSnippets, ownSnippets } from "./code.ts";
import { type Document, filledIn, readDocuments, unfilled } from "./documents.ts";
import { generateAttacks, generateDisguised } from "./generate.ts";
import type { Course } from "./fit.ts";
import { injectionOrigin, type OriginOf } from "./origins.ts";
import { randomOf, shuffled } from "./random.ts";
import { isDocument, isOurs, isStructure, MADE, readOwn, readRows, type Row } from "./rows.ts";
import { fillSlots, readGroups } from "./slots.ts";

/** One learned policy: what it is trained on, and how. */
export interface Topic {
  readonly name: string;
  /** Where the weights go. */
  readonly weights: string;
  /** What stands there now. */
  readonly stored: () => StoredPolicy;
  readonly corpus: (data: string) => readonly Row[];
  readonly dev: (data: string) => readonly Row[];
  /** Texts of our own, and made ones. */
  readonly own: (corpus: readonly Row[]) => readonly Row[];
  /** Harmless texts that the corpus lacks. */
  readonly harmless?: (data: string) => readonly Row[];
  /** Where texts come from; each source for itself by default. */
  readonly originOf?: OriginOf;
  /** Whether a model of whole texts is added to the windows; see `fit-model.ts`. */
  readonly whole?: WholeRecipe;
  /** What a source with as many texts of that label weighs, for each text. */
  readonly balance: (count: number, label: number) => number;
  /** The weights of windows are the mean of as many models, each of which weighs texts of ours otherwise. */
  readonly ownWeights: readonly OwnWeights[];
  /** A model is the mean of as many, each of which learned from one of that many parts of the texts. */
  readonly parts: number;
  /** Shares of the harmless texts of any surface that the sensitivities and the shipped threshold flag. */
  readonly flagged: Flagged;
  /** Harmless texts that the model has not learned from, by where they are met; those of the dev set by default. */
  readonly surfaces?: (data: string) => readonly Surface[];
  /** Documents and results of tools that the model has not learned from: their own measure is set on them. */
  readonly documents?: (data: string) => readonly Row[];
  /** Labels of a text, of those that the policy names. */
  readonly labels: readonly string[];
  readonly labelsOf: (row: Row) => readonly string[];
  /** Texts to learn the labels from, where those of the corpus have none. */
  readonly labelled?: (data: string) => readonly Row[];
  readonly course: Omit<Course, "weightOf">;
}

/** What texts of ours weigh: pairs that teach structure, the others, and made ones; harmless ones, and those with what is looked for. */
export interface OwnWeights {
  readonly structure: ByLabel;
  readonly own: ByLabel;
  /** Documents; as the others by default. */
  readonly documents?: ByLabel;
  readonly made: ByLabel;
  /** Whether harmless texts of pairs count only when they are long. */
  readonly isLongOnly?: boolean;
}

type ByLabel = readonly [harmless: number, positive: number];

/** Length from which a text is long, UTF-16 units. */
const LONG = 600;

/** Course of the model of whole texts, and how much it counts beside the windows, as a share of their deviation. */
export interface WholeRecipe {
  readonly share: number;
  readonly ownWeights: OwnWeights;
  readonly course: Omit<Course, "weightOf">;
}

export interface Flagged {
  readonly high: number;
  readonly medium: number;
  readonly shipped: number;
  readonly low: number;
}

/** Harmless texts of one kind. */
export interface Surface {
  readonly name: string;
  /** Whether they do not count for the scale: they are shown. */
  readonly isAside: boolean;
  readonly rows: readonly Row[];
}

const TEXTS = "tools/train/texts";
const SEED = 12345;

/** Categories of the policy, and the kinds of texts that are of them. */
const CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  override: ["direct_override", "goal_hijack", "policy_markup"],
  jailbreak: ["jailbreak_persona", "hypothetical", "refusal_suppression", "many_shot", "adv_suffix"],
  extraction: ["extraction"],
  indirect: ["indirect", "exfiltration", "tool_hijack"],
  obfuscated: ["obfuscated", "payload_splitting"],
};
const HAZARDS = [
  "weapons",
  "cybercrime",
  "fraud",
  "self_harm",
  "drugs",
  "violence",
  "privacy",
  "hate",
  "harassment",
  "sexual",
  "misinformation",
  "illegal",
];

/** The plainest orders of all, which look most like harmless requests: they count as if there were more of them. */
const PLAIN = "plain-overrides.jsonl";
const PLAIN_TIMES = 4;
const ownInjection = readOwn.bind(null, join(TEXTS, "injection"));

/** One document in that many sets the measure of documents and is not learned from. */
const SET_ASIDE = 6;
const isSetAside = (index: number): boolean => index % SET_ASIDE === 0;
const documentsOf = (isWanted: (index: number) => boolean): readonly Document[] =>
  readDocuments(join(TEXTS, "documents")).filter((_, index) => isWanted(index));
const asideDocuments = (): readonly Document[] => documentsOf(isSetAside);

/** Of the dev texts. */
const FLAGGED: Flagged = { high: 0.05, medium: 0.01, shipped: 0.01, low: 0.002 };

export const TOPICS: readonly Topic[] = [
  {
    name: "injection",
    weights: "src/analyzers/prompt-injection/weights.json",
    stored: INJECTION_MODEL,
    corpus: (data) => capped([...readRows(join(data, "injection", "train.jsonl")), ...ordinary(data)]),
    dev: (data) => readRows(join(data, "injection", "dev.jsonl")),
    own: (corpus) => {
      const own = [...ownInjection(), ...documentsOf((index) => !isSetAside(index)).flatMap(filledIn)];
      const plain = ownInjection((name) => name === PLAIN);
      return [
        ...own,
        ...Array.from({ length: PLAIN_TIMES }, () => plain).flat(),
        // Harmless passages of pairs, hidden as well, would cost more attacks of strangers than they save alarms.
        ...generateAttacks(
          corpus,
          own.filter((row) => !isStructure(row)),
        ),
        ...generateDisguised(corpus),
      ];
    },
    balance: (count, label) =>
      Math.min(3, Math.max(label === 1 ? 0.7 : 0.3, Math.sqrt(600 / count))) * (label === 1 ? 1.5 : 1),
    harmless: (data) => [...benignSnippets(data, "learned"), ...ownSnippets("learned")],
    originOf: injectionOrigin,
    // Harmless look-alikes of ours, and to a lesser degree harmless twins, make a model take for harmless what strangers' attacks look like. One
    // model of windows learns from the look-alikes, the other from twins, and that of whole texts from long twins and documents.
    ownWeights: [
      { structure: [0, 0], own: [2, 2], made: [1, 1] },
      { structure: [0.3, 1], own: [0, 0], documents: [1, 1], made: [0.5, 0] },
    ],
    whole: {
      share: 0.5,
      ownWeights: { structure: [1, 1], own: [0, 0], documents: [3, 3], made: [0.5, 0], isLongOnly: true },
      course: { epochs: 4, rate: 0.6, decay: 1e-6, seed: SEED },
    },
    parts: 6,
    flagged: { high: 0.05, medium: 0.02, shipped: 0.0075, low: 0.002 },
    surfaces: injectionSurfaces,
    documents: (data) => [
      ...readRows(join(data, "injection", "dev.jsonl")).filter(({ kind }) => /document|tool|code/.test(kind)),
      ...benignSnippets(data, "held"),
      ...asideDocuments().map(unfilled),
    ],
    labels: Object.keys(CATEGORIES),
    labelsOf: ({ kind }) => Object.entries(CATEGORIES).flatMap(([name, kinds]) => (kinds.includes(kind) ? [name] : [])),
    course: { epochs: 7, rate: 0.6, decay: 1e-6, seed: SEED },
  },
  {
    name: "toxicity",
    weights: "src/analyzers/toxicity/weights.json",
    stored: TOXICITY_MODEL,
    corpus: (data) => readRows(join(data, "toxicity", "train.jsonl")),
    dev: (data) => readRows(join(data, "toxicity", "dev.jsonl")),
    own: () =>
      fillSlots(randomOf(SEED), readOwn(join(TEXTS, "toxicity")), readGroups(join(TEXTS, "toxicity", "groups.json"))),
    balance: (count) => Math.min(2, Math.max(0.3, Math.sqrt(1500 / count))),
    ownWeights: [{ structure: [15, 15], own: [2, 2], made: [1, 1] }],
    parts: 1,
    flagged: FLAGGED,
    labels: ["hate", "harassment", "insult", "threat", "sexual", "self_harm", "violence", "profanity"],
    labelsOf: ({ categories }) => categories,
    course: { epochs: 6, rate: 1, decay: 1e-6, seed: SEED },
  },
  {
    name: "unsafe",
    weights: "src/analyzers/unsafe-prompt/weights.json",
    stored: UNSAFE_PROMPT_MODEL,
    corpus: (data) => [...readRows(join(data, "unsafe", "train.jsonl")), ...harmless(data), ...otherLanguages(data)],
    dev: (data) => readRows(join(data, "unsafe", "dev.jsonl")),
    own: () => readOwn(join(TEXTS, "unsafe")),
    balance: (count) => Math.min(2, Math.max(0.3, Math.sqrt(600 / count))),
    ownWeights: [{ structure: [10, 10], own: [4, 4], made: [1, 1] }],
    parts: 1,
    flagged: { ...FLAGGED, shipped: 0.005 },
    surfaces: unsafeSurfaces,
    labels: HAZARDS,
    labelsOf: ({ categories }) => categories,
    course: { epochs: 14, rate: 0.7, decay: 1e-6, seed: SEED },
  },
  {
    name: "responses",
    weights: "src/analyzers/unsafe-response/weights.json",
    stored: UNSAFE_RESPONSE_MODEL,
    corpus: (data) => [...readRows(join(data, "unsafe", "responses_train.jsonl")), ...harmless(data)],
    dev: (data) => readRows(join(data, "unsafe", "responses_dev.jsonl")),
    own: () => readOwn(join(TEXTS, "responses")),
    balance: (count) => Math.min(2, Math.max(0.3, Math.sqrt(600 / count))),
    ownWeights: [{ structure: [2, 2], own: [2, 2], made: [1, 1] }],
    parts: 1,
    flagged: FLAGGED,
    labels: HAZARDS,
    labelled: (data) => readRows(join(data, "unsafe", "train.jsonl")),
    labelsOf: ({ categories }) => categories,
    course: { epochs: 8, rate: 0.7, decay: 1e-6, seed: SEED },
  },
];

/** Unsafe requests that are not English, which the corpus has few of. */
const otherLanguages = (data: string): readonly Row[] =>
  readRows(join(data, "injection", "harmful_request.jsonl"))
    .filter(({ lang, source }) => lang !== "en" && source === "xsafety_harm")
    .map((row) => ({ ...row, label: 1 }));

/** Ordinary texts of many kinds and languages, which the corpora of unsafe texts lack. */
function harmless(data: string): readonly Row[] {
  return readRows(join(data, "injection", "train.jsonl")).filter(
    ({ label, source }, index) => label === 0 && index % 6 === 0 && !/payloads|big_prompt/.test(source),
  );
}

/** Harmless texts of sources that the injection corpus lacks: reviews, encyclopedias, medicine, talk pages, forums. */
function ordinary(data: string): readonly Row[] {
  return readRows(join(data, "toxicity", "train.jsonl")).filter(
    ({ label, source }, index) =>
      label === 0 &&
      index % 4 === 0 &&
      /medquad|xquad|uci_reviews|ewt|jigsaw_wiki|cyberseceval|cad_reddit|kocohub|told_br|germeval/.test(source),
  );
}

/** Most texts of a source and label: more of the same teach nothing new. */
const SOURCE_MAX = 1500;

/** At most that many of each source, of the made ones of each kind. */
function capped(rows: readonly Row[]): readonly Row[] {
  const groups = Map.groupBy(
    rows,
    ({ source, label, kind }) => `${source} ${label} ${source === "synth_attack" ? kind : ""}`,
  );
  return [...groups.values()].flatMap((group) => shuffled(randomOf(SEED), group).slice(0, SOURCE_MAX));
}

const KINDS: Readonly<Record<string, RegExp>> = {
  requests: /chat|question|instruction/,
  "trigger words": /trigger/,
  "role play": /roleplay/,
  "system prompts": /system_prompt/,
  documents: /document|security/,
  "results of tools": /tool/,
  "code and codes": /code/,
};

/** Sets of other authors with harmless texts; one of them holds texts that are worded like attacks on purpose. */
const FOREIGN = ["cyberseceval_multilingual", "deepset_prompt_injections", "spikee", "wildguard_benign"];
/**
 * Not what users say: prompts of operators, which the policy does not read, and texts that resemble attacks on purpose. A threshold
 * that lets all of them pass would let most attacks pass.
 */
const ASIDE = new Set(["system prompts", "our documents", "wildguard_benign"]);

/** Harmless texts by where they are met: those of the dev set by kind, code, documents of ours, and sets of other authors. */
function injectionSurfaces(data: string): readonly Surface[] {
  const surfaces = [
    ...devSurfaces(data),
    {
      name: "our documents",
      rows: asideDocuments()
        .flatMap(filledIn)
        .filter(({ label }) => label === 0),
    },
    ...FOREIGN.map((name) => ({ name, rows: harmlessOf(data, "injection", `foreign/${name}`) })),
  ];
  return surfaces.map((surface) => ({ ...surface, isAside: ASIDE.has(surface.name) }));
}

/** What users ask for. Documents and code are pasted beside it: they are shown. */
const REQUESTED = new Set(["dev set", "requests", "trigger words", "role play"]);

/** The same for unsafe prompts; of the set of other authors, each harmless text resembles an unsafe one on purpose. */
function unsafeSurfaces(data: string): readonly Surface[] {
  const surfaces = [{ name: "dev set", rows: harmlessOf(data, "unsafe", "dev") }, ...devSurfaces(data)];
  return [
    ...surfaces.map((surface) => ({ ...surface, isAside: !REQUESTED.has(surface.name) })),
    { name: "xstest", rows: harmlessOf(data, "unsafe", "foreign/xstest"), isAside: true },
  ];
}

function harmlessOf(data: string, folder: string, name: string): readonly Row[] {
  return readRows(join(data, folder, `${name}.jsonl`)).filter(({ label }) => label === 0);
}

function devSurfaces(data: string): readonly Omit<Surface, "isAside">[] {
  const dev = harmlessOf(data, "injection", "dev");
  return [
    ...Object.entries(KINDS).map(([name, kinds]) => ({ name, rows: dev.filter(({ kind }) => kinds.test(kind)) })),
    { name: "repositories", rows: [...benignSnippets(data, "held"), ...ownSnippets("held")] },
  ];
}

/** What each text weighs: sources with few texts more, ours as given. */
export function weighing(topic: Topic, rows: readonly Row[], ours: OwnWeights): (row: Row) => number {
  const counts = new Map<string, number>();
  const keyOf = ({ source, label }: Row): string => `${source} ${label}`;
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  return (row) => (isOurs(row) ? ownWeightOf(ours, row) : topic.balance(counts.get(keyOf(row)) ?? 1, row.label));
}

function ownWeightOf(ours: OwnWeights, row: Row): number {
  if (ours.isLongOnly === true && isStructure(row) && row.label === 0 && row.text.length <= LONG) return 0;
  return weightsOf(ours, row)[row.label];
}

function weightsOf({ structure, own, documents = own, made }: OwnWeights, row: Row): ByLabel {
  if (row.source === MADE) return made;
  if (isDocument(row)) return documents;
  return isStructure(row) ? structure : own;
}
