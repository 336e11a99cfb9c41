import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { API_ROUTES } from "../../src/api/routes.ts";
import { isOwnPath } from "../../src/http/router.ts";

describe("API_ROUTES", () => {
  test("are own paths, unique and sorted", () => {
    const paths = API_ROUTES.map((route) => route.path);
    for (const path of paths) assert.ok(isOwnPath(path), path);
    assert.deepEqual(paths, [...new Set(paths)].toSorted());
  });
});
