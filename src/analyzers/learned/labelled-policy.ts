import { z } from "zod";
import type { Finding, Json } from "../../core/model.ts";
import type { Reading } from "../../text/reading.ts";
import type { Preparation } from "../analyzer.ts";
import { labelledInquiry } from "../inquiry.ts";
import { invalidBy, unknownNames } from "../unknown-names.ts";
import { LOOKBACK, type Opinion, sharedPolicy, type StoredPolicy } from "./learned-policy.ts";
import { lastSentence } from "./sentences.ts";

/** Least probability of a reported label, given a finding. */
const LABEL_MIN = 0.25;

const labelsSchema = z.array(z.string());

/**
 * Prepares a learned policy whose metadata may restrict it to some labels. A text's score is that of its strongest label; without a
 * restriction, that of the policy as a whole.
 */
export function prepareLabelled(read: () => StoredPolicy, options: LabelledOptions): (metadata: Json) => Preparation {
  const { kind, policy: name, about, statements } = options;
  return (metadata) => {
    const policy = sharedPolicy(read);
    const wanted = readLabels(metadata, policy.labels);
    if (wanted.kind === "invalid") return wanted;
    return {
      kind: "ready",
      analyzer: {
        lookback: LOOKBACK,
        stableUntil: ({ raw }, from) => lastSentence(raw, from),
        analyze: (text, context) =>
          findingsOf(policy.judge(text, context, wanted.only), text, { kind, only: wanted.only }),
        details: present,
        inquiry: labelledInquiry(name, { kind, about, labels: statements, only: wanted.only }),
      },
    };
  };
}

export interface LabelledOptions {
  /** Kind of the finding that carries the score. */
  readonly kind: string;
  /** Name of the policy. */
  readonly policy: string;
  /** What a judge is asked, of the policy as a whole and by label. */
  readonly about: string;
  readonly statements: Readonly<Record<string, string>>;
}

type Wanted =
  | { readonly kind: "wanted"; readonly only: ReadonlySet<string> | null }
  | Extract<Preparation, { readonly kind: "invalid" }>;

function readLabels(metadata: Json, names: readonly string[]): Wanted {
  if (metadata === null) return { kind: "wanted", only: null };
  const labels = labelsSchema.safeParse(metadata);
  if (!labels.success) return { kind: "invalid", path: "", reason: "expected an array of labels" };
  const unknown = unknownNames(labels.data, { what: "label of this policy", known: names });
  if (unknown.length > 0) return invalidBy(unknown);
  return { kind: "wanted", only: labels.data.length === 0 ? null : new Set(labels.data) };
}

function findingsOf(
  { score, labels, disguise, evidence }: Opinion,
  text: Reading,
  { kind, only }: { readonly kind: string; readonly only: ReadonlySet<string> | null },
): readonly Finding[] {
  const decoded = disguise === null ? {} : { decoded: disguise };
  const strongest = Math.max(LABEL_MIN, ...labels.values());
  const named = [...labels]
    .filter(([name, likely]) => (only === null || only.has(name)) && likely >= Math.min(LABEL_MIN, strongest))
    // The most probable label is as certain as the finding itself.
    .map(([label, likely]) => ({ label, score: Math.round((score * likely * 1000) / strongest) / 1000 }));
  const top = only === null ? score : Math.max(0, ...named.map((each) => each.score));
  if (labels.size === 0) return [{ kind, score: only === null ? score : 0 }];
  return [
    { kind, score: top, ...decoded },
    ...named.flatMap(({ label, score: likely }) =>
      (evidence.length === 0 ? [{ start: 0, end: text.raw.length }] : evidence).map((span) => ({
        kind: label,
        score: likely,
        span,
        ...decoded,
      })),
    ),
  ].sort((a, b) => ("span" in a ? a.span.start : -1) - ("span" in b ? b.span.start : -1));
}

function present(findings: readonly Finding[]): Json {
  const labels: Record<string, number> = {};
  for (const { kind, score, span } of findings) if (span !== undefined) labels[kind] = score;
  const [whole] = findings;
  return { score: whole?.score ?? 0, labels, ...(whole?.decoded === undefined ? {} : { decoded: whole.decoded }) };
}
