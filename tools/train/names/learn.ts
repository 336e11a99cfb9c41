import type { NameModel } from "../../../src/analyzers/pii/names/decoder.ts";
import type { Lexicon } from "../../../src/analyzers/pii/names/lexicon.ts";
import { augment } from "./augment.ts";
import { encode } from "./encode.ts";
import { buildLexicon, type Corpus } from "./lexicon.ts";
import { ordinarySamples } from "./ordinary.ts";
import { quantise } from "./quantise.ts";
import type { PlainText, Sample } from "./samples.ts";
import { silverOf } from "./silver.ts";
import { syntheticSamples } from "./synthetic/index.ts";
import { train } from "./trainer.ts";

/** Weights of the shipped model. */
const BUCKETS = 2 ** 17;
/** Log weight of "no name" on top: trades recall for precision. Chosen by cross-validation. */
const CAUTION = -0.3;
/** Share of names that are made strangers in training. */
const DROPPED = 0.1;
const OPTIONS = { buckets: BUCKETS, rate: 0.1, decay: 1e-5 } as const;
const EPOCHS = { first: 4, final: 7 } as const;
/** Unlabelled texts learnt from, of each source. */
const PLAIN_PER_SOURCE = 500;

/** What does not depend on the labelled texts, made once for all folds. */
export interface Ground {
  readonly texts: readonly PlainText[];
  readonly corpus: Corpus;
  readonly lexicon: Lexicon;
  readonly synthetic: readonly Sample[];
  readonly seed: number;
}

export function groundOf(texts: readonly PlainText[], seed: number): Ground {
  const corpus = {
    texts: texts.map(({ text }) => text),
    german: texts.filter(({ lang }) => lang === "de").map(({ text }) => text),
  };
  const lexicon = buildLexicon(corpus);
  const synthetic = [...syntheticSamples(seed), ...ordinarySamples(texts, lexicon, seed + 2)];
  return { texts, corpus, lexicon, synthetic, seed };
}

/**
 * Trains twice: a first model reads the unlabelled texts, what it is sure of widens the lexicon and becomes training text,
 * and the model that is shipped learns from all of it.
 */
export function learn(gold: readonly Sample[], ground: Ground): NameModel {
  const { texts, corpus, lexicon, synthetic, seed } = ground;
  const labelled = [...augment(gold, seed + 1), ...synthetic];
  const first = train(encode(labelled, lexicon, { buckets: BUCKETS, dropped: DROPPED }), {
    ...OPTIONS,
    seed,
    epochs: EPOCHS.first,
  });
  const { evidence, samples } = silverOf(quantise(first, lexicon, 0), texts, keepEvenly(texts));
  const wider = buildLexicon(corpus, evidence);
  const encoded = encode([...labelled, ...samples], wider, { buckets: BUCKETS, dropped: DROPPED });
  return quantise(train(encoded, { ...OPTIONS, seed, epochs: EPOCHS.final }), wider, CAUTION);
}

/** Every source gives about as many texts. */
function keepEvenly(texts: readonly PlainText[]): (text: PlainText, index: number) => boolean {
  const counts = new Map<string, number>();
  for (const { source } of texts) counts.set(source, (counts.get(source) ?? 0) + 1);
  return ({ source }, index) => index % Math.max(1, Math.floor((counts.get(source) ?? 1) / PLAIN_PER_SOURCE)) === 0;
}
