import type { ServerResponse } from "node:http";

/** Resolves when a response can take more, or never will. */
export function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed || !response.writableNeedDrain) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      response.off("drain", done).off("close", done);
      resolve();
    };
    response.on("drain", done).on("close", done);
  });
}
