import type { JudgeAnswer, Question } from "../core/judge-model.ts";
import type { Finding } from "../core/model.ts";
import type { Reading } from "../text/reading.ts";
import type { Preparation } from "./analyzer.ts";

/** How an external judge is asked for a policy, and what its answer means there. */
export interface Inquiry {
  readonly question: Question;
  /** The answer as the policy's own findings: the first carries the score of the text and no span. */
  readonly findings: (answer: JudgeAnswer, text: Reading) => readonly Finding[];
}

/** Why a policy cannot have the judge that it names. The check of a configuration and the compiler say the same. */
export const NO_JUDGE = {
  unknown: (judge: string) => `there is no judge ${judge}`,
  findsValues: (policy: string) => `${policy} finds values, and a judge scores a text`,
  hasNoDetector: (policy: string) => `${policy} has no detector of its own: its judge decides alone`,
} as const;

/** How the judge of a prepared policy is asked; `undefined`: it has none to ask. */
export function inquiryOf(preparation: Preparation): Inquiry | undefined {
  switch (preparation.kind) {
    case "ready":
      return preparation.analyzer.inquiry;
    case "judged":
      return preparation.inquiry;
    case "no_configuration":
    case "invalid":
      return undefined;
  }
}

/** Less likely parts are not named. */
const PART_MIN = 0.3;

/** Of a policy that has one score and nothing beside it. */
export function wholeInquiry(
  policy: string,
  { kind, about }: { readonly kind: string; readonly about: string },
): Inquiry {
  return {
    question: { policy, about, parts: [], isWhole: true, isFree: false },
    findings: ({ score }) => [{ kind, score: rounded(score) }],
  };
}

/** Of a policy with labels. @param options.only the labels that count; `null`: all, and what none of them names */
export function labelledInquiry(
  policy: string,
  options: {
    readonly kind: string;
    readonly about: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly only: ReadonlySet<string> | null;
  },
): Inquiry {
  const { kind, about, labels, only } = options;
  const parts = Object.entries(labels)
    .filter(([name]) => only === null || only.has(name))
    .map(([name, text]) => ({ name, text }));
  const question = { policy, about, parts, isWhole: only === null, isFree: false };
  return {
    question,
    findings: (answer, text) => partFindings({ kind, question, answer, text }, (name) => ({ kind: name })),
  };
}

/** The score of the text, then each part that is likely, over the whole text. */
export function partFindings(
  options: { readonly kind: string; readonly question: Question; readonly answer: JudgeAnswer; readonly text: Reading },
  name: (part: string) => Pick<Finding, "kind" | "label">,
): readonly Finding[] {
  const { kind, question, answer, text } = options;
  const span = { start: 0, end: text.raw.length };
  const named = question.parts.flatMap((part, index) => {
    const score = answer.parts[index] ?? 0;
    return score < PART_MIN || span.end === 0 ? [] : [{ ...name(part.name), score: rounded(score), span }];
  });
  return [{ kind, score: rounded(answer.score) }, ...named];
}

const rounded = (score: number): number => Math.round(score * 1000) / 1000;
