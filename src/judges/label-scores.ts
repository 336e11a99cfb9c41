import {
  partLabel,
  type Activation,
  type JudgeAnswer,
  type JudgeSettings,
  type Question,
} from "../core/judge-model.ts";
import { unreadable } from "./judge-failure.ts";

/** A model's labels with their scores, as an answer to the question. @throws {JudgeFailure} where a label is missing */
export function answerOf(
  scores: ReadonlyMap<string, number>,
  question: Question,
  labels: JudgeSettings["labels"],
): JudgeAnswer {
  const scoreOf = (name: string): number | null => {
    const wanted = labels.get(name);
    if (wanted === undefined) return null;
    return wanted.reduce((best, label) => {
      const score = scores.get(label);
      // A label unknown to the model would never score, which looks like a pass.
      if (score === undefined) throw unreadable("the judge's answer lacks a configured label");
      return Math.max(best, score);
    }, 0);
  };
  const parts = question.parts.map(({ name }) => scoreOf(partLabel(question.policy, name)));
  const whole = question.isWhole ? (scoreOf(question.policy) ?? 0) : 0;
  return { score: Math.max(whole, ...parts.map((part) => part ?? 0)), parts };
}

/** 0..1, and nothing else. */
export const isProbability = (value: unknown): value is number => typeof value === "number" && value >= 0 && value <= 1;

/** A model's outputs as scores. @throws {JudgeFailure} when they are none */
function activated(values: readonly number[], activation: Activation): readonly number[] {
  const scores = activate(values, activation);
  if (!scores.every(isProbability)) throw unreadable("the judge's numbers are no scores");
  return scores;
}

function activate(values: readonly number[], activation: Activation): readonly number[] {
  switch (activation) {
    case "none":
      return values;
    case "sigmoid":
      return values.map((value) => 1 / (1 + Math.exp(-value)));
    case "softmax": {
      const top = Math.max(...values);
      const powers = values.map((value) => Math.exp(value - top));
      const sum = powers.reduce((total, power) => total + power, 0);
      return powers.map((power) => power / sum);
    }
  }
}

/** Labels by the order in which the model names them. @throws {JudgeFailure} */
export function labelled(
  classes: readonly string[],
  values: readonly number[],
  activation: Activation,
): ReadonlyMap<string, number> {
  if (values.length !== classes.length) throw unreadable("the judge's answer has not one number for each class");
  const scores = activated(values, activation);
  return new Map(classes.map((label, index) => [label, scores[index] ?? 0]));
}
