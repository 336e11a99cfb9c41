/**
 * The WordPiece tokenizer of BERT and its kin.
 * @see https://huggingface.co/docs/transformers/tokenizer_summary#wordpiece
 */

/** Longer words are unknown: it bounds the work on a text without spaces. */
const WORD_MAX_CHARS = 100;
const CONTINUED = "##";

/** What a vocabulary says of its texts. */
export interface WordPieceOptions {
  readonly ids: ReadonlyMap<string, number>;
  /** Whether case and accents are dropped before words are looked up. */
  readonly isLowerCased: boolean;
}

export class WordPieces {
  readonly cls: number;
  readonly sep: number;
  readonly #unknown: number;
  readonly #ids: ReadonlyMap<string, number>;
  readonly #isLowerCased: boolean;

  /** @throws {Error} when the vocabulary lacks a special token */
  constructor({ ids, isLowerCased }: WordPieceOptions) {
    const special = (token: string): number => {
      const id = ids.get(token);
      if (id === undefined) throw new Error(`the vocabulary lacks ${token}`);
      return id;
    };
    this.cls = special("[CLS]");
    this.sep = special("[SEP]");
    this.#unknown = special("[UNK]");
    this.#ids = ids;
    this.#isLowerCased = isLowerCased;
  }

  /** Ids of the text's pieces, without special ones: what a text calls `[SEP]` is three pieces of text. */
  encode(text: string): readonly number[] {
    const ids: number[] = [];
    for (const [word] of this.#normalized(text).matchAll(WORD)) this.#encodeWord(word, ids);
    return ids;
  }

  #normalized(text: string): string {
    const clean = text.replaceAll(CONTROL, "");
    return this.#isLowerCased
      ? clean
          .toLowerCase()
          .normalize("NFD")
          .replaceAll(/\p{Mn}/gu, "")
      : clean;
  }

  #encodeWord(word: string, ids: number[]): void {
    const chars = Array.from(word);
    const pieces: number[] = [];
    for (let start = 0; start < chars.length;) {
      const piece = chars.length > WORD_MAX_CHARS ? null : this.#longest(chars, start);
      if (piece === null) {
        // A word of which a part is unknown is unknown.
        ids.push(this.#unknown);
        return;
      }
      pieces.push(piece.id);
      start = piece.end;
    }
    for (const piece of pieces) ids.push(piece);
  }

  #longest(chars: readonly string[], start: number): { readonly id: number; readonly end: number } | null {
    const prefix = start === 0 ? "" : CONTINUED;
    for (let end = chars.length; end > start; end--) {
      const id = this.#ids.get(prefix + chars.slice(start, end).join(""));
      if (id !== undefined) return { id, end };
    }
    return null;
  }
}

/** What no reader sees; white space is none of it. */
const CONTROL = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffd]/gu;
/** One ideograph, one sign, or a run of anything else but spaces. Signs are as BERT counts them: all ASCII that is no letter or digit. */
const WORD = /[\p{Unified_Ideograph}]|[!-/:-@[-`{-~\p{P}]|(?:(?![!-/:-@[-`{-~])[^\s\p{P}\p{Unified_Ideograph}])+/gu;
