/** Where in Markdown a text stands: in a link's address, in its definition, or in neither. */
export interface MarkdownState {
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

export const openMarkdown = (): MarkdownState => ({
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

export const isInMarkdown = ({ isOpen, phase }: MarkdownState): boolean => isOpen || phase !== "none";

const SPACE = /\s/;
const LEAD = /[\s>*+\-\d.)]/;

/** Reads one more sign. True at the end of a paragraph. */
export function readMarkdown(state: MarkdownState, sign: string, isSpace: boolean): boolean {
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
