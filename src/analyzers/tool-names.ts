import { nameTest } from "../core/strings.ts";

/** `to`: a field of that name at any depth, and all that is in it; `customer.to`: within another. */
export function argumentTest(dotted: string): (path: readonly string[]) => boolean {
  if (dotted === "*") return () => true;
  const names = dotted.split(".").map(nameTest);
  return (path) =>
    path.some((_, at) => at + names.length <= path.length && names.every((is, offset) => is(path[at + offset] ?? "")));
}

/** Longest name that is shown, UTF-16 units: providers allow 64. */
const NAME_SHOWN_MAX = 128;

/** A name as a log may show it: it comes from the model, and only letters, digits and a few signs are a name. */
export function shownName(name: string): string {
  return name.replaceAll(/[^\w.:/-]/g, "?").slice(0, NAME_SHOWN_MAX);
}
