import type { JudgeAnswer, Question } from "../../core/judge-model.ts";
import type { Origin, Json } from "../../core/model.ts";
import type { TraceHeaders } from "../../core/trace-context.ts";
import type { JudgeConnection } from "../judge-connection.ts";

/** What one request to a model is about. */
export interface ModelRequest {
  readonly question: Question;
  readonly text: string;
  readonly origin: Origin;
  /** Go to the model, where the caller is traced. */
  readonly trace?: TraceHeaders | null;
}

/** A model that can be asked. `judge-set.ts` opens each kind. */
export interface Model {
  /** Asks once. @throws {JudgeFailure} as a rejection */
  readonly ask: (asked: ModelRequest, signal: AbortSignal) => Promise<JudgeAnswer>;
  /** Rejects when it can never answer. */
  readonly load: () => Promise<void>;
  /** Releases its resources once nothing is under way; no new exchange will use it. */
  readonly drain: () => void;
  /** Aborts questions under way. */
  readonly close: () => Promise<void>;
}

/** How a service is asked over HTTP. */
export interface Wire {
  /** After the base URL. */
  readonly path: string;
  readonly request: (asked: ModelRequest) => { readonly body: Json; readonly read: (answer: Json) => JudgeAnswer };
}

/** A remote model: its wire format over its connection. */
export function remoteModel(connection: JudgeConnection, { path, request }: Wire): Model {
  return {
    ask: async (asked, signal) => {
      const { body, read } = request(asked);
      return read(await connection.post(path, body, { signal, trace: asked.trace ?? null }));
    },
    load: () => Promise.resolve(),
    drain: () => connection.drain(),
    close: () => connection.close(),
  };
}
