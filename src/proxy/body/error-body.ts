import type { IncomingMessage } from "node:http";
import type { Runtime } from "../../access/runtime.ts";
import { openAiErrorBody } from "../../codecs/openai/openai-errors.ts";
import { ServiceError } from "../../core/errors.ts";
import { findRoute } from "../route.ts";

/**
 * Body of an error in the format of the provider that a request is for; of an exchange nothing need be open.
 * @throws {ServiceError} `not_found` when no upstream has the path
 */
export function proxyErrorBody(
  runtime: Runtime,
  { method = "GET", url = "/" }: Pick<IncomingMessage, "method" | "url">,
  { code, message, status }: ServiceError,
): { readonly format: string | null; readonly body: string } {
  const route = findRoute(runtime, method, url);
  if (route === null) throw new ServiceError("not_found");
  const { codec } = route;
  const body = (codec?.errorBody ?? openAiErrorBody)(code, message, status);
  return { format: codec?.format ?? null, body: JSON.stringify(body) };
}
