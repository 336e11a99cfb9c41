import type { TextDelta } from "../codec.ts";
import { EndedTexts } from "../shared/ended-texts.ts";
import { GeminiCalls } from "./gemini-calls.ts";

/** A candidate of a stream. */
export class GeminiCandidate {
  readonly calls: GeminiCalls;
  /** Some of its text has left otherwise than it came. */
  isChanged = false;
  readonly #texts = new EndedTexts();
  /** Channels of calls that came whole. */
  readonly #whole = new Set<string>();
  /** Text has come after its end, so its ends do not count: it ends with the stream. */
  #isEndless = false;

  constructor(name: string) {
    this.calls = new GeminiCalls(`candidates/${name}`);
  }

  /** A call that waits for the end of the candidate. */
  hold(channel: string): void {
    this.#whole.add(channel);
  }

  /** The delta in its channel, after what must precede it. */
  goOn(delta: TextDelta): readonly [before: TextDelta | null, delta: TextDelta] {
    const { channel, before } = this.#texts.add(delta.channel, delta);
    this.#isEndless ||= before !== "";
    const own = { ...delta, channel };
    return [before === "" ? null : { ...own, text: before }, own];
  }

  /** Channels that end with it. Of a call that goes on none does. */
  end(): readonly string[] {
    if (this.#isEndless) return [];
    const closes = [...this.#whole, ...this.#texts.end((name) => this.calls.isOpen(name))];
    this.#whole.clear();
    return closes;
  }
}
