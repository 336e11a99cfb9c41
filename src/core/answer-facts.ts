/** What a provider reports about an answer in addition to its text. */
export interface AnswerFacts {
  /** As the provider wrote it. */
  readonly model?: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** Why each choice ended, of a closed set. */
  readonly finishReasons?: readonly string[];
}
