import { costOf, type RelayedChannel } from "./relayed-text.ts";
import type { ChannelStep, StreamChecks } from "./stream-contract.ts";
import type { Inspection } from "../checks/inspect.ts";
import { Reading, type Turn } from "./stream-reading.ts";
import type { StreamTexts } from "./stream-texts.ts";

/** What the relay does with what readings find. */
export interface ReadingsParts {
  readonly checks: Pick<StreamChecks, "push" | "endPart" | "end" | "wholes">;
  readonly texts: Pick<StreamTexts, "whole" | "originalOf">;
  readonly isCutOff: (channel: RelayedChannel) => boolean;
  /** All of the channel is decided. */
  readonly decided: (channel: RelayedChannel) => void;
  readonly stopped: (channel: RelayedChannel, stop: NonNullable<ChannelStep["stop"]>) => void;
}

/** `null`: there is nothing to wait for. */
type Waiting = Promise<unknown> | null;

/** The texts of a stream that readers put together, by the name that their codec gives them. */
export class Readings {
  readonly #parts: ReadingsParts;
  readonly #readings = new Map<string, Reading>();
  #cost = 0;

  constructor(parts: ReadingsParts) {
    this.#parts = parts;
  }

  /** What those that go on cost besides their texts, UTF-16 units. */
  get cost(): number {
    return this.#cost;
  }

  /** Takes text of a channel in. */
  feed(
    channel: RelayedChannel,
    name: string,
    { text, isLast }: { readonly text: string; readonly isLast: boolean },
  ): Waiting {
    let reading = this.#readings.get(name);
    if (reading === undefined) {
      this.#readings.set(name, (reading = new Reading(name, channel)));
      this.#cost += costOf(reading);
    }
    const turns = reading.grow(channel, text, isLast);
    return reading.isWhole || reading.isStopped ? null : this.#give(reading, turns, 0);
  }

  /** Nothing more comes of those with these names. */
  async end(names: Iterable<string>): Promise<void> {
    for (const name of names) {
      const reading = this.#readings.get(name);
      if (reading?.isStopped === false) await this.#end(reading);
    }
  }

  /** Nothing more comes of a choice; `null`: of all. */
  async endChoice(choice: string | null): Promise<void> {
    for (const reading of this.#readings.values())
      if (!reading.isStopped && (choice === null || reading.choice === choice)) await this.#end(reading);
  }

  /** As `endChoice`, of what is decided while it comes: a choice ends where a text of it is blocked. */
  async endBlocked(choice: string | null): Promise<void> {
    for (const reading of this.#readings.values())
      if (!reading.isWhole && !reading.isStopped && (choice === null || reading.choice === choice))
        await this.#end(reading);
  }

  /** The same text gets the same masks; another one is checked like any text, beside those of its event that it is read with. */
  async decideCopies(copies: readonly RelayedChannel[]): Promise<void> {
    const { texts, isCutOff } = this.#parts;
    const open = copies.filter((copy) => !isCutOff(copy));
    for (const copy of open) {
      copy.original = texts.originalOf(copy);
      // One that is not decided yet follows later.
      if (copy.original !== null) copy.edits = copy.original.edits;
    }
    for (const group of Map.groupBy(open, (copy) => copy.joined ?? copy).values())
      if (group.some(({ original }) => original === null)) await this.decide(group);
  }

  /** Checks complete texts, as one if there are several. */
  async decide(channels: readonly RelayedChannel[]): Promise<void> {
    const { checks, texts, isCutOff } = this.#parts;
    const open = channels.filter((channel) => !isCutOff(channel));
    if (open.length === 0) return;
    const inspections = await checks.wholes(open.map((channel) => texts.whole(channel)));
    for (const [at, channel] of open.entries()) this.#inspected(channel, inspections[at]);
  }

  drop(choice: string): void {
    for (const reading of this.#readings.values()) if (reading.choice === choice) this.#forget(reading);
  }

  #give(reading: Reading, turns: readonly Turn[], from: number): Waiting {
    const { checks } = this.#parts;
    const { name, isSealed } = reading;
    for (let at = from; at < turns.length; at++) {
      const { text = "", endsPart = false } = turns[at] ?? {};
      const ends = endsPart ? ({ ends: "part" } as const) : {};
      const step = text === "" ? checks.endPart(name) : checks.push(name, text, { isSealed, ...ends });
      if (step instanceof Promise)
        return step.then((late) => {
          this.#apply(reading, late);
          return this.#give(reading, turns, at + 1);
        });
      this.#apply(reading, step);
    }
    return null;
  }

  #forget(reading: Reading): void {
    if (this.#readings.delete(reading.name)) this.#cost -= costOf(reading);
  }

  async #end(reading: Reading): Promise<void> {
    this.#forget(reading);
    if (reading.isWhole) {
      await this.decide(reading.open);
    } else {
      for (const channel of reading.open) await this.#give(reading, reading.grow(channel, "", true), 0);
      this.#apply(reading, await this.#parts.checks.end(reading.name));
    }
  }

  #inspected(channel: RelayedChannel, inspection: Inspection | undefined): void {
    if (inspection === undefined) return;
    if (inspection.kind !== "pass") {
      channel.isStopped = true;
      this.#parts.stopped(channel, inspection);
      return;
    }
    const isKnown = channel.original !== null;
    // Copies of a text that has been decided share its edits.
    if (isKnown) channel.edits = [];
    channel.original = null;
    channel.edits.push(...inspection.edits);
    channel.decided = channel.length;
    if (!isKnown) this.#parts.decided(channel);
  }

  #apply(reading: Reading, step: ChannelStep): void {
    for (const channel of reading.apply(step)) this.#parts.decided(channel);
    if (step.stop !== null) this.#parts.stopped(reading.stop(step.decided), step.stop);
  }
}
