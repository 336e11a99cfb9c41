/** Decodes percent-encoding; `null`: the text is malformed. */
export function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch (error: unknown) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

/**
 * A copy of a slice. V8 keeps the whole text in memory as long as a slice lives, so slices that outlive their text are copied.
 */
export const copied = (piece: string): string => ` ${piece}`.slice(1);

/** A name with `*` for any run of characters; case does not count. */
export function nameTest(glob: string): (name: string) => boolean {
  const matches = globTest(foldName(glob));
  return (name) => matches(foldName(name));
}

/** The same for names that are folded already. */
export function globTest(glob: string): (name: string) => boolean {
  const parts = glob.split("*");
  return (name) => matchesParts(name, parts);
}

export const foldName = (name: string): string => name.normalize("NFKC").toLowerCase();

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
