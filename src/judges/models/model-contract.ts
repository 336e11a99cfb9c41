import type { JudgeAnswer, Question } from "../../core/judge-model.ts";
import type { Origin } from "../../core/model.ts";
import type { TraceHeaders } from "../../core/trace-context.ts";

/** What one request to a model is about. */
export interface Asked {
  readonly question: Question;
  readonly text: string;
  readonly origin: Origin;
  /** Go to the model, where the caller is traced. */
  readonly trace?: TraceHeaders | null;
}

/** A model that can be asked. One file per kind; `open.ts` knows them all. */
export interface Model {
  /** Asks once. @throws {JudgeFailure} as a rejection */
  readonly ask: (asked: Asked, signal: AbortSignal) => Promise<JudgeAnswer>;
  /** Rejects when it can never answer. */
  readonly load: () => Promise<void>;
  /** Releases its resources once nothing is under way; no new exchange will use it. */
  readonly drain: () => void;
  /** Cuts what is under way. */
  readonly close: () => Promise<void>;
}
