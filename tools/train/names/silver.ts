import { RawText } from "../../../src/text/units.ts";
import { Decoder, TAGS, type NameModel } from "../../../src/analyzers/pii/names/decoder.ts";
import { attributes } from "../../../src/analyzers/pii/names/lexicon.ts";
import { isCandidate, readRun } from "../../../src/analyzers/pii/names/runs.ts";
import { NameWords } from "../../../src/analyzers/pii/names/words.ts";
import { Words } from "../../../src/text/tokens.ts";
import { TECHNICAL, type PlainText, type Sample, type Span, type SpanKind } from "./samples.ts";

/** How often a word was surely part of a person's name of several words, surely a place, and seen at all. */
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
const SURE = 0.9;
const WEIGHT = 0.15;
/** Longest piece of a text that is learnt from, UTF-16 units. */
const PIECE = 1200;

export function silverOf(
  model: NameModel,
  texts: readonly PlainText[],
  keep: (text: PlainText, index: number) => boolean,
): Silver {
  const decoder = new Decoder(model);
  const evidence = new Map<number, Evidence>();
  const samples: Sample[] = [];
  for (const [index, plain] of texts.entries()) {
    const piece = plain.text.slice(0, 8000);
    const tokens = new NameWords(new Words(new RawText(piece)), model.lexicon);
    const spans: Span[] = [];
    for (let at = 0; at < tokens.count; at++) {
      if (!isCandidate(tokens, at)) continue;
      const { end, rowEnd } = readRun(tokens, at);
      decoder.decode(tokens, at, end);
      const isTechnical = TECHNICAL.has(plain.source);
      for (let word = at; word < end; word++)
        note(decoder.probabilities, (word - at) * TAGS, { tokens, word, evidence, spans, isTechnical });
      at = rowEnd - 1;
    }
    if (keep(plain, index)) samples.push(sampleOf(piece, spans));
  }
  return { evidence, samples };
}

interface Notes {
  readonly tokens: NameWords;
  readonly word: number;
  readonly evidence: Map<number, Evidence>;
  readonly spans: Span[];
  readonly isTechnical: boolean;
}

function note(probabilities: Float64Array, at: number, into: Notes): void {
  const [, personFirst = 0, personOn = 0, placeFirst = 0, placeOn = 0] = probabilities.subarray(at, at + TAGS);
  const person = personFirst + personOn;
  const place = placeFirst + placeOn;
  const { tokens, word, spans } = into;
  count(into, { isPerson: person >= SURE && personOn > personFirst, isPlace: place >= SURE });
  // Only of a word that is known as written small is it learnt that it is nothing: else errors would confirm themselves.
  const known = tokens.attributes[word] ?? 0;
  if (1 - person - place >= NOTHING && attributes.small(known) >= 2) return;
  if (into.isTechnical && !attributes.isName(known)) return;
  const kind: SpanKind = person >= NAME ? "person" : place >= NAME ? "place" : "any";
  const isLater = kind === "person" ? personOn > personFirst : kind === "place" && placeOn > placeFirst;
  const end = tokens.end[word] ?? 0;
  const last = spans.at(-1);
  if (last !== undefined && last.kind === kind && isLater) spans.splice(-1, 1, { ...last, end });
  else spans.push({ start: tokens.start[word] ?? 0, end, kind });
}

/** Technical prose is no evidence: an unknown word in it is rather a product. */
function count(
  { tokens, word, evidence, isTechnical }: Notes,
  seen: { readonly isPerson: boolean; readonly isPlace: boolean },
): void {
  if (isTechnical) return;
  const hash = tokens.hash[word] ?? 0;
  let known = evidence.get(hash);
  if (known === undefined) evidence.set(hash, (known = { person: 0, place: 0, total: 0 }));
  known.total += 1;
  if (seen.isPerson) known.person += 1;
  if (seen.isPlace) known.place += 1;
}

function sampleOf(text: string, spans: readonly Span[]): Sample {
  const cut = text.slice(0, PIECE);
  const kept = spans.filter(({ end }) => end <= PIECE);
  return { text: cut, spans: kept, weight: WEIGHT, source: "silver", hasPlaces: true };
}
