/** A hostile input that costs more than it may. */
export interface Problem {
  /** What was measured and the input, so that it can be measured again: `--replay NAME`. */
  readonly name: string;
  readonly reason: string;
  /** The measured value that exceeds its bound. */
  readonly figure: number;
}
