import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { z } from "zod";

const root = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const TEXT = readFileSync(root(".github/workflows/release.yml"), "utf8");

const permissions = z.record(z.string(), z.enum(["read", "write", "none"]));
const workflow = z.object({
  on: z.record(z.string(), z.unknown()),
  permissions,
  jobs: z.record(
    z.string(),
    z.object({
      needs: z.string().optional(),
      permissions: permissions.optional(),
      "timeout-minutes": z.int(),
      steps: z.array(
        z.object({
          if: z.string().optional(),
          uses: z.string().optional(),
          run: z.string().optional(),
          with: z.record(z.string(), z.unknown()).optional(),
        }),
      ),
    }),
  ),
});
const RELEASE = workflow.parse(parse(TEXT));
const steps = Object.values(RELEASE.jobs).flatMap((job) => job.steps);
const isPublishing = ({ uses = "", run = "" }: (typeof steps)[number]): boolean =>
  /^docker\/login-action|^actions\/attest/.test(uses) || /\bnpm publish\b|\bhelm push\b/.test(run);

describe("the release workflow", () => {
  test("gives the rights to write to the jobs that publish, and to none by default", () => {
    assert.deepEqual(RELEASE.permissions, { contents: "read" });
    for (const [name, job] of Object.entries(RELEASE.jobs)) {
      const writes = Object.values(job.permissions ?? {}).includes("write");
      assert.equal(writes, job.steps.some(isPublishing), name);
    }
  });

  test("publishes after the tests, and on tags only", () => {
    assert.deepEqual(Object.keys(RELEASE.on), ["push", "pull_request"]);
    for (const step of steps.filter(isPublishing)) assert.equal(step.if, "github.event_name == 'push'");
    const build = steps.find(({ uses }) => uses?.startsWith("docker/build-push-action") === true);
    assert.equal(build?.with?.["push"], "${{ github.event_name == 'push' }}");
    for (const [name, { needs }] of Object.entries(RELEASE.jobs))
      assert.ok(name === "check" || needs !== undefined, name);
  });

  test("names a version of each action, and no moving tag", () => {
    for (const { uses } of steps) assert.match(uses ?? "x/y@v1", /^[\w-]+\/[\w-]+@v\d+$/);
    assert.ok(!/[:=]latest\b/.test(TEXT.replace("latest=false", "")));
  });

  test("names scripts and folders that exist", () => {
    for (const [path] of TEXT.matchAll(/(?<=\s)(?:\.ci\/run|deploy\/helm\/\w+)/g))
      assert.ok(existsSync(root(path)), path);
  });

  test("never writes what others chose into a script", () => {
    for (const { run = "" } of steps) assert.ok(!run.includes("${{"), run);
  });
});
