/** Where in HTML, CSS and code a text stands: in a tag, or in quotes that hold an address. */
export interface MarkupState {
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

export const openMarkup = (): MarkupState => ({
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

export const isInMarkup = ({ isTag, quotes, isCall, element }: MarkupState): boolean =>
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
export function readMarkup(state: MarkupState, sign: string, isSpace: boolean): void {
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
export function openQuote(state: MarkupState, quote: string): void {
  if (!state.quotes.includes(quote)) state.quotes += quote;
}

/** Reads the rest of a name, letters of ASCII only. */
export function goOnWithWord(state: MarkupState, letters: string): void {
  state.word = (state.word + letters).slice(-WORD_MAX);
}

export function endParagraph(state: MarkupState): void {
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
