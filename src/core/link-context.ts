import { endRun, growRun, isInRun, newLinkRun, quoteBefore, foldLinkSign, type LinkRun } from "./link-signs.ts";

/**
 * Reads a text from its beginning and knows of the place where it stands whether a value put there may become a part of the address of a link,
 * an image or anything else that a program opens: such an address carries the value to a recipient of the model's choice. It reads Markdown, HTML
 * and bare addresses together, and where their readers differ it goes by the one that reads most. How a text is cut makes no difference.
 */
export class LinkContext {
  /** Signs since the last space. */
  #run: LinkRun = newLinkRun();
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
    else growRun(this.#run, foldLinkSign(sign));
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

/** Where in Markdown a text stands: in a link's address, in its definition, or in neither. */
interface MarkdownState {
  previous: string;
  isEscaped: boolean;
  /** Nothing stands in the line so far. */
  isBlank: boolean;
  /** Only marks of lists and quotations stand in the line so far. */
  isLead: boolean;
  /** A `[` stood where a definition begins. */
  isLabel: boolean;
  /** Readers differ about where the address ends: it goes on to the end of the paragraph. */
  isOpen: boolean;
  /** In `](…)`; `none`: not. */
  phase: Phase;
  depth: number;
  quote: string;
}

type Phase = "none" | "start" | "address" | "gap" | "title" | "end";

const openMarkdown = (): MarkdownState => ({
  previous: "\n",
  isEscaped: false,
  isBlank: true,
  isLead: true,
  isLabel: false,
  isOpen: false,
  phase: "none",
  depth: 0,
  quote: "",
});

const isInMarkdown = ({ isOpen, phase }: MarkdownState): boolean => isOpen || phase !== "none";

const LEAD = /[\s>*+\-\d.)]/;

/** Reads one more sign. True at the end of a paragraph. */
function readMarkdown(state: MarkdownState, sign: string, isSpace: boolean): boolean {
  const { previous, isEscaped } = state;
  state.isEscaped = sign === "\\" && !isEscaped;
  state.previous = sign;
  if (sign === "\n") return newLine(state);
  if (!isSpace) state.isBlank = false;
  readLabel(state, sign, previous);
  if (previous === "]" && sign === "(") Object.assign(state, { phase: "start", depth: 1 });
  else if (state.phase !== "none") IN_PHASE[state.phase](state, sign, isEscaped);
  return false;
}

function readLabel(state: MarkdownState, sign: string, previous: string): void {
  if (state.isLead) {
    state.isLabel ||= sign === "[";
    state.isLead = LEAD.test(sign);
  }
  if (previous === "]" && sign === ":" && state.isLabel) state.isOpen = true;
}

function newLine(state: MarkdownState): boolean {
  const isEnd = state.isBlank;
  if (isEnd) Object.assign(state, { isOpen: false, phase: "none", isLabel: false });
  else if (state.phase === "address") state.phase = "gap";
  state.isBlank = true;
  state.isLead = true;
  return isEnd;
}

type Step = (state: MarkdownState, sign: string, isEscaped: boolean) => void;

/** An address in angle brackets may hold anything, and one that is followed by more has no certain end. */
const open: Step = (state) => {
  state.isOpen = true;
  state.phase = "none";
};

const close: Step = (state) => {
  state.phase = "none";
};

const inAddress: Step = (state, sign, isEscaped) => {
  if (SPACE.test(sign)) state.phase = "gap";
  else if (sign === "<") open(state, sign, isEscaped);
  else if (sign === "(" && !isEscaped) state.depth += 1;
  else if (sign === ")" && !isEscaped) state.depth -= 1;
  if (state.depth === 0) close(state, sign, isEscaped);
};

const IN_PHASE: Readonly<Record<Exclude<Phase, "none">, Step>> = {
  start: (state, sign, isEscaped) => {
    if (SPACE.test(sign)) return;
    state.phase = "address";
    if (sign === '"' || sign === "'") open(state, sign, isEscaped);
    else inAddress(state, sign, isEscaped);
  },
  address: inAddress,
  gap: (state, sign, isEscaped) => {
    if (SPACE.test(sign)) return;
    if (sign === '"' || sign === "'") Object.assign(state, { phase: "title", quote: sign });
    else if (sign === ")" && state.depth === 1) close(state, sign, isEscaped);
    else open(state, sign, isEscaped);
  },
  title: (state, sign) => {
    if (sign === state.quote) state.phase = "end";
  },
  end: (state, sign, isEscaped) => {
    if (SPACE.test(sign)) return;
    if (sign === ")" && state.depth === 1) close(state, sign, isEscaped);
    else open(state, sign, isEscaped);
  },
};

/** Where in HTML, CSS and code a text stands: in a tag, or in quotes that hold an address. */
interface MarkupState {
  previous: string;
  isTag: boolean;
  /** Of an attribute's value in the tag. */
  tagQuote: string;
  /** Quotes that hold an address and have not ended. Where a tag ends can be argued about, so these count by themselves. */
  quotes: string;
  /** The last name; spaces may follow it. */
  word: string;
  isWordOver: boolean;
  /** A `=` followed it, and nothing since. */
  isAssigned: boolean;
  attribute: string;
  /** In `url(…)` or a command like it, which ends with the paragraph. */
  isCall: boolean;
  /** A `[` stood before the last name. */
  isBracket: boolean;
  /** The name of a tag is being read. */
  isNaming: boolean;
  /** It is one that ends an element. */
  isClosing: boolean;
  /** The element around runs, loads or sends what is in it. */
  element: string;
}

const openMarkup = (): MarkupState => ({
  previous: "\n",
  isTag: false,
  tagQuote: "",
  quotes: "",
  word: "",
  isWordOver: false,
  isAssigned: false,
  attribute: "",
  isCall: false,
  isBracket: false,
  isNaming: false,
  isClosing: false,
  element: "",
});

const isInMarkup = ({ isTag, quotes, isCall, element }: MarkupState): boolean =>
  isTag || isCall || quotes !== "" || element !== "";

/** Attributes that hold an address, a style or a script. @see https://html.spec.whatwg.org/multipage/indices.html#attributes-3 */
const ADDRESS =
  /(?:action|archive|background|cite|classid|codebase|content|data|href|icon|itemid|link|longdesc|manifest|ping|poster|profile|source|src|srcdoc|srcset|style|uri|url|usemap|xmlns|(?:^|[:.@_-])on[a-z]{2,30})$/i;
/** CSS, and TeX as shown in Markdown. */
const CALL = /url$|(?:^|\W)(?:src|image-set)$/i;
const COMMAND = /(?:^|\W)(?:href|url|includegraphics|htmldata|htmlstyle)$/i;
/** Directives of reStructuredText, AsciiDoc and others, which go on over lines: `.. image:: x`, `image::x[]`. */
const DIRECTIVE = /(?:^|\W)(?:embed|figure|iframe|image|include|video)::$/i;
/** Tags of BBCode. */
const BRACKETED = /^(?:audio|iframe|img|url|video)$/i;
/** Elements that run, load or send what is in them. */
const ACTIVE = /^(?:form|iframe|math|noscript|object|script|style|svg|template|textarea|xml|xmp)$/i;
/** Of a name that is kept, UTF-16 units. */
const WORD_MAX = 64;

const NAME = /[\w:.@-]/;
const TAG_START = /[A-Za-z/!?]/;

/** Reads one more sign. */
function readMarkup(state: MarkupState, sign: string, isSpace: boolean): void {
  if (isSpace) {
    nameTag(state);
    state.isWordOver = true;
    state.previous = sign;
    return;
  }
  // It stands before quotes where the markup is in a string itself.
  if (sign === "\\") return;
  const opens = state.isAssigned && (sign === '"' || sign === "'");
  if (!NAME.test(sign) && sign !== "/") nameTag(state);
  readTag(state, sign, opens);
  if (opens && ADDRESS.test(state.attribute)) openQuote(state, sign);
  else if (state.quotes !== "") state.quotes = state.quotes.replace(sign, "");
  readWord(state, sign);
  state.previous = sign;
}

/** An address begins right after that quote. */
function openQuote(state: MarkupState, quote: string): void {
  if (!state.quotes.includes(quote)) state.quotes += quote;
}

/** Reads the rest of a name, letters of ASCII only. */
function goOnWithWord(state: MarkupState, letters: string): void {
  state.word = (state.word + letters).slice(-WORD_MAX);
}

function endParagraph(state: MarkupState): void {
  state.isCall = false;
  if (state.tagQuote === "") state.isTag = false;
}

function readTag(state: MarkupState, sign: string, opens: boolean): void {
  if (state.tagQuote !== "") {
    if (sign === state.tagQuote) state.tagQuote = "";
  } else if (state.previous === "<" && TAG_START.test(sign)) {
    state.isTag = true;
    state.isNaming = true;
    state.isClosing = sign === "/";
  } else if (state.isTag && opens) {
    state.tagQuote = sign;
  } else if (sign === ">") {
    state.isTag = false;
  }
}

/** The name of a tag is over. */
function nameTag(state: MarkupState): void {
  if (!state.isNaming) return;
  state.isNaming = false;
  if (state.isClosing) {
    if (state.word.toLowerCase() === state.element) state.element = "";
  } else if (state.element === "" && ACTIVE.test(state.word)) {
    state.element = state.word.toLowerCase();
  }
}

function readWord(state: MarkupState, sign: string): void {
  if (NAME.test(sign)) {
    state.word = state.isWordOver ? sign : (state.word + sign).slice(-WORD_MAX);
    state.isWordOver = false;
    state.isAssigned = false;
    state.isCall ||= sign === ":" && DIRECTIVE.test(state.word);
  } else if (sign === "=") {
    Object.assign(state, { attribute: state.word, word: "", isAssigned: true });
  } else {
    state.isCall ||= opensCall(state, sign);
    state.isBracket = sign === "[";
    state.word = "";
    state.isAssigned = false;
  }
}

/** Whether a sign after the last word begins what holds an address. */
const opensCall = ({ word, isBracket }: MarkupState, sign: string): boolean =>
  (sign === "(" && CALL.test(word)) ||
  (sign === "{" && COMMAND.test(word)) ||
  (sign === "]" && isBracket && BRACKETED.test(word));
