/** A text that repeats a prompt in another form, unit by unit. */
export interface Form {
  readonly text: string;
  /** The unit of the prompt that each unit of `text` stands for. */
  readonly sources: Int32Array;
  /** What part of that unit's weight it carries. */
  readonly shares: Float32Array;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const BASE64_BITS = 6;
/** Base64 of the same bytes depends on how many stand before them: none, one or two. */
const ALIGNMENTS = [0, 1, 2];
/** Shifts of the alphabet: ROT13, and Caesar's own in both directions. */
const SHIFTS = [13, 3, 23];

/** The prompt as it is. */
export function plainForm(prompt: string): Form {
  return {
    text: prompt,
    sources: Int32Array.from({ length: prompt.length }, (_, at) => at),
    shares: ones(prompt.length),
  };
}

/** How else a model may be made to write its prompt. Spacing, case and punctuation are no part of a form. */
export function disguisedForms(prompt: string): readonly Form[] {
  return [
    reversed(prompt),
    reversedWords(prompt),
    eachReversed(prompt),
    initials(prompt),
    withoutVowels(prompt),
    ...(/[a-z]/i.test(prompt) ? alphabetForms(prompt) : []),
    ...bytesForms(prompt),
    codes(prompt),
  ];
}

const ones = (length: number): Float32Array => new Float32Array(length).fill(1);

/** Builds a form from pieces of text, each with the unit it stands for. */
class FormWriter {
  #text = "";
  readonly #sources: number[] = [];
  readonly #shares: number[] = [];

  put(text: string, source: number, share: number): void {
    this.#text += text;
    for (let at = 0; at < text.length; at++) {
      this.#sources.push(source);
      this.#shares.push(share / text.length);
    }
  }

  /** The characters of `text`, which stands at `start` of the prompt, from the last to the first. */
  putReversed(text: string, start: number): void {
    let at = start + text.length;
    for (const character of Array.from(text).toReversed()) {
      at -= character.length;
      this.put(character, at, character.length);
    }
  }

  finish(): Form {
    return { text: this.#text, sources: Int32Array.from(this.#sources), shares: Float32Array.from(this.#shares) };
  }
}

function reversed(prompt: string): Form {
  const writer = new FormWriter();
  writer.putReversed(prompt, 0);
  return writer.finish();
}

function reversedWords(prompt: string): Form {
  const writer = new FormWriter();
  for (const { 0: word, index } of Array.from(prompt.matchAll(/\S+/g)).toReversed()) {
    for (let at = 0; at < word.length; at++) writer.put(word.charAt(at), index + at, 1);
    writer.put(" ", index, 0);
  }
  return writer.finish();
}

/** The letters of each word in reverse order. */
function eachReversed(prompt: string): Form {
  const writer = new FormWriter();
  for (const { 0: word, index } of prompt.matchAll(WORD)) {
    writer.putReversed(word, index);
    writer.put(" ", index, 0);
  }
  return writer.finish();
}

/** The first letter of each word, which stands for all of it. */
function initials(prompt: string): Form {
  const writer = new FormWriter();
  for (const { 0: word, index } of prompt.matchAll(WORD))
    writer.put(String.fromCodePoint(word.codePointAt(0) ?? 0x20), index, word.length);
  return writer.finish();
}

function withoutVowels(prompt: string): Form {
  const writer = new FormWriter();
  for (let at = 0; at < prompt.length; at++)
    if (!/[aeiou]/i.test(prompt.charAt(at))) writer.put(prompt.charAt(at), at, 1.5);
  return writer.finish();
}

/** What is made of the letters from a to z. */
function alphabetForms(prompt: string): readonly Form[] {
  const shifts = SHIFTS.map((shift) => substituted(prompt, (place) => (place + shift) % ALPHABET));
  return [...shifts, substituted(prompt, (place) => ALPHABET - 1 - place), pigLatin(prompt)];
}

const ALPHABET = 26;

/** Another letter for each: Caesar's cipher, atbash. */
function substituted(prompt: string, placeOf: (place: number) => number): Form {
  const text = prompt.replaceAll(/[a-z]/gi, (letter) => {
    const code = letter.charCodeAt(0);
    const first = code < 97 ? 65 : 97;
    return String.fromCharCode(placeOf(code - first) + first);
  });
  return { ...plainForm(prompt), text };
}

/** "Ouyay areway": the initial consonants of a word move to its end. */
function pigLatin(prompt: string): Form {
  const writer = new FormWriter();
  for (const { 0: word, index } of prompt.matchAll(WORD)) {
    const head = /^[^\Waeiou\d]*/i.exec(word)?.[0].length ?? 0;
    for (let at = 0; at < word.length; at++) {
      const place = (at + head) % word.length;
      writer.put(word.charAt(place), index + place, 1);
    }
    writer.put(head === 0 ? "way " : "ay ", index, 0);
  }
  return writer.finish();
}

/** Base64, whatever stands before it, and hexadecimal digits, of the prompt's UTF-8. */
function bytesForms(prompt: string): readonly Form[] {
  const bytes = Buffer.from(prompt);
  const { sources, shares } = bytePlaces(prompt, bytes.length);
  const form = (text: string, byteAt: (at: number) => number, share: number): Form => ({
    text,
    sources: Int32Array.from({ length: text.length }, (_, at) => sources[byteAt(at)] ?? 0),
    shares: Float32Array.from({ length: text.length }, (_, at) => (shares[byteAt(at)] ?? 0) * share),
  });
  return [
    ...ALIGNMENTS.map((before) => {
      const written = Buffer.concat([Buffer.alloc(before), bytes])
        .toString("base64")
        .replaceAll("=", "");
      // A digit that also carries bits of the bytes before says nothing about the prompt.
      const skipped = Math.ceil((before * 8) / BASE64_BITS);
      const byteAt = (at: number): number => Math.floor(((at + skipped) * BASE64_BITS) / 8) - before;
      return form(written.slice(skipped), byteAt, BASE64_BITS / 8);
    }),
    form(bytes.toString("hex"), (at) => at >> 1, 1 / 2),
  ];
}

/** The unit that each byte of UTF-8 stands for, and what share of it. */
function bytePlaces(prompt: string, length: number): Pick<Form, "sources" | "shares"> {
  const sources = new Int32Array(length);
  const shares = new Float32Array(length);
  let byte = 0;
  let at = 0;
  for (const character of prompt) {
    const count = Buffer.byteLength(character);
    sources.fill(at, byte, byte + count);
    shares.fill(character.length / count, byte, byte + count);
    byte += count;
    at += character.length;
  }
  return { sources, shares };
}

/** The characters' numbers. */
function codes(prompt: string): Form {
  const writer = new FormWriter();
  let at = 0;
  for (const character of prompt) {
    writer.put(`${character.codePointAt(0) ?? 0} `, at, character.length);
    at += character.length;
  }
  return writer.finish();
}
