/**
 * What programs that show a text may open by themselves or at a click, as far as expressions find it: addresses of Markdown and HTML, of CSS, and
 * bare ones. It shares nothing with the readers of the product.
 */
export function targetsIn(text: string): readonly string[] {
  return TARGETS.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match.slice(1).join("")));
}

const TARGETS: readonly RegExp[] = [
  // `](address)`, as in CommonMark: parentheses in pairs, then perhaps a title.
  /\]\([ \t\n]*((?:\\.|[^\s()<\\]|\((?:\\.|[^\s()\\])*\))(?:\\.|[^\s()\\]|\((?:\\.|[^\s()\\])*\))*)(?:[ \t\n]+(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ \t\n]*\)/g,
  // Spaces and line breaks inside, as browsers and lenient readers take them.
  /\]\([ \t\n]*((?:[a-z]+:)?\/\/[^()\n]*(?:\n[^()\n]+)?)\)/g,
  /\]\([ \t\n]*<((?:\\.|[^<>\n\\])*)>/g,
  // Definitions.
  /^ {0,3}\[[^\]\n]+\]:[ \t]*\n?[ \t]*(?:<([^<>\n]*)>|(\S+))/gm,
  /<([a-z][a-z0-9+.-]{1,31}:[^\s<>]*)>/gi,
  // Attributes in quotes, line breaks inside; and without quotes.
  /<[a-z][^<>]*?\s(?:src|href|srcset|style|action|poster|data)\s*=\s*"([^"]*)"/gi,
  /<[a-z][^<>]*?\s(?:src|href|srcset|style|action|poster|data)\s*=\s*'([^']*)'/gi,
  /<[a-z][^<>]*?\s(?:src|href|srcset|action|poster|data)\s*=\s*([^\s"'<>]+)/gi,
  /url\(\s*["']?([^)"']*)["']?\s*\)/gi,
  /(?<![\w+.-])((?:https?|ftp|data|mailto|javascript):\S+)/gi,
  /(?<![\w/])(\/\/[\w.-]+\/\S*)/g,
  /(\bwww\.\S+)/gi,
  /(?<![\w@.-])((?:[a-z0-9-]+\.)+[a-z]{2,}[/?#]\S*)/gi,
];
