import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import { openApiDocument, openApiJson } from "../../src/api/openapi.ts";
import { API_ROUTES } from "../../src/api/routes.ts";

describe("openApiDocument", () => {
  const document = openApiDocument();
  const paths = document["paths"] as Record<
    string,
    Record<string, { responses: Record<string, object>; operationId: string }>
  >;
  const operations = Object.values(paths).flatMap((path) => Object.values(path));

  test("is valid OpenAPI", async () => {
    const result = await new Validator().validate(JSON.parse(openApiJson()));
    assert.equal(result.valid, true, JSON.stringify("errors" in result ? result.errors : null));
  });

  test("describes exactly the service's routes", () => {
    const described = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    assert.deepEqual(described.toSorted(), API_ROUTES.map((route) => `${route.method} ${route.path}`).toSorted());
  });

  test("names every operation once", () => {
    const ids = operations.map((operation) => operation.operationId);
    assert.equal(new Set(ids).size, ids.length);
  });

  test("promises x-request-id on every answer", () => {
    for (const { responses } of operations) {
      for (const response of Object.values(responses))
        assert.ok("x-request-id" in (response as { headers: object }).headers);
    }
  });

  test("refers only to schemas that it holds", () => {
    const schemas = (document["components"] as { schemas: object }).schemas;
    for (const [, name] of openApiJson().matchAll(/#\/components\/schemas\/(\w+)/g))
      assert.ok((name ?? "") in schemas, name ?? "");
  });
});
