// oxlint-disable-next-line sallyport/layers -- the only files that analyzers read are those that belong to their code
import { readFileSync } from "node:fs";

/**
 * A JSON file beside the code. It is read each time it is asked for and never kept: what only some configurations need costs
 * the others nothing, and its base64 goes once the numbers are made of it. An import would be read by all, and kept for good.
 * @param file as `new URL("./file.json", import.meta.url)`; a type import of the file makes the build take it along
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what the file holds is known where it is named only
export function storedJson<Content>(file: URL): () => Content {
  return () => {
    const content: Content = JSON.parse(readFileSync(file, "utf8"));
    return content;
  };
}
