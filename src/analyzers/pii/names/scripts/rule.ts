/** A name that begins where a rule was asked. */
export interface ScriptName {
  readonly isPerson: boolean;
  /** UTF-16 units. */
  readonly length: number;
  readonly score: number;
}

/** The text around a place: all that a rule reads, so that a piece of a text decides as the whole. */
export interface Around {
  /** At most `LEFT_MAX` units before. */
  readonly left: string;
  /** At most `RIGHT_MAX` units from there on. */
  readonly right: string;
}

export const LEFT_MAX = 24;
export const RIGHT_MAX = 48;

/** Whether a place of a text is none where a name begins; its unit is of the rule's script. */
export type IsInside = (raw: string, at: number) => boolean;

/** Finds a name at the beginning of `right`. */
export type ScriptRule = (around: Around) => ScriptName | null;

/** How sure a name is: by its own words and what stands beside it, or by one of them. */
export const SCORE = { sure: 0.9, likely: 0.75 } as const;

export const person = (length: number, score: number): ScriptName => ({ isPerson: true, length, score });
export const place = (length: number): ScriptName => ({ isPerson: false, length, score: SCORE.sure });
