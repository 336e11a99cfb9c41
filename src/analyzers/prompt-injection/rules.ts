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
export const BIAS = -2.93;
/** Log-odds for a match in a piece that stood in the text in disguise. */
export const DECODED_WEIGHT = 1.76;

/** Concepts that mean more together than alone. */
export const RULES: readonly Rule[] = [
  {
    id: "override-prior-instruct",
    category: "override",
    concepts: ["override", "prior", "instruct"],
    gap: 70,
    weights: { order: 0.19, plain: 0.19, mention: 0.19 },
  },
  {
    id: "override-instruct",
    category: "override",
    concepts: ["override", "instruct"],
    gap: 50,
    weights: { order: 2.13, plain: 1.47, mention: 0.78 },
  },
  {
    id: "override-prior",
    category: "override",
    concepts: ["override", "prior"],
    gap: 40,
    weights: { order: 3.5, plain: 2.08, mention: 1.1 },
  },
  {
    id: "override-hidden",
    category: "override",
    concepts: ["override", "hidden"],
    gap: 60,
    weights: { order: 1.87, plain: 1.45, mention: 0.79 },
  },
  {
    id: "override-dictate",
    category: "override",
    concepts: ["override", "dictate"],
    gap: 140,
    crosses: true,
    weights: { order: 2.89, plain: 2.36, mention: 1.94 },
  },
  {
    id: "override-newtask",
    category: "override",
    concepts: ["override", "newtask"],
    gap: 120,
    crosses: true,
    weights: { order: 0.46, plain: 0.39, mention: 0 },
  },
  {
    id: "override-reveal",
    category: "override",
    concepts: ["override", "prior", "reveal"],
    gap: 140,
    crosses: true,
    weights: { order: 0.2, plain: 0, mention: 0 },
  },
  {
    id: "override-unrestricted",
    category: "jailbreak",
    concepts: ["override", "unrestricted"],
    gap: 120,
    crosses: true,
    weights: { order: 1.22, plain: 0.93, mention: 0.42 },
  },
  {
    id: "override-persona",
    category: "jailbreak",
    concepts: ["override", "persona"],
    gap: 140,
    crosses: true,
    weights: { order: 0.15, plain: 0.01, mention: 0 },
  },
  {
    id: "revoke-instruct",
    category: "override",
    concepts: ["revoke", "instruct"],
    gap: 80,
    weights: { order: 2.48, plain: 2.09, mention: 1.29 },
  },
  {
    id: "revoke-prior",
    category: "override",
    concepts: ["revoke", "prior", "instruct"],
    gap: 80,
    weights: { order: 2.32, plain: 1.75, mention: 1.03 },
  },
  {
    id: "revoke-hidden",
    category: "override",
    concepts: ["revoke", "hidden"],
    gap: 80,
    weights: { order: 3.76, plain: 2.89, mention: 1.57 },
  },
  {
    id: "newtask-dictate",
    category: "override",
    concepts: ["newtask", "dictate"],
    gap: 80,
    crosses: true,
    weights: { order: 1.39, plain: 1.24, mention: 0.78 },
  },
  {
    id: "newtask-instruct-prior",
    category: "override",
    concepts: ["newtask", "prior", "instruct"],
    gap: 100,
    crosses: true,
    weights: { order: 0.32, plain: 0.18, mention: 0 },
  },
  {
    id: "authority-override",
    category: "override",
    concepts: ["authority", "override"],
    gap: 120,
    crosses: true,
    weights: { order: 0.74, plain: 0.26, mention: 0.1 },
  },
  {
    id: "authority-dictate",
    category: "override",
    concepts: ["authority", "dictate"],
    gap: 120,
    crosses: true,
    weights: { order: 1.81, plain: 1.68, mention: 0.9 },
  },
  {
    id: "authority-hidden",
    category: "extraction",
    concepts: ["authority", "hidden"],
    gap: 160,
    crosses: true,
    weights: { order: 1.7, plain: 1.7, mention: 1.36 },
  },
  {
    id: "reveal-hidden",
    category: "extraction",
    concepts: ["reveal", "hidden"],
    gap: 60,
    weights: { order: 3.4, plain: 2.2, mention: 1.08 },
  },
  {
    id: "reveal-hidden-verbatim",
    category: "extraction",
    concepts: ["reveal", "hidden", "verbatim"],
    gap: 140,
    crosses: true,
    weights: { order: 1.57, plain: 1.21, mention: 0.54 },
  },
  {
    id: "reveal-secret",
    category: "extraction",
    concepts: ["reveal", "secret"],
    gap: 60,
    weights: { order: 3.12, plain: 1.26, mention: 0.8 },
  },
  {
    id: "hidden-secret",
    category: "extraction",
    concepts: ["hidden", "secret"],
    gap: 80,
    weights: { order: 0, plain: 0, mention: 0 },
  },
  {
    id: "reveal-prior-instruct",
    category: "extraction",
    concepts: ["reveal", "prior", "instruct"],
    gap: 60,
    weights: { order: 1.4, plain: 0.28, mention: 0.04 },
  },
  {
    id: "hidden-affirm",
    category: "extraction",
    concepts: ["hidden", "affirm"],
    gap: 140,
    crosses: true,
    weights: { order: 0.28, plain: 0.28, mention: 0.22 },
  },
  {
    id: "persona-unrestricted",
    category: "jailbreak",
    concepts: ["persona", "unrestricted"],
    gap: 200,
    crosses: true,
    weights: { order: 4.31, plain: 3.54, mention: 2.27 },
  },
  {
    id: "persona-norefusal",
    category: "jailbreak",
    concepts: ["persona", "norefusal"],
    gap: 240,
    crosses: true,
    weights: { order: 1.39, plain: 0.94, mention: 0.23 },
  },
  {
    id: "persona-jailbreak",
    category: "jailbreak",
    concepts: ["persona", "jailbreak"],
    gap: 200,
    crosses: true,
    weights: { order: 1.59, plain: 1.05, mention: 0.63 },
  },
  {
    id: "unrestricted-norefusal",
    category: "jailbreak",
    concepts: ["unrestricted", "norefusal"],
    gap: 200,
    crosses: true,
    weights: { order: 3.05, plain: 2.79, mention: 1.59 },
  },
  {
    id: "unrestricted-address",
    category: "jailbreak",
    concepts: ["unrestricted", "address"],
    gap: 100,
    weights: { order: 2.57, plain: 2.35, mention: 1.11 },
  },
  {
    id: "jailbreak-unrestricted",
    category: "jailbreak",
    concepts: ["jailbreak", "unrestricted"],
    gap: 240,
    crosses: true,
    weights: { order: 1.09, plain: 0.93, mention: 0.51 },
  },
  {
    id: "jailbreak-norefusal",
    category: "jailbreak",
    concepts: ["jailbreak", "norefusal"],
    gap: 240,
    crosses: true,
    weights: { order: 0.54, plain: 0.35, mention: 0.16 },
  },
  {
    id: "jailbreak",
    category: "jailbreak",
    concepts: ["jailbreak"],
    gap: 0,
    weights: { order: 3.68, plain: 2.95, mention: 1.97 },
  },
  {
    id: "norefusal",
    category: "jailbreak",
    concepts: ["norefusal"],
    gap: 0,
    weights: { order: 0.78, plain: 0.78, mention: 0 },
  },
  {
    id: "affirm",
    category: "jailbreak",
    concepts: ["affirm"],
    gap: 0,
    weights: { order: 2.31, plain: 2.05, mention: 1.11 },
  },
  {
    id: "affirm-norefusal",
    category: "jailbreak",
    concepts: ["affirm", "norefusal"],
    gap: 240,
    crosses: true,
    weights: { order: 0, plain: 0, mention: 0 },
  },
  {
    id: "marker",
    category: "indirect",
    concepts: ["marker"],
    gap: 0,
    weights: { order: 1.27, plain: 0.63, mention: 0.63 },
  },
  {
    id: "marker-override",
    category: "indirect",
    concepts: ["marker", "override"],
    gap: 120,
    crosses: true,
    weights: { order: 0, plain: 0, mention: 0 },
  },
  {
    id: "marker-dictate",
    category: "indirect",
    concepts: ["marker", "dictate"],
    gap: 120,
    crosses: true,
    weights: { order: 0.57, plain: 0.23, mention: 0 },
  },
  {
    id: "marker-reveal-hidden",
    category: "indirect",
    concepts: ["marker", "reveal", "hidden"],
    gap: 160,
    crosses: true,
    weights: { order: 0, plain: 0, mention: 0 },
  },
  {
    id: "marker-conceal",
    category: "indirect",
    concepts: ["marker", "conceal"],
    gap: 160,
    crosses: true,
    weights: { order: 0, plain: 0, mention: 0 },
  },
  {
    id: "marker-authority",
    category: "indirect",
    concepts: ["marker", "authority"],
    gap: 100,
    crosses: true,
    weights: { order: 0.09, plain: 0, mention: 0 },
  },
  {
    id: "address-override",
    category: "indirect",
    concepts: ["address", "override"],
    gap: 140,
    crosses: true,
    weights: { order: 0, plain: 0, mention: 0 },
  },
  {
    id: "address-dictate",
    category: "indirect",
    concepts: ["address", "dictate"],
    gap: 80,
    weights: { order: 1.62, plain: 1.43, mention: 1.32 },
  },
  {
    id: "address-conceal",
    category: "indirect",
    concepts: ["address", "conceal"],
    gap: 160,
    crosses: true,
    weights: { order: 0, plain: 0, mention: 0 },
  },
  {
    id: "address-exfiltrate",
    category: "indirect",
    concepts: ["address", "exfiltrate"],
    gap: 120,
    weights: { order: 1.28, plain: 1.09, mention: 0.76 },
  },
  {
    id: "address-reveal-hidden",
    category: "indirect",
    concepts: ["address", "reveal", "hidden"],
    gap: 120,
    crosses: true,
    weights: { order: 0, plain: 0, mention: 0 },
  },
  {
    id: "conceal-exfiltrate",
    category: "indirect",
    concepts: ["conceal", "exfiltrate"],
    gap: 160,
    crosses: true,
    weights: { order: 0.09, plain: 0.07, mention: 0.04 },
  },
  {
    id: "conceal-dictate",
    category: "indirect",
    concepts: ["conceal", "dictate"],
    gap: 120,
    crosses: true,
    weights: { order: 1.64, plain: 1.22, mention: 0.75 },
  },
  {
    id: "exfiltrate-secret",
    category: "indirect",
    concepts: ["exfiltrate", "secret"],
    gap: 100,
    weights: { order: 1.19, plain: 1.19, mention: 1.03 },
  },
  {
    id: "exfiltrate-hidden",
    category: "indirect",
    concepts: ["exfiltrate", "hidden"],
    gap: 100,
    weights: { order: 0.62, plain: 0.56, mention: 0.25 },
  },
  {
    id: "exfiltrate-override",
    category: "indirect",
    concepts: ["exfiltrate", "override"],
    gap: 140,
    crosses: true,
    weights: { order: 0, plain: 0, mention: 0 },
  },
  {
    id: "exfiltrate",
    category: "indirect",
    concepts: ["exfiltrate"],
    gap: 0,
    weights: { order: 0.88, plain: 0.34, mention: 0.17 },
  },
  {
    id: "decoder",
    category: "obfuscated",
    concepts: ["decoder"],
    gap: 0,
    weights: { order: 0.1, plain: 0, mention: 0 },
  },
  {
    id: "decoder-instruct",
    category: "obfuscated",
    concepts: ["decoder", "instruct"],
    gap: 80,
    weights: { order: 0.78, plain: 0.78, mention: 0.32 },
  },
  {
    id: "invisible-override",
    category: "hidden_text",
    concepts: ["invisible", "override"],
    gap: 120,
    crosses: true,
    weights: { order: 0.61, plain: 0.49, mention: 0.36 },
  },
  {
    id: "invisible-dictate",
    category: "hidden_text",
    concepts: ["invisible", "dictate"],
    gap: 140,
    crosses: true,
    weights: { order: 0.65, plain: 0.6, mention: 0.55 },
  },
  {
    id: "invisible-address",
    category: "hidden_text",
    concepts: ["invisible", "address"],
    gap: 100,
    crosses: true,
    weights: { order: 2.79, plain: 2.02, mention: 1.15 },
  },
  {
    id: "invisible-conceal",
    category: "hidden_text",
    concepts: ["invisible", "conceal"],
    gap: 160,
    crosses: true,
    weights: { order: 0.2, plain: 0.15, mention: 0.09 },
  },
  {
    id: "quit-dictate",
    category: "override",
    concepts: ["quit", "dictate"],
    gap: 120,
    crosses: true,
    weights: { order: 1.11, plain: 0.9, mention: 0.63 },
  },
  {
    id: "quit-act",
    category: "override",
    concepts: ["quit", "act"],
    gap: 120,
    crosses: true,
    weights: { order: 1.28, plain: 1.03, mention: 0.71 },
  },
  {
    id: "quit-newtask",
    category: "override",
    concepts: ["quit", "newtask"],
    gap: 120,
    crosses: true,
    weights: { order: 0.18, plain: 0.11, mention: 0 },
  },
  {
    id: "quit-instruct",
    category: "override",
    concepts: ["quit", "instruct"],
    gap: 70,
    weights: { order: 0.06, plain: 0.04, mention: 0.04 },
  },
  { id: "quit", category: "override", concepts: ["quit"], gap: 0, weights: { order: 3.81, plain: 3.01, mention: 1.8 } },
  {
    id: "obey",
    category: "override",
    concepts: ["obey"],
    gap: 0,
    weights: { order: 4.36, plain: 3.62, mention: 1.89 },
  },
  {
    id: "obey-dictate",
    category: "override",
    concepts: ["obey", "dictate"],
    gap: 120,
    crosses: true,
    weights: { order: 0.81, plain: 0.64, mention: 0.35 },
  },
  {
    id: "obey-act",
    category: "override",
    concepts: ["obey", "act"],
    gap: 120,
    crosses: true,
    weights: { order: 0.72, plain: 0.58, mention: 0.31 },
  },
  {
    id: "override-act",
    category: "override",
    concepts: ["override", "prior", "act"],
    gap: 140,
    crosses: true,
    weights: { order: 1, plain: 0.62, mention: 0.37 },
  },
  {
    id: "revoke-act",
    category: "override",
    concepts: ["revoke", "act"],
    gap: 120,
    crosses: true,
    weights: { order: 0.68, plain: 0.59, mention: 0.57 },
  },
  {
    id: "revoke-dictate",
    category: "override",
    concepts: ["revoke", "dictate"],
    gap: 120,
    crosses: true,
    weights: { order: 1.1, plain: 1.1, mention: 1.1 },
  },
  {
    id: "newtask-act",
    category: "indirect",
    concepts: ["newtask", "act"],
    gap: 100,
    crosses: true,
    weights: { order: 0.62, plain: 0.56, mention: 0.5 },
  },
  {
    id: "address-act",
    category: "indirect",
    concepts: ["address", "act"],
    gap: 70,
    weights: { order: 1.56, plain: 1.56, mention: 1.34 },
  },
  {
    id: "marker-act",
    category: "indirect",
    concepts: ["marker", "act"],
    gap: 70,
    crosses: true,
    weights: { order: 0, plain: 0, mention: 0 },
  },
  {
    id: "invisible-act",
    category: "hidden_text",
    concepts: ["invisible", "act"],
    gap: 120,
    crosses: true,
    weights: { order: 1.75, plain: 1.36, mention: 0.82 },
  },
  {
    id: "tooling",
    category: "indirect",
    concepts: ["tooling"],
    gap: 0,
    weights: { order: 1.35, plain: 0.25, mention: 0 },
  },
  {
    id: "tooling-act",
    category: "indirect",
    concepts: ["tooling", "act"],
    gap: 100,
    crosses: true,
    weights: { order: 1.53, plain: 1.49, mention: 1.22 },
  },
  {
    id: "tooling-conceal",
    category: "indirect",
    concepts: ["tooling", "conceal"],
    gap: 160,
    crosses: true,
    weights: { order: 0.5, plain: 0.47, mention: 0.26 },
  },
  {
    id: "tooling-exfiltrate",
    category: "indirect",
    concepts: ["tooling", "exfiltrate"],
    gap: 120,
    crosses: true,
    weights: { order: 1.15, plain: 0.95, mention: 0.47 },
  },
  {
    id: "tooling-secret",
    category: "indirect",
    concepts: ["tooling", "secret"],
    gap: 120,
    crosses: true,
    weights: { order: 0.45, plain: 0.35, mention: 0.2 },
  },
  {
    id: "act-conceal",
    category: "indirect",
    concepts: ["act", "conceal"],
    gap: 140,
    crosses: true,
    weights: { order: 0.82, plain: 0.5, mention: 0.32 },
  },
  {
    id: "act-secret",
    category: "indirect",
    concepts: ["act", "secret"],
    gap: 70,
    weights: { order: 0, plain: 0, mention: 0 },
  },
  {
    id: "settings",
    category: "override",
    concepts: ["settings"],
    gap: 0,
    weights: { order: 0.6, plain: 0.4, mention: 0.33 },
  },
  {
    id: "settings-unrestricted",
    category: "override",
    concepts: ["settings", "unrestricted"],
    gap: 160,
    crosses: true,
    weights: { order: 1.99, plain: 1.47, mention: 0.84 },
  },
  {
    id: "settings-hidden",
    category: "override",
    concepts: ["settings", "revoke"],
    gap: 160,
    crosses: true,
    weights: { order: 0.43, plain: 0.28, mention: 0.19 },
  },
  {
    id: "override-secret",
    category: "override",
    concepts: ["override", "secret"],
    gap: 140,
    crosses: true,
    weights: { order: 0.73, plain: 0.4, mention: 0.3 },
  },
  {
    id: "override-jailbreak",
    category: "jailbreak",
    concepts: ["override", "jailbreak"],
    gap: 200,
    crosses: true,
    weights: { order: 0, plain: 0, mention: 0 },
  },
  {
    id: "authority-act",
    category: "override",
    concepts: ["authority", "act"],
    gap: 80,
    weights: { order: 0.47, plain: 0.47, mention: 0.36 },
  },
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
