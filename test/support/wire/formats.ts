import { readdirSync } from "node:fs";
import type { MessageSample, WireSample } from "../../../tools/docs/wire-samples/sample.ts";
import type { WireKit } from "./kit.ts";

/** All that the tests and docs/fields.md need to know of a wire format: one file of `formats/`, found by its place there. */
export interface FormatKit {
  /** As its codec and its file are called. */
  readonly format: string;
  /** Each way to stream an answer; all of them keep the contract of `contract.ts`. */
  readonly streams: readonly WireKit[];
  /** Why there is none, and what tests its streams instead. */
  readonly streamless?: string;
  /** Every field of requests, answers and events, marked with whose words it holds. */
  readonly samples: readonly WireSample[];
  /** The same of both sides of a WebSocket. */
  readonly messages?: MessageSample;
  /** Fields that no policy sees: names, ids, enumerations and bytes; sorted. */
  readonly notText: readonly string[];
}

const FOLDER = new URL("formats/", import.meta.url);

async function load(file: string): Promise<FormatKit> {
  const { FORMAT } = (await import(new URL(file, FOLDER).href)) as { readonly FORMAT?: FormatKit };
  if (`${FORMAT?.format}.ts` !== file || FORMAT === undefined)
    throw new Error(`test/support/wire/formats/${file} must export FORMAT, its format called as the file is`);
  return FORMAT;
}

/** Sorted by format. */
export const FORMATS: readonly FormatKit[] = await Promise.all(readdirSync(FOLDER).toSorted().map(load));

/** Every way in which an answer is streamed. */
export const KITS: readonly WireKit[] = FORMATS.flatMap(({ streams }) => streams);

export const WIRE_SAMPLES: readonly WireSample[] = FORMATS.flatMap(({ samples }) => samples);

export const MESSAGE_SAMPLES: readonly MessageSample[] = FORMATS.flatMap(({ messages }) => messages ?? []);
