import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { API_ROUTES } from "../../src/api/routes.ts";
import { isOwnPath } from "../../src/core/own-paths.ts";

describe("API_ROUTES", () => {
  test("are own paths, unique and sorted", () => {
    for (const { path } of API_ROUTES) assert.ok(isOwnPath(path), path);
    const names = API_ROUTES.map(({ path, method }) => `${path} ${method}`);
    assert.deepEqual(names, [...new Set(names)].toSorted());
  });
});
