import type { JudgeAnswer } from "../../core/judge-model.ts";
import type { Json } from "../../core/model.ts";
import type { JudgeConnection } from "../http.ts";
import type { Asked, Model } from "./model-contract.ts";

/** How a service is asked over HTTP. */
export interface Wire {
  /** After the base URL. */
  readonly path: string;
  readonly request: (asked: Asked) => { readonly body: Json; readonly read: (answer: Json) => JudgeAnswer };
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
