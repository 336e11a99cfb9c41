import type { KeywordHit } from "../text/match/automaton.ts";
import type { Reading } from "../text/reading.ts";
import type { Meter } from "./step-meter.ts";

/** A span that a detector proposes: offsets into the raw text, half open. */
export interface Match {
  readonly start: number;
  readonly end: number;
  /** 0..1; a finding counts when it reaches the policy's threshold (default 0.5). */
  readonly score: number;
}

/** A kind in words. */
export interface About {
  /** What it is. */
  readonly name: string;
  /** By what it is known. */
  readonly form: string;
}

/**
 * One entity or one kind of token inside a span analyzer: one file (or one record) and one line in the policy's registry.
 *
 * Whether a span is a match depends only on text within `reach` of it, so that a window of a stream decides as the whole
 * text does.
 */
export interface SpanDetector {
  /** Public `type`: an entity type (`EMAIL_ADDRESS`) or a rule id (`aws-access-key`). Unique in its registry. */
  readonly id: string;
  /** Placeholder type, `[A-Z][A-Z0-9_]*`. */
  readonly placeholder: string;
  /** ASCII, any case. The detector runs only where one of them stands; empty = it runs on every text. */
  readonly keywords: readonly string[];
  /** Longest match, UTF-16 code units, boundary look-ahead included. */
  readonly maxLength: number;
  /** Ids of detectors that find parts of this one's matches, such as the town in an address: both are reported. */
  readonly parts?: readonly string[];
  /** Where the format is documented. */
  readonly source: string;
  /** For the documentation, a few words each. Token formats need none: their id and their shape say it. */
  readonly about?: About;
  /**
   * Matches that start at or after `from`. `hits` are the text's hits of this detector's keywords, in order.
   * Linear in the text (or in the number of hits). What is dear about it draws from `meter`; absent: nobody counts.
   */
  readonly find: (reading: Reading, hits: readonly KeywordHit[], from: number, meter?: Meter) => readonly Match[];
  /** See `PreparedAnalyzer.stableUntil`. */
  readonly stableUntil: (reading: Reading, hits: readonly KeywordHit[], from: number, meter?: Meter) => number;
  readonly examples: {
    /** Text with the span that must be found, written as [text, matched]. Sample secrets are split so that scanners stay quiet. */
    readonly hits: readonly (readonly [text: string, matched: string])[];
    /** Nearest neighbours that must not be found. */
    readonly misses: readonly string[];
  };
}
