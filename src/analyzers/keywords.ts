import { tokenTypeAt } from "../core/mask-forms.ts";
import { KeywordAutomaton, type KeywordHit } from "../text/match/automaton.ts";
import { facet, type Facet, type Reading } from "../text/reading.ts";
import type { SpanDetector } from "./detector.ts";

/** The hits of each detector that has any, in order. `hit.keyword` counts in the index, so read the text at the hit to distinguish keywords. */
export type DetectorHits = ReadonlyMap<SpanDetector, readonly KeywordHit[]>;

const NO_HITS: DetectorHits = new Map();

/**
 * One automaton for the keywords of many detectors: a text is scanned once, whatever the number of detectors, and each
 * hit is handed to the detectors that asked for its keyword.
 */
export class KeywordIndex {
  readonly automaton: KeywordAutomaton;
  readonly #detectors: ReadonlySet<SpanDetector>;
  /** The policies of one exchange ask for the same text in turn. */
  readonly #hits: Facet<DetectorHits>;

  /** @throws {TypeError} when a keyword is empty or not ASCII. */
  constructor(detectors: readonly SpanDetector[]) {
    const owners = new Map<string, SpanDetector[]>();
    for (const detector of detectors)
      for (const keyword of new Set(detector.keywords.map((word) => word.toLowerCase()))) {
        const list = owners.get(keyword);
        if (list === undefined) owners.set(keyword, [detector]);
        else list.push(detector);
      }
    this.automaton = new KeywordAutomaton([...owners.keys()]);
    const lists = [...owners.values()];
    this.#hits = facet((text) => {
      const hits = text.hits(this.automaton);
      return hits.length === 0 ? NO_HITS : dispatch(outsidePlaceholders(hits, text.raw), lists);
    });
    this.#detectors = new Set(detectors);
  }

  has(detector: SpanDetector): boolean {
    return this.#detectors.has(detector);
  }

  /** The text's hits by detector. Nothing is allocated when there are none. */
  hits(text: Reading): DetectorHits {
    return text.of(this.#hits);
  }
}

/**
 * A word in `<HEROKU_API_KEY_1>` was put there by us: it must not make a secret of what stands beside it, or masking a
 * masked text would find more.
 */
function outsidePlaceholders(hits: readonly KeywordHit[], raw: string): readonly KeywordHit[] {
  return raw.includes("<") ? hits.filter((hit) => tokenTypeAt(raw, hit) === null) : hits;
}

function dispatch(hits: readonly KeywordHit[], owners: readonly (readonly SpanDetector[])[]): DetectorHits {
  const table = new Map<SpanDetector, KeywordHit[]>();
  // Where one word stands again and again, it is one detector's each time.
  let last: SpanDetector | null = null;
  let list: KeywordHit[] = [];
  for (const hit of hits)
    for (const detector of owners[hit.keyword] ?? []) {
      if (detector !== last) list = listOf(table, detector);
      last = detector;
      list.push(hit);
    }
  return table;
}

function listOf(table: Map<SpanDetector, KeywordHit[]>, detector: SpanDetector): KeywordHit[] {
  let list = table.get(detector);
  if (list === undefined) table.set(detector, (list = []));
  return list;
}
