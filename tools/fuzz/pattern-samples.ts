import type { Random } from "./random.ts";

/** Most repeats of one part of a pattern: enough for most minima, and short. */
const REPEATS_MAX = 12;
const DEPTH_MAX = 12;
/** What `\p{…}`, `\w` and the like may be; of several scripts. */
const LETTERS = "aeinst АбвαΣéßñłİ漢字かなकไทยعرب한";
const MARKS = "\u0301\u200d";
const SIGNS = "!#$%&*+,-./:;=?@_~|";

/**
 * Texts that a pattern matches, or nearly does: assertions and back references are left out. Detectors are dearest where their
 * own patterns begin to match again and again.
 */
export function sampleOf(pattern: RegExp, random: Random): string {
  return new Sampler(pattern.source, random).alternation(0);
}

class Sampler {
  readonly #source: string;
  readonly #random: Random;
  #at = 0;

  constructor(source: string, random: Random) {
    this.#source = source;
    this.#random = random;
  }

  /** One of the alternatives up to the end of the group. */
  alternation(depth: number): string {
    const choices: string[] = [""];
    while (this.#at < this.#source.length && this.#source[this.#at] !== ")") {
      if (this.#source[this.#at] === "|") {
        this.#at += 1;
        choices.push("");
      } else choices[choices.length - 1] += this.#repeated(depth);
    }
    return this.#random.of(choices);
  }

  /** A part with its quantifier. */
  #repeated(depth: number): string {
    const start = this.#at;
    const first = this.#part(depth);
    const [least, most] = this.#quantifier();
    const end = this.#at;
    let text = "";
    const extra = this.#random.below(Math.min(most - least, REPEATS_MAX) + 1);
    for (let count = Math.min(least + extra, Math.max(least, REPEATS_MAX), 64); count > 0; count--) {
      if (depth > DEPTH_MAX) text += first;
      else {
        this.#at = start;
        text += this.#part(depth);
      }
    }
    this.#at = end;
    return text;
  }

  #quantifier(): readonly [least: number, most: number] {
    const rest = this.#source.slice(this.#at, this.#at + 16);
    const [whole = "", sign = "", least = "", comma = "", most = ""] =
      /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(rest) ?? [];
    this.#at += whole.length;
    if (sign !== "") return [sign === "+" ? 1 : 0, sign === "?" ? 1 : REPEATS_MAX];
    if (least === "") return [1, 1];
    return [Number(least), comma === "" ? Number(least) : most === "" ? Number(least) + REPEATS_MAX : Number(most)];
  }

  /** A character, a class or a group. */
  #part(depth: number): string {
    const sign = this.#source.charAt(this.#at);
    this.#at += 1;
    if (sign === "(") return this.#group(depth);
    if (sign === "[") return this.#class();
    if (sign === "\\") return this.#escape(false);
    if (sign === ".") return this.#random.of(Array.from(LETTERS + SIGNS));
    return sign === "^" || sign === "$" ? "" : sign;
  }

  #group(depth: number): string {
    const [opener = ""] = /^\?(?:[:=!]|<[=!]|<\w+>)/.exec(this.#source.slice(this.#at, this.#at + 40)) ?? [];
    this.#at += opener.length;
    const text = this.alternation(depth + 1);
    this.#at += 1;
    return /^\?<?[=!]$/.test(opener) ? "" : text;
  }

  #class(): string {
    const isNegated = this.#source.charAt(this.#at) === "^";
    if (isNegated) this.#at += 1;
    const choices: string[] = [];
    while (this.#at < this.#source.length && this.#source.charAt(this.#at) !== "]") choices.push(this.#range());
    this.#at += 1;
    if (choices.length > 0 && !isNegated) return this.#random.of(choices);
    const others = Array.from(LETTERS + SIGNS).filter((sign) => !choices.includes(sign));
    return this.#random.of(others);
  }

  /** A character of a class, or one of a range there. */
  #range(): string {
    const first = this.#classSign();
    if (this.#source.charAt(this.#at) !== "-" || this.#source.charAt(this.#at + 1) === "]") return first;
    this.#at += 1;
    const [low, high] = [first.codePointAt(0) ?? 0, this.#classSign().codePointAt(0) ?? 0];
    return String.fromCodePoint(low + this.#random.below(Math.max(1, high - low + 1)));
  }

  #classSign(): string {
    const sign = String.fromCodePoint(this.#source.codePointAt(this.#at) ?? 0);
    this.#at += sign.length;
    return sign === "\\" ? this.#escape(true) : sign;
  }

  #escape(isInClass: boolean): string {
    const rest = this.#source.slice(this.#at, this.#at + 60);
    const [code = ""] = /^(?:u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|[pP]\{[^}]*\}|k<\w+>|[^])/iu.exec(rest) ?? [];
    this.#at += code.length;
    if (/^[ux]/.test(code)) return String.fromCodePoint(Number.parseInt(code.replaceAll(/[^\da-f]/gi, ""), 16));
    if (code.startsWith("p{N") || code === "d") return String(this.#random.below(10));
    if (/^p\{(?:M|Default)/.test(code)) return this.#random.of(Array.from(MARKS));
    if (/^[pw]/.test(code)) return this.#random.of(Array.from(LETTERS));
    if (/^[PWDS]/.test(code)) return this.#random.of(Array.from(code === "S" ? LETTERS : SIGNS));
    if (code === "b" || code === "B") return isInClass ? "\b" : "";
    if (/^[1-9k]/.test(code)) return "";
    return SPACES.get(code) ?? code;
  }
}

const SPACES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["s", " "],
  ["0", "\0"],
]);
