// What ends the names of columns that only count, date or describe what a word in them names. Collected by us from exports of
// shops, banks and user directories.
const OTHER =
  /(?:^|[_ .-])(?:amount|balance|brand|calls?|changed|cost|count|created|currency|date|duration|expir\w*|fee|format|hash|holder|index|length|limit|manager|minutes|model|name|owner|percent|plan|policy|price|provider|quantity|rate|rows?|score|size|status|sum|time|total|type|updated|usage|verified|version|year)s?$/iu;

/** Case would not count in the pattern above: `account` would be `ac` and `Count`. */
const CAMEL = /(\p{Ll})(\p{Lu})/gu;

/** Whether a column is something else than the word in its name: `phone_model`, `account balance`, `password changed`. */
export const isOtherColumn = (name: string): boolean =>
  OTHER.test(name.replace(/ *\([^)]*\)$/, "").replaceAll(CAMEL, "$1 $2"));
