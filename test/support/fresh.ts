import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

/** A committed file is what its generator writes; otherwise says which command writes it, and where they part. */
export function assertFresh(path: string, generated: string, command: string): void {
  const committed = readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
  if (committed === generated) return;
  const now = generated.split("\n");
  const old = committed.split("\n");
  const at = now.findIndex((line, index) => line !== old[index]);
  const line = at < 0 ? now.length : at;
  const told = [`- ${old[line] ?? "(end)"}`, `+ ${now[line] ?? "(end)"}`].map((each) => each.slice(0, 200));
  assert.fail(`${path} is stale: run \`${command}\`. Line ${line + 1}:\n${told.join("\n")}`);
}
