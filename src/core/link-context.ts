import { isInMarkdown, openMarkdown, readMarkdown, type MarkdownState } from "./link-markdown.ts";
import {
  endParagraph,
  goOnWithWord,
  isInMarkup,
  openMarkup,
  openQuote,
  readMarkup,
  type MarkupState,
} from "./link-markup.ts";
import { endRun, growRun, isInRun, openRun, quoteBefore, signOf, type LinkRun } from "./link-signs.ts";

/**
 * Reads a text from its beginning and knows of the place where it stands whether a value put there may become a part of the address of a link,
 * an image or anything else that a program opens: such an address carries the value to a recipient of the model's choice. It reads Markdown, HTML
 * and bare addresses together, and where their readers differ it goes by the one that reads most. How a text is cut makes no difference.
 */
export class LinkContext {
  /** Signs since the last space. */
  #run: LinkRun = openRun();
  #markdown: MarkdownState = openMarkdown();
  #markup: MarkupState = openMarkup();

  /** Goes on by itself. */
  copy(): LinkContext {
    const copy = new LinkContext();
    copy.#run = { ...this.#run };
    copy.#markdown = { ...this.#markdown };
    copy.#markup = { ...this.#markup };
    return copy;
  }

  /** Whether a value that stands here may be a part of an address. */
  get isInLink(): boolean {
    return isInRun(this.#run) || isInMarkdown(this.#markdown) || isInMarkup(this.#markup);
  }

  read(text: string, start = 0, end = text.length): void {
    for (let at = start; at < end;) {
      const code = text.charCodeAt(at);
      const kind = kindOf(code);
      this.#step(text.charAt(at), isSpace(code));
      at += 1;
      // The rest of a word changes nothing that its first letter has not.
      const from = at;
      const wordEnd = kind === 0 ? from : end;
      while (at < wordEnd && kindOf(text.charCodeAt(at)) === kind) at += 1;
      if (at > from) this.#readWord(text.slice(from, at), kind);
    }
  }

  /** Reads a placeholder that stays. */
  pass(placeholder: string): void {
    growRun(this.#run, placeholder);
    readMarkdown(this.#markdown, STAYS, false);
    readMarkup(this.#markup, STAYS, false);
  }

  #step(sign: string, isBlank: boolean): void {
    if (isBlank) endRun(this.#run);
    else growRun(this.#run, signOf(sign));
    readMarkup(this.#markup, sign, isBlank);
    const quote = sign === "/" || sign === "." ? quoteBefore(this.#run) : "";
    if (quote !== "") openQuote(this.#markup, quote);
    if (readMarkdown(this.#markdown, sign, isBlank)) endParagraph(this.#markup);
  }

  #readWord(rest: string, kind: number): void {
    growRun(this.#run, rest);
    if (kind === ASCII_WORD) goOnWithWord(this.#markup, rest);
    this.#markdown.previous = this.#markup.previous = rest.slice(-1);
    this.#markdown.isLead = false;
    this.#markdown.isEscaped = false;
  }
}

const SPACE = /\s/;
const isSpace = (code: number): boolean => (code < 0x80 ? code <= 0x20 : SPACE.test(String.fromCharCode(code)));
/** Stands for a placeholder that stays. */
const STAYS = "\ufffc";

const ASCII_WORD = 1;
const OTHER_WORD = 2;
/** Of ASCII: letters and `_`. */
const KINDS = Uint8Array.from({ length: 0x80 }, (_, code) =>
  /[A-Za-z_]/.test(String.fromCharCode(code)) ? ASCII_WORD : 0,
);

/** What a unit is a part of a word of; 0: of none, or it is read by itself. */
function kindOf(code: number): number {
  if (code < 0x80) return KINDS[code] ?? 0;
  const isLetter =
    (code >= 0xc0 && code < 0x1680) || (code >= 0x3041 && code < 0xa000) || (code >= 0xac00 && code < 0xd7a4);
  return isLetter && !INVISIBLE.has(code) ? OTHER_WORD : 0;
}

/** Ignorable units among letters. */
const INVISIBLE: ReadonlySet<number> = new Set([0x34f, 0x61c, 0x115f, 0x1160, 0x3164]);
