import type { Match, SpanDetector } from "../detector.ts";
import { holdValue } from "../hold-run.ts";
import {
  drawToken,
  EDGE_LENGTH,
  LEFT_EDGE,
  lengthMax,
  type Part,
  partSource,
  placeholderOf,
  rightEdge,
  STAND_IN_SCORE,
} from "../token-rule.ts";
import { entropyBits, isStandIn } from "../value.ts";

/** A value that only the word before it makes a secret: a provider's name, a field's name. */
export interface LabelledRule {
  readonly id: string;
  readonly placeholder?: string;
  readonly labels: readonly string[];
  readonly shape: readonly Part[];
  /** Bits per character of the value; default 3. 4 keeps hexadecimal digests out. */
  readonly entropyMin?: number;
  /** Whether it has digits: a value as short as a word. */
  readonly hasDigit?: boolean;
  readonly source: string;
}

/** How far behind its label a value may begin, UTF-16 units. Peers use 40 to 60. */
const GAP = 48;
const LABELLED_SCORE = 0.85;

/** The first value of that shape behind each label. */
export function labelledDetector(rule: LabelledRule): SpanDetector {
  const value = rule.shape.map(partSource).join("");
  const pattern = new RegExp(String.raw`[^]{0,${GAP}}?${LEFT_EDGE}(${value})${rightEdge(rule.shape.at(-1))}`, "y");
  const maxLength = lengthMax(rule.shape) + EDGE_LENGTH;
  const sample = drawToken(rule.shape, 3);
  const label = rule.labels[0] ?? "";
  return {
    id: rule.id,
    placeholder: rule.placeholder ?? placeholderOf(rule.id),
    keywords: rule.labels,
    maxLength,
    source: rule.source,
    find: ({ raw }, hits, from) => {
      const matches: Match[] = [];
      for (const hit of hits) {
        if (isInsideWord(raw, hit.start)) continue;
        pattern.lastIndex = hit.end;
        const found = pattern.exec(raw);
        const token = found?.[1];
        if (found === null || token === undefined) continue;
        // The value is what the pattern ends with.
        const start = pattern.lastIndex - token.length;
        if (start < from || start === matches.at(-1)?.start) continue;
        if (isTooPlain(token, rule)) continue;
        matches.push({ start, end: pattern.lastIndex, score: isShown(token) ? STAND_IN_SCORE : LABELLED_SCORE });
      }
      return matches;
    },
    stableUntil: holdValue({ maxLength, gap: GAP }),
    examples: {
      hits: [
        [`${label} "${sample}"`, sample],
        [`The ${label}: ${sample}.`, sample],
      ],
      misses: [`id "${sample}"`, `${label} "${drawToken(rule.shape, 3, -1)}"`],
    },
  };
}

const isTooPlain = (token: string, { hasDigit, entropyMin = 3 }: LabelledRule): boolean =>
  (hasDigit === true && !/\d/.test(token)) || entropyBits(token) < entropyMin;

/** A short value has too few signs to tell a typed one from a drawn one: its label speaks alone. */
const SHORT = 20;

const isShown = (token: string): boolean => token.length >= SHORT && isStandIn(token);

/** Whether the label goes on to the left as a word of its own: `book` + `TABLE` holds `okta`. */
function isInsideWord(raw: string, start: number): boolean {
  return /^[a-z][a-z]$|^[A-Z][A-Z]$|^[a-z][A-Z][A-Z]$/.test(raw.slice(Math.max(0, start - 1), start + 1));
}
