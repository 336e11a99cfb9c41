import { STREAM_END } from "../upstream.ts";
import type { StreamedAnswer } from "./kit.ts";

/** One part of each list in turn. */
export function interleaved<Part>(lists: readonly (readonly Part[])[]): readonly Part[] {
  const parts: Part[] = [];
  for (let turn = 0; lists.some((list) => turn < list.length); turn++)
    parts.push(...lists.flatMap((list) => list.slice(turn, turn + 1)));
  return parts;
}

/** The data of server-sent events, comments left out. */
export function sseData(wire: string): readonly string[] {
  return wire.split("\n\n").flatMap((event) => {
    const line = event.split("\n").find((each) => each.startsWith("data: "));
    return line === undefined ? [] : [line.slice(6)];
  });
}

export interface ToldChoice {
  readonly index: number;
  readonly text: string;
  readonly finish_reason: string | null;
}

/** What a client has of a stream of choices, by their index. */
export function answerOf(wire: string, choices: readonly ToldChoice[]): Omit<StreamedAnswer, "toolArguments"> {
  const count = Math.max(0, ...choices.map(({ index }) => index + 1));
  const all = Array.from({ length: count }, (_, index) => choices.filter((choice) => choice.index === index));
  const ends = all.map((own) => own.at(-1)?.finish_reason);
  return {
    texts: all.map((own) => own.map(({ text }) => text).join("")),
    copies: [],
    isRefused: ends.map((end) => end === "content_filter"),
    isComplete: wire.endsWith(STREAM_END) && ends.every((end) => end != null),
  };
}
