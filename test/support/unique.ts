import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";

/** Fails with the ids that stand twice in a registry, and with the places that name them. @param folder of its sources, such as `src/analyzers/pii` */
export function assertUniqueIds(items: readonly { readonly id: string }[], folder: string): void {
  const twice = [...Map.groupBy(items, ({ id }) => id)].filter(([, same]) => same.length > 1).map(([id]) => id);
  const told = twice.map((id) => `${id}: rename one of ${placesOf(id, folder).join(", ")}`);
  assert.equal(twice.length, 0, `ids that stand twice\n${told.join("\n")}`);
}

function placesOf(id: string, folder: string): readonly string[] {
  const root = new URL(`../../${folder}/`, import.meta.url);
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .flatMap((path) => {
      const lines = readFileSync(new URL(path, root), "utf8").split("\n");
      return lines.flatMap((line, at) => (line.includes(`"${id}"`) ? [`${folder}/${path}:${at + 1}`] : []));
    });
}
