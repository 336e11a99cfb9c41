import { CONCEPTS, type Concept, type ConceptHit } from "./scanner.ts";

export type Category = "override" | "jailbreak" | "extraction" | "indirect" | "obfuscated" | "hidden_text";

export interface Rule {
  readonly id: string;
  readonly category: Category;
  /** All of them must stand together, in any order: languages differ in theirs. */
  readonly concepts: readonly Concept[];
  /** Longest stretch of text from the first word's start to the last one's start, UTF-16 units. */
  readonly gap: number;
  /** Whether a full stop may stand between. */
  readonly crosses?: boolean;
  /** Log-odds that a match adds. */
  readonly weights: Readonly<Record<Manner, number>>;
}

/**
 * Log-odds of a text without a match, moved so that 0.5 stands where one label-0 text in a hundred is flagged. It and the
 * weights are a logistic regression over `RULES` (weights ≥ 0, sources and kinds balanced) on the labelled texts that the
 * model card names.
 */
export const BIAS = -2.63;
/** Log-odds for a match in a piece that stood in the text in disguise. */
export const DECODED_WEIGHT = 1.06;

/** Concepts that mean more together than alone. */
export const RULES: readonly Rule[] = [
  { id: "override-prior-instruct", category: "override", concepts: ["override", "prior", "instruct"], gap: 70, weights: { order: 0.49, plain: 0.64, mention: 0.46 } },
  { id: "override-instruct", category: "override", concepts: ["override", "instruct"], gap: 50, weights: { order: 2.11, plain: 1.15, mention: 0.86 } },
  { id: "override-prior", category: "override", concepts: ["override", "prior"], gap: 40, weights: { order: 2.63, plain: 0.86, mention: 0.63 } },
  { id: "override-hidden", category: "override", concepts: ["override", "hidden"], gap: 60, weights: { order: 1.15, plain: 0.84, mention: 0.53 } },
  { id: "override-dictate", category: "override", concepts: ["override", "dictate"], gap: 140, crosses: true, weights: { order: 2.1, plain: 0.75, mention: 1.68 } },
  { id: "override-newtask", category: "override", concepts: ["override", "newtask"], gap: 120, crosses: true, weights: { order: 0.24, plain: 0.14, mention: 0 } },
  { id: "override-reveal", category: "override", concepts: ["override", "prior", "reveal"], gap: 140, crosses: true, weights: { order: 0.4, plain: 0.07, mention: 0 } },
  { id: "override-unrestricted", category: "jailbreak", concepts: ["override", "unrestricted"], gap: 120, crosses: true, weights: { order: 0.51, plain: 0.57, mention: 0 } },
  { id: "override-persona", category: "jailbreak", concepts: ["override", "persona"], gap: 140, crosses: true, weights: { order: 0.19, plain: 0, mention: 0 } },
  { id: "revoke-instruct", category: "override", concepts: ["revoke", "instruct"], gap: 80, weights: { order: 1.79, plain: 2.18, mention: 0.68 } },
  { id: "revoke-prior", category: "override", concepts: ["revoke", "prior", "instruct"], gap: 80, weights: { order: 1.53, plain: 1.14, mention: 0.44 } },
  { id: "revoke-hidden", category: "override", concepts: ["revoke", "hidden"], gap: 80, weights: { order: 2.24, plain: 1.19, mention: 0.54 } },
  { id: "newtask-dictate", category: "override", concepts: ["newtask", "dictate"], gap: 80, crosses: true, weights: { order: 1.04, plain: 0.87, mention: 0.64 } },
  { id: "newtask-instruct-prior", category: "override", concepts: ["newtask", "prior", "instruct"], gap: 100, crosses: true, weights: { order: 0.48, plain: 0.67, mention: 0 } },
  { id: "authority-override", category: "override", concepts: ["authority", "override"], gap: 120, crosses: true, weights: { order: 0.74, plain: 0.01, mention: 0 } },
  { id: "authority-dictate", category: "override", concepts: ["authority", "dictate"], gap: 120, crosses: true, weights: { order: 0.78, plain: 1.06, mention: 0.57 } },
  { id: "authority-hidden", category: "extraction", concepts: ["authority", "hidden"], gap: 160, crosses: true, weights: { order: 0.96, plain: 1.23, mention: 1.01 } },
  { id: "reveal-hidden", category: "extraction", concepts: ["reveal", "hidden"], gap: 60, weights: { order: 2.78, plain: 1.54, mention: 0.25 } },
  { id: "reveal-hidden-verbatim", category: "extraction", concepts: ["reveal", "hidden", "verbatim"], gap: 140, crosses: true, weights: { order: 1.28, plain: 0.71, mention: 0 } },
  { id: "reveal-secret", category: "extraction", concepts: ["reveal", "secret"], gap: 60, weights: { order: 2.78, plain: 0, mention: 0.77 } },
  { id: "hidden-secret", category: "extraction", concepts: ["hidden", "secret"], gap: 80, weights: { order: 0, plain: 0, mention: 0.02 } },
  { id: "reveal-prior-instruct", category: "extraction", concepts: ["reveal", "prior", "instruct"], gap: 60, weights: { order: 1.27, plain: 0.23, mention: 0.28 } },
  { id: "hidden-affirm", category: "extraction", concepts: ["hidden", "affirm"], gap: 140, crosses: true, weights: { order: 0, plain: 0.31, mention: 0.14 } },
  { id: "persona-unrestricted", category: "jailbreak", concepts: ["persona", "unrestricted"], gap: 200, crosses: true, weights: { order: 2.79, plain: 1.68, mention: 0.81 } },
  { id: "persona-norefusal", category: "jailbreak", concepts: ["persona", "norefusal"], gap: 240, crosses: true, weights: { order: 1.15, plain: 0.51, mention: 0 } },
  { id: "persona-jailbreak", category: "jailbreak", concepts: ["persona", "jailbreak"], gap: 200, crosses: true, weights: { order: 1.44, plain: 0.25, mention: 0.63 } },
  { id: "unrestricted-norefusal", category: "jailbreak", concepts: ["unrestricted", "norefusal"], gap: 200, crosses: true, weights: { order: 1.25, plain: 1.59, mention: 0.77 } },
  { id: "unrestricted-address", category: "jailbreak", concepts: ["unrestricted", "address"], gap: 100, weights: { order: 0.87, plain: 1.72, mention: 0.06 } },
  { id: "jailbreak-unrestricted", category: "jailbreak", concepts: ["jailbreak", "unrestricted"], gap: 240, crosses: true, weights: { order: 0.63, plain: 0.51, mention: 0.35 } },
  { id: "jailbreak-norefusal", category: "jailbreak", concepts: ["jailbreak", "norefusal"], gap: 240, crosses: true, weights: { order: 0.38, plain: 0.03, mention: 0.03 } },
  { id: "jailbreak", category: "jailbreak", concepts: ["jailbreak"], gap: 0, weights: { order: 2.28, plain: 2.17, mention: 0.77 } },
  { id: "norefusal", category: "jailbreak", concepts: ["norefusal"], gap: 0, weights: { order: 1.2, plain: 1.25, mention: 0 } },
  { id: "affirm", category: "jailbreak", concepts: ["affirm"], gap: 0, weights: { order: 1.02, plain: 1.27, mention: 0.28 } },
  { id: "affirm-norefusal", category: "jailbreak", concepts: ["affirm", "norefusal"], gap: 240, crosses: true, weights: { order: 0.01, plain: 0.01, mention: 0 } },
  { id: "marker", category: "indirect", concepts: ["marker"], gap: 0, weights: { order: 1.24, plain: 0.64, mention: 0.83 } },
  { id: "marker-override", category: "indirect", concepts: ["marker", "override"], gap: 120, crosses: true, weights: { order: 0, plain: 0, mention: 0 } },
  { id: "marker-dictate", category: "indirect", concepts: ["marker", "dictate"], gap: 120, crosses: true, weights: { order: 0.87, plain: 0.61, mention: 0.16 } },
  { id: "marker-reveal-hidden", category: "indirect", concepts: ["marker", "reveal", "hidden"], gap: 160, crosses: true, weights: { order: 0, plain: 0, mention: 0 } },
  { id: "marker-conceal", category: "indirect", concepts: ["marker", "conceal"], gap: 160, crosses: true, weights: { order: 0.24, plain: 0, mention: 0 } },
  { id: "marker-authority", category: "indirect", concepts: ["marker", "authority"], gap: 100, crosses: true, weights: { order: 0.36, plain: 0.42, mention: 0.02 } },
  { id: "address-override", category: "indirect", concepts: ["address", "override"], gap: 140, crosses: true, weights: { order: 0, plain: 0.35, mention: 0 } },
  { id: "address-dictate", category: "indirect", concepts: ["address", "dictate"], gap: 80, weights: { order: 1.05, plain: 0.97, mention: 1.61 } },
  { id: "address-conceal", category: "indirect", concepts: ["address", "conceal"], gap: 160, crosses: true, weights: { order: 0, plain: 0.26, mention: 0 } },
  { id: "address-exfiltrate", category: "indirect", concepts: ["address", "exfiltrate"], gap: 120, weights: { order: 0.35, plain: 0.6, mention: 0.51 } },
  { id: "address-reveal-hidden", category: "indirect", concepts: ["address", "reveal", "hidden"], gap: 120, crosses: true, weights: { order: 0, plain: 0, mention: 0 } },
  { id: "conceal", category: "indirect", concepts: ["conceal"], gap: 0, weights: { order: 0.51, plain: 0.12, mention: 0 } },
  { id: "conceal-exfiltrate", category: "indirect", concepts: ["conceal", "exfiltrate"], gap: 160, crosses: true, weights: { order: 0.04, plain: 0.03, mention: 0.03 } },
  { id: "conceal-dictate", category: "indirect", concepts: ["conceal", "dictate"], gap: 120, crosses: true, weights: { order: 1.22, plain: 0.22, mention: 0.41 } },
  { id: "exfiltrate-secret", category: "indirect", concepts: ["exfiltrate", "secret"], gap: 100, weights: { order: 0, plain: 0.65, mention: 1.02 } },
  { id: "exfiltrate-hidden", category: "indirect", concepts: ["exfiltrate", "hidden"], gap: 100, weights: { order: 0.08, plain: 0.34, mention: 0 } },
  { id: "exfiltrate-override", category: "indirect", concepts: ["exfiltrate", "override"], gap: 140, crosses: true, weights: { order: 0, plain: 0.08, mention: 0.11 } },
  { id: "exfiltrate", category: "indirect", concepts: ["exfiltrate"], gap: 0, weights: { order: 1.29, plain: 0.3, mention: 0.2 } },
  { id: "decoder", category: "obfuscated", concepts: ["decoder"], gap: 0, weights: { order: 0.56, plain: 0, mention: 0.01 } },
  { id: "decoder-decoder", category: "obfuscated", concepts: ["decoder", "instruct"], gap: 80, weights: { order: 0.28, plain: 1.11, mention: 0 } },
  { id: "invisible-override", category: "hidden_text", concepts: ["invisible", "override"], gap: 120, crosses: true, weights: { order: 0.58, plain: 0, mention: 0.33 } },
  { id: "invisible-dictate", category: "hidden_text", concepts: ["invisible", "dictate"], gap: 140, crosses: true, weights: { order: 0.7, plain: 0.04, mention: 0.78 } },
  { id: "invisible-address", category: "hidden_text", concepts: ["invisible", "address"], gap: 100, crosses: true, weights: { order: 1.92, plain: 0.18, mention: 0.46 } },
  { id: "invisible-conceal", category: "hidden_text", concepts: ["invisible", "conceal"], gap: 160, crosses: true, weights: { order: 0.21, plain: 0, mention: 0.07 } },
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
const BEFORE_ORDER = /(?:^|[\n.!?:;,>\-–—*"'()[\]{}#|/=\]]|\b(?:please|now|then|and|so|must|to|should|just|but|bitte|und|merci de|veuillez|por favor|prosze|i|e|et|y)|[^\0-\x7f])\s*$/;

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
      if (rule.crosses !== true && span.start < hit.start && STOP.test(text.slice(span.start, hit.start))) continue;
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
