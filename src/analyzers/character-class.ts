/** The letters and digits of the inside of a character class (`A-Za-z0-9_-`). */
export function lettersOf(characterClass: string): string {
  return characterClass
    .replaceAll(/([A-Za-z0-9])-([A-Za-z0-9])/g, (_, first: string, last: string) =>
      Array.from({ length: last.charCodeAt(0) - first.charCodeAt(0) + 1 }, (_, step) =>
        String.fromCharCode(first.charCodeAt(0) + step),
      ).join(""),
    )
    .replaceAll(/[-_+/.%]/g, "");
}
