/** Where in HTML, CSS and code a text stands: in a tag, or in quotes that hold an address. */
export interface MarkupState {
  previous: string;
  isTag: boolean;
  /** Of an attribute's value in the tag. */
  tagQuote: string;
  /** Quotes that hold an address and have not ended. Where a tag ends can be argued about, so these count by themselves. */
  quotes: string;
  /** The last name; spaces may stand behind it. */
  word: string;
  isWordOver: boolean;
  /** A `=` stood behind it, and nothing since. */
  isAssigned: boolean;
  attribute: string;
  /** In `url(…)` or a command like it, which ends with the paragraph. */
  isCall: boolean;
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
});

export const isInMarkup = ({ isTag, quotes, isCall }: MarkupState): boolean => isTag || isCall || quotes !== "";

/** Attributes that hold an address, a style or a script. @see https://html.spec.whatwg.org/multipage/indices.html#attributes-3 */
const ADDRESS =
  /(?:action|archive|background|cite|classid|codebase|content|data|href|icon|itemid|link|longdesc|manifest|ping|poster|profile|src|srcdoc|srcset|style|uri|url|usemap|xmlns|(?:^|[:.@_-])on[a-z]{2,30})$/i;
/** CSS, and TeX as shown in Markdown. */
const CALL = /url$|(?:^|\W)(?:src|image-set)$/i;
const COMMAND = /(?:^|\W)(?:href|url|includegraphics|htmldata|htmlstyle)$/i;
/** Of a name that is kept, UTF-16 units. */
const WORD_MAX = 64;

const NAME = /[\w:.@-]/;
const TAG_START = /[A-Za-z/!?]/;

/** Reads one more sign. */
export function readMarkup(state: MarkupState, sign: string, isSpace: boolean): void {
  if (isSpace) {
    state.isWordOver = true;
    state.previous = sign;
    return;
  }
  // It stands before quotes where the markup is in a string itself.
  if (sign === "\\") return;
  const opens = state.isAssigned && (sign === '"' || sign === "'");
  readTag(state, sign, opens);
  if (opens && ADDRESS.test(state.attribute)) openQuote(state, sign);
  else if (state.quotes !== "") state.quotes = state.quotes.replace(sign, "");
  readWord(state, sign);
  state.previous = sign;
}

/** An address begins right behind that quote. */
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
  } else if (state.isTag && opens) {
    state.tagQuote = sign;
  } else if (sign === ">") {
    state.isTag = false;
  }
}

function readWord(state: MarkupState, sign: string): void {
  if (NAME.test(sign)) {
    state.word = state.isWordOver ? sign : (state.word + sign).slice(-WORD_MAX);
    state.isWordOver = false;
    state.isAssigned = false;
  } else if (sign === "=") {
    Object.assign(state, { attribute: state.word, word: "", isAssigned: true });
  } else {
    state.isCall ||= (sign === "(" && CALL.test(state.word)) || (sign === "{" && COMMAND.test(state.word));
    state.word = "";
    state.isAssigned = false;
  }
}
