import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { PieceShape, TextDelta } from "../../../src/codecs/codec.ts";
import type { SseEvent } from "../../../src/codecs/framing/framing.ts";
import { openRelayedChannel, type RelayedChannel } from "../../../src/proxy/stream/relayed-text.ts";
import { StreamQueue, type IsDecided, type EventRun } from "../../../src/proxy/stream/stream-queue.ts";
import { runs } from "../../support/runs.ts";

const CHOICES = ["0", "1"] as const;
type Choice = (typeof CHOICES)[number];

/** What happens to a queue. */
type Act =
  | { readonly kind: "piece"; readonly choice: Choice; readonly text: string }
  | { readonly kind: "other"; readonly choice: Choice }
  | { readonly kind: "decide"; readonly choice: Choice; readonly chars: number }
  | { readonly kind: "take" }
  | { readonly kind: "end"; readonly choice: Choice }
  | { readonly kind: "cut"; readonly choice: Choice };

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("piece"),
      choice: fc.constantFrom(...CHOICES),
      text: fc.string({ maxLength: 4 }),
    }),
  },
  fc.record({ kind: fc.constant("other"), choice: fc.constantFrom(...CHOICES) }),
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("decide"), choice: fc.constantFrom(...CHOICES), chars: fc.nat(12) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("take") }) },
  fc.record({ kind: fc.constant("end"), choice: fc.constantFrom(...CHOICES) }),
  fc.record({ kind: fc.constant("cut"), choice: fc.constantFrom(...CHOICES) }),
);

const shapeOf = (choice: Choice): PieceShape => {
  const delta: TextDelta = { channel: choice, choice, text: "", kind: "text", origin: "assistant", isCopy: false };
  return { delta, choices: [choice], render: (event) => event };
};

/** A queue with its channels, whose neighbouring pieces are one run or each by itself. */
class Rig {
  readonly #isJoining: boolean;
  readonly #left: string[] = [];
  readonly #charsBehind: number[] = [];
  readonly #queue = new StreamQueue({ now: () => 0, released: (_, chars) => this.#charsBehind.push(chars) });
  readonly #shapes = { "0": shapeOf("0"), "1": shapeOf("1") };
  readonly #channels: Record<Choice, RelayedChannel>;
  #run: ReturnType<StreamQueue["addPiece"]> | null = null;
  #count = 0;

  constructor(isJoining: boolean) {
    this.#isJoining = isJoining;
    const open = (choice: Choice) => openRelayedChannel(this.#shapes[choice].delta, { keepsText: false });
    this.#channels = { "0": open("0"), "1": open("1") };
  }

  /** All that can be seen of it. */
  get seen(): object {
    return {
      left: this.#left,
      charsBehind: this.#charsBehind,
      bufferedChars: this.#queue.bufferedChars,
      isEmpty: this.#queue.isEmpty,
    };
  }

  do(act: Act): void {
    if (act.kind === "piece") {
      this.#add(act.choice, act.text);
      return;
    }
    this.#run = null;
    switch (act.kind) {
      case "other":
        this.#queue.add(this.#event(), { pieces: [], step: null });
        return;
      case "decide": {
        const channel = this.#channels[act.choice];
        channel.decided = Math.min(channel.length, channel.decided + act.chars);
        return;
      }
      case "take":
        this.#take();
        return;
      case "end":
        this.#queue.insert([act.choice], this.#queue.cut(new Set([this.#channels[act.choice]])));
        return;
      case "cut":
        this.#queue.cutAfter(this.#queue.cut(new Set([this.#channels[act.choice]])), (choice) => choice !== act.choice);
    }
  }

  #add(choice: Choice, text: string): void {
    const channel = this.#channels[choice];
    const start = channel.length;
    channel.length += text.length;
    if (this.#isJoining && this.#run?.channel === channel) this.#queue.grow(this.#run, this.#event(), text);
    else this.#run = this.#queue.addPiece(this.#event(), { channel, start, text }, this.#shapes[choice]);
  }

  #take(): void {
    const isDecided: IsDecided = ({ decided }, end) => end <= decided;
    for (let item = this.#queue.next(isDecided); item !== null; item = this.#queue.next(isDecided)) {
      if (item.kind === "run") this.#left.push(...eventsOf(item));
      else this.#left.push(`${item.event?.raw ?? item.refused.join()} ${item.sequence}`);
    }
  }

  #event(): SseEvent {
    this.#count += 1;
    return { raw: `event ${this.#count}`, event: "", data: null };
  }
}

function eventsOf({ events, texts, start, sequence }: EventRun): readonly string[] {
  let from = start;
  return events.map(({ raw }, at) => {
    const text = texts[at] ?? "";
    from += text.length;
    return `${raw} ${sequence + at} ${from - text.length} ${text}`;
  });
}

describe("StreamQueue", () => {
  test("lets neighbouring pieces leave as it would one by one, whatever is decided, cut or put between them", () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        const [joined, single] = [new Rig(true), new Rig(false)];
        for (const each of [...acts, { kind: "take" } as const]) {
          joined.do(each);
          single.do(each);
        }
        assert.deepEqual(joined.seen, single.seen);
      }),
      { numRuns: runs(500) },
    );
  });
});
