import { GATE_LENGTH } from "./keyword-gate.ts";

/** The mark of a transition whose target state has output, and so the bound of the states' numbers. */
const SMALL_OUTPUT = 2 ** 15;
const LARGE_OUTPUT = 2 ** 31;

/** Gives each character of the keywords a class of its own, the same for both cases; returns the number of classes. */
export function assignClasses(keywords: readonly string[], classOf: Uint8Array): number {
  let classes = 1;
  for (const keyword of keywords)
    for (let at = 0; at < keyword.length; at++) {
      const code = keyword.charCodeAt(at);
      if (classOf[code] === 0) {
        classOf[code] = classes;
        // Upper case shares the class of lower case: that is how case is ignored without lowering the text.
        if (code >= 97 && code <= 122) classOf[code - 32] = classes;
        classes++;
      }
    }
  return classes;
}

/** An Aho–Corasick automaton of keywords in lower case. */
export function buildTrie(keywords: readonly string[], classOf: Uint8Array, classes: number) {
  const { next, outputHead, depths, output, used } = insertAll(keywords, classOf, classes);
  linkFailures(next, outputHead, output, classes);
  const hasOutput = used < SMALL_OUTPUT ? SMALL_OUTPUT : LARGE_OUTPUT;
  return {
    hasOutput,
    next: markOutput(next.slice(0, used * classes), outputHead, hasOutput),
    outputHead: outputHead.slice(0, used),
    depths: depths.slice(0, used),
    output: Int32Array.from(output),
  };
}

/**
 * The tree of all beginnings of keywords. `next`: state and class → state, 0 for none; `outputHead`: state → where in `output` its keyword
 * stands, or -1.
 */
export function insertAll(keywords: readonly string[], classOf: Uint8Array, classes: number) {
  const states = 1 + keywords.reduce((sum, keyword) => sum + keyword.length, 0);
  const next = new Int32Array(states * classes);
  const outputHead = new Int32Array(states).fill(-1);
  const depths = new Uint8Array(states);
  const output: number[] = [];
  let used = 1;
  keywords.forEach((keyword, index) => {
    let state = 0;
    for (let at = 0; at < keyword.length; at++) {
      const slot = state * classes + (classOf[keyword.charCodeAt(at)] ?? 0);
      if (next[slot] === 0) next[slot] = used++;
      state = next[slot] ?? 0;
      depths[state] = Math.min(at + 1, GATE_LENGTH);
    }
    output.push(index, outputHead[state] ?? -1);
    outputHead[state] = output.length - 2;
  });
  return { next, outputHead, depths, output, used };
}

/** Breadth first: turns the trie into a complete automaton and chains each state's output to its failure state's. */
function linkFailures(next: Int32Array, outputHead: Int32Array, output: number[], classes: number): void {
  const failure = new Int32Array(outputHead.length);
  const queue: number[] = [];
  for (let c = 0; c < classes; c++) {
    const child = next[c] ?? 0;
    if (child !== 0) queue.push(child);
  }
  for (let head = 0; head < queue.length; head++) {
    const state = queue[head] ?? 0;
    const fallback = failure[state] ?? 0;
    appendOutput(outputHead, output, state, outputHead[fallback] ?? -1);
    for (let c = 0; c < classes; c++) {
      const child = next[state * classes + c] ?? 0;
      const onFailure = next[fallback * classes + c] ?? 0;
      if (child === 0) next[state * classes + c] = onFailure;
      else {
        failure[child] = onFailure;
        queue.push(child);
      }
    }
  }
}

function markOutput(next: Int32Array, outputHead: Int32Array, hasOutput: number): Uint16Array | Uint32Array {
  const marked = hasOutput === SMALL_OUTPUT ? new Uint16Array(next.length) : new Uint32Array(next.length);
  for (let at = 0; at < next.length; at++) {
    const state = next[at] ?? 0;
    marked[at] = (outputHead[state] ?? -1) < 0 ? state : state + hasOutput;
  }
  return marked;
}

function appendOutput(outputHead: Int32Array, output: number[], state: number, tail: number): void {
  if (tail < 0) return;
  const head = outputHead[state] ?? -1;
  if (head < 0) {
    outputHead[state] = tail;
    return;
  }
  let last = head;
  while ((output[last + 1] ?? -1) >= 0) last = output[last + 1] ?? -1;
  output[last + 1] = tail;
}
