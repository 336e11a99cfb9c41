/** Lists whose elements are not read as one text. */
const APART = /(?:^|\/)(?:choices|data|documents|results)$/;
const PART = /^(.*)\/#?\d+\/(?:refusal|text|transcript)$/s;

/**
 * The list whose elements hold texts that readers put together, by a path in one of them: `/content/0/text` → `/content`. `null`: the
 * text is no part of such a list.
 */
export function listAround(path: string): string | null {
  const list = PART.exec(path)?.[1];
  return list === undefined || list === "" || APART.test(list) ? null : list;
}
