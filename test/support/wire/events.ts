/** One part of each list in turn. */
export function interleaved<Part>(lists: readonly (readonly Part[])[]): readonly Part[] {
  const parts: Part[] = [];
  for (let turn = 0; lists.some((list) => turn < list.length); turn++)
    parts.push(...lists.flatMap((list) => list.slice(turn, turn + 1)));
  return parts;
}

/** The data of server-sent events, comments left out. */
export function sseData(wire: string): readonly string[] {
  return wire.split("\n\n").flatMap((event) => {
    const line = event.split("\n").find((each) => each.startsWith("data: "));
    return line === undefined ? [] : [line.slice(6)];
  });
}
