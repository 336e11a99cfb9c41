import assert from "node:assert/strict";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { openApiDocument } from "../../src/api/openapi.ts";
import type { JsonObject } from "../../src/core/model.ts";

const document = openApiDocument() as JsonObject & {
  readonly paths: Record<string, Record<string, { responses: Record<string, OpenApiResponse> }>>;
};
interface OpenApiResponse {
  readonly headers: Record<string, { readonly required?: boolean }>;
  readonly content: { readonly "application/json": { readonly schema: object } };
}

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema(document, "openapi");
const validators = new Map<string, ValidateFunction>();

/** The template of a path in the document, or `undefined` for paths that are not the API's. */
function templateOf(path: string): string | undefined {
  if (path in document.paths) return path;
  return Object.keys(document.paths).find((template) =>
    new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}$`).test(path),
  );
}

/** Fails unless the document allows this answer on this route: status, body and headers. */
export function checkAgainstOpenApi(
  method: string,
  path: string,
  answer: { status: number; headers: Headers; body: unknown },
): void {
  const { status, headers, body } = answer;
  const template = templateOf(path);
  const operation = template === undefined ? undefined : document.paths[template]?.[method.toLowerCase()];
  const pointer =
    template === undefined
      ? ""
      : `/paths/${template.replaceAll("/", "~1").replaceAll("{", "%7B").replaceAll("}", "%7D")}`;
  const where = `${method} ${path} → ${status}`;
  assert.match(
    headers.get("x-request-id") ?? "",
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    where,
  );
  assert.match(headers.get("content-type") ?? "", /^application\/json/, where);
  if (operation === undefined) {
    assert.ok(status === 404 || status === 405 || status === 503, where);
    assertValid("#/components/schemas/Error", body, where);
    return;
  }
  const response = operation.responses[status];
  assert.ok(response !== undefined, `${where}: the document has no such status`);
  assertValid(`#${pointer}/${method.toLowerCase()}/responses/${status}/content/application~1json/schema`, body, where);
  for (const [name, header] of Object.entries(response.headers)) {
    if (header.required === true) assert.ok(headers.has(name), `${where}: ${name}`);
  }
}

/** Fails unless a document of that name may look so: for answers that are no JSON as a whole. */
export function checkAgainstSchema(name: string, body: unknown): void {
  assertValid(`#/components/schemas/${name}`, body, name);
}

function assertValid(pointer: string, body: unknown, where: string): void {
  let validate = validators.get(pointer);
  if (validate === undefined) {
    validate = ajv.compile({ $ref: `openapi${pointer}` });
    validators.set(pointer, validate);
  }
  assert.ok(validate(body), `${where}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(body)}`);
}
