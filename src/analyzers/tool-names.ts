/** A name with `*` for any run of characters; case does not count. */
export function nameTest(glob: string): (name: string) => boolean {
  const parts = fold(glob).split("*");
  return (name) => matchesParts(fold(name), parts);
}

const fold = (name: string): string => name.normalize("NFKC").toLowerCase();

/** The leftmost place for each part in turn: linear in the name. */
function matchesParts(name: string, parts: readonly string[]): boolean {
  const [first = "", ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

/** `to`: a field of that name at any depth, and all that is in it; `customer.to`: within another. */
export function argumentTest(dotted: string): (path: readonly string[]) => boolean {
  if (dotted === "*") return () => true;
  const names = dotted.split(".").map(nameTest);
  return (path) =>
    path.some((_, at) => at + names.length <= path.length && names.every((is, offset) => is(path[at + offset] ?? "")));
}

/** Longest name that is shown, UTF-16 units: providers allow 64. */
const NAME_SHOWN_MAX = 128;

/** A name as it may be told: it comes from the model, and only letters, digits and a few signs are a name. */
export function shownName(name: string): string {
  return name.replaceAll(/[^\w.:/-]/g, "?").slice(0, NAME_SHOWN_MAX);
}
