import { copied } from "../../core/strings.ts";
import type { TextDelta } from "../codec.ts";

/** Most that is kept of a text, UTF-16 units: more than detectors look back at. */
const TAIL_CHARS = 8192;

/** How a text ended, for what comes after its end. */
export class TextTail {
  #text = "";

  add(text: string): void {
    this.#text += text;
    // Not at every piece: most texts never end twice.
    if (this.#text.length > 2 * TAIL_CHARS) this.#text = copied(this.#text.slice(-TAIL_CHARS));
  }

  /** The text that precedes late text when it is checked; `""` when it cannot continue there. */
  before(kind: TextDelta["kind"]): string {
    return kind === "json" && isComplete(this.#text) ? "" : this.#text.slice(-TAIL_CHARS);
  }
}

/** Nothing continues a complete value: what follows is the next one. */
function isComplete(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The channel of a text that has ended so often. */
export function channelOf(name: string, { generation }: { readonly generation: number }): string {
  return generation === 0 ? name : `${name}~${generation}`;
}

/** Texts that have ended and are remembered; beyond it the oldest is forgotten. A block or a candidate has a few. */
const ENDED_MAX = 16;

interface Text {
  readonly tail: TextTail;
  generation: number;
  isOpen: boolean;
}

/**
 * Texts whose end may be none: some servers write an end into every event. The channel of an ended text is decided, so what
 * comes after it gets a new one, which begins with the old text: clients join them.
 */
export class EndedTexts {
  readonly #texts = new Map<string, Text>();

  /**
   * Continues a text.
   * @returns its channel, and what must stand in it before the piece
   */
  add(name: string, piece: Pick<TextDelta, "text" | "kind">): { readonly channel: string; readonly before: string } {
    const known = this.#texts.get(name);
    const text = known ?? { tail: new TextTail(), generation: 0, isOpen: true };
    if (known === undefined) this.#texts.set(copied(name), text);
    const before = text.isOpen ? "" : text.tail.before(piece.kind);
    if (!text.isOpen) {
      text.generation += 1;
      text.isOpen = true;
    }
    text.tail.add(piece.text);
    return { channel: channelOf(name, text), before };
  }

  /** Ends the open texts, but for those that `isKept` names. Returns their channels. */
  end(isKept: (name: string) => boolean = () => false): string[] {
    const ended: string[] = [];
    for (const [name, text] of this.#texts) {
      if (!text.isOpen || isKept(name)) continue;
      text.isOpen = false;
      ended.push(channelOf(name, text));
    }
    this.#forget();
    return ended;
  }

  #forget(): void {
    let count = this.#texts.size;
    for (const [name, { isOpen }] of this.#texts) {
      if (count <= ENDED_MAX) return;
      if (isOpen) continue;
      this.#texts.delete(name);
      count -= 1;
    }
  }
}
