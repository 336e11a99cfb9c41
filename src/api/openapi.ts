import { z } from "zod";
import { lazy } from "../core/lazy.ts";
import type { Json, JsonObject } from "../core/model.ts";
import { OPERATIONS, REQUESTS, RESPONSES, type Operation } from "./operations.ts";

/** Version of the HTTP contract, not of the program. */
const API_VERSION = "1.0.0";

const DESCRIPTIONS: ReadonlyMap<number, string> = new Map([
  [400, "The body is not JSON or violates the schema"],
  [401, "The key is missing, unknown or inactive"],
  [403, "The key may not do this"],
  [404, "Unknown to the key's organization"],
  [408, "The body was not received in time"],
  [413, "Body or text over its bound"],
  [415, "The body is not application/json"],
  [429, "Limit exceeded"],
  [500, "Internal error; x-request-id names it in the log"],
  [503, "A fail-closed policy could not be evaluated, or the service is not available"],
]);

const REQUEST_ID = {
  description: "UUID v4 of this request.",
  required: true,
  schema: { type: "string", format: "uuid" },
};
const LIMITS: JsonObject = {
  "RateLimit-Limit": { description: "Requests per window.", schema: { type: "integer" } },
  "RateLimit-Remaining": { description: "Requests left in this window.", schema: { type: "integer" } },
  "RateLimit-Reset": { description: "Whole seconds until the window ends.", schema: { type: "integer" } },
};
const DEGRADED = { description: "Policies that could not run and fail open, by name.", schema: { type: "string" } };
const LOST = { description: "`lost`: the record could not be written (store.on_error).", schema: { type: "string" } };
const RETRY_AFTER = { description: "Seconds until the window ends.", schema: { type: "integer" } };

/** The document as JSON text, generated once. */
export const openApiJson = lazy(() => JSON.stringify(openApiDocument()));

/** The OpenAPI 3.1 document of the service's own endpoints, generated from the schemas that validate them. */
export function openApiDocument(): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const operation of OPERATIONS)
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describeOperation(operation) };
  return {
    openapi: "3.1.0",
    info: {
      title: "sallyport guardrail API",
      version: API_VERSION,
      description:
        "Checks text against guardrail policies before a prompt goes to a model and before an answer goes to a user.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: { apiKey: { type: "apiKey", in: "header", name: "X-API-Key" } },
      schemas: { ...componentSchemas(REQUESTS, "input"), ...componentSchemas(RESPONSES, "output") },
    },
  };
}

function componentSchemas(schemas: Readonly<Record<string, z.ZodType>>, io: "input" | "output"): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const generated = z.toJSONSchema(registry, { io, uri: (id) => `#/components/schemas/${id}`, unrepresentable: "any" });
  return Object.fromEntries(
    Object.entries(generated.schemas).map(([id, schema]) => {
      // A JSON round trip proves what the type cannot: that the schema is plain JSON.
      const { $schema: _dialect, $id: _id, ...rest } = JSON.parse(JSON.stringify(schema));
      const plain: Json = rest;
      return [id, plain];
    }),
  );
}

function describeOperation(operation: Operation): JsonObject {
  const parameter = /\{(\w+)\}/.exec(operation.path)?.[1];
  const parameters: Json[] = [];
  if (parameter !== undefined)
    parameters.push({ name: parameter, in: "path", required: true, schema: { type: "string" } });
  if (operation.query !== undefined) {
    parameters.push({ name: operation.query, in: "query", required: true, schema: { type: "string", minLength: 1 } });
  }
  for (const name of operation.filters ?? []) parameters.push({ name, in: "query", schema: { type: "string" } });
  const responses: Record<string, Json> = { 200: describeResponse(operation, 200) };
  for (const status of [...operation.errors].toSorted((a, b) => a - b))
    responses[status] = describeResponse(operation, status);
  return {
    operationId: operation.id,
    summary: operation.summary,
    ...(operation.isOpen === true ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(operation.request === undefined
      ? {}
      : { requestBody: { required: true, content: { "application/json": { schema: reference(operation.request) } } } }),
    responses,
  };
}

function describeResponse(operation: Operation, status: number): Json {
  const isLimited = operation.isOpen !== true && status !== 401;
  const schema =
    status === 200
      ? operation.response === null
        ? { type: "object" }
        : reference(operation.response)
      : reference("Error");
  return {
    description: DESCRIPTIONS.get(status) ?? operation.summary,
    headers: {
      "x-request-id": REQUEST_ID,
      ...(isLimited ? LIMITS : {}),
      ...(status === 429 ? { "Retry-After": RETRY_AFTER } : {}),
      ...(operation.response === "AnalyzeResult" && status === 200
        ? { "x-guardrail-degraded": DEGRADED, "x-guardrail-record": LOST }
        : {}),
    },
    content:
      status === 200 && operation.type !== undefined
        ? { [operation.type]: { schema: { type: "string" } } }
        : { "application/json": { schema } },
  };
}

function reference(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}
