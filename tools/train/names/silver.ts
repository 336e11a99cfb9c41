import { Decoder, TAG, TAGS, type NameModel } from "../../../src/analyzers/pii/names/decoder.ts";
import { isCandidate, readRun } from "../../../src/analyzers/pii/names/runs.ts";
import { Tokens } from "../../../src/analyzers/pii/names/tokens.ts";
import type { Sample, Span, SpanKind } from "./samples.ts";

/** How often a word was taken for a person, a place, nothing in the texts. */
export interface Evidence {
  person: number;
  place: number;
  total: number;
}

/** What a first model makes of harmless texts: evidence about words, and texts to learn from. */
export interface Silver {
  readonly evidence: ReadonlyMap<number, Evidence>;
  readonly samples: readonly Sample[];
}

/** A word counts as nothing, as a name, from these probabilities on; what lies between teaches nothing. */
const NOTHING = 0.93;
const NAME = 0.85;
const WEIGHT = 0.15;
/** Longest piece of a text that is learnt from, UTF-16 units. */
const PIECE = 1200;

export function silverOf(
  model: NameModel,
  texts: readonly { readonly text: string; readonly source: string }[],
  keep: (source: string, index: number) => boolean,
): Silver {
  const decoder = new Decoder(model);
  const tokens = new Tokens(8192);
  const evidence = new Map<number, Evidence>();
  const samples: Sample[] = [];
  for (const [index, { text, source }] of texts.entries()) {
    const piece = text.slice(0, 8000);
    tokens.read(piece, model.lexicon, { from: 0, to: piece.length });
    const spans: Span[] = [];
    for (let at = 0; at < tokens.count; at++) {
      if (!isCandidate(tokens, at)) continue;
      const { end, rowEnd } = readRun(tokens, at);
      decoder.decode(tokens, at, end);
      for (let word = at; word < end; word++)
        note(decoder.probabilities, (word - at) * TAGS, { tokens, word, evidence, spans });
      at = rowEnd - 1;
    }
    if (keep(source, index)) samples.push(sampleOf(piece, spans));
  }
  return { evidence, samples };
}

function note(
  probabilities: Float64Array,
  at: number,
  into: { tokens: Tokens; word: number; evidence: Map<number, Evidence>; spans: Span[] },
): void {
  const { tokens, word, evidence, spans } = into;
  const first = probabilities[at + TAG.person] ?? 0;
  const person = first + (probabilities[at + TAG.personOn] ?? 0);
  const placeFirst = probabilities[at + TAG.place] ?? 0;
  const place = placeFirst + (probabilities[at + TAG.placeOn] ?? 0);
  const hash = tokens.hash[word] ?? 0;
  const known = evidence.get(hash);
  if (known === undefined) evidence.set(hash, { person, place, total: 1 });
  else {
    known.person += person;
    known.place += place;
    known.total += 1;
  }
  const start = tokens.start[word] ?? 0;
  const end = tokens.end[word] ?? 0;
  if (1 - person - place >= NOTHING) return;
  const kind: SpanKind = person >= NAME ? "person" : place >= NAME ? "place" : "any";
  const last = spans.at(-1);
  const goesOn = kind === "person" ? person > 2 * first : place > 2 * placeFirst;
  if (last !== undefined && last.kind === kind && kind !== "any" && goesOn) spans.splice(-1, 1, { ...last, end });
  else spans.push({ start, end, kind });
}

function sampleOf(text: string, spans: readonly Span[]): Sample {
  const cut = text.slice(0, PIECE);
  const kept = spans.filter(({ end }) => end <= PIECE);
  return { text: cut, spans: kept, weight: WEIGHT, source: "silver", hasPlaces: true };
}
