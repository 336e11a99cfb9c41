import type { Json, JsonObject } from "../core/model.ts";
import type { TextKind } from "./codec.ts";
import { isArray, isObject, stringField } from "./json-read.ts";

/** One text of such a call. */
export interface CallPiece {
  readonly channel: string;
  /** Where a changed text goes; `null`: it cannot change. */
  readonly pointer: string | null;
  readonly text: string;
  readonly kind: TextKind;
}

export interface CallPieces {
  readonly call: string;
  readonly pieces: readonly CallPiece[];
}

/** The calls of one candidate that a model writes piece by piece (`willContinue`). */
export class GeminiCalls {
  readonly #candidate: string;
  /** Names of calls that are not complete. */
  readonly #open: string[] = [];
  #count = 0;

  /** @param candidate what the names of the channels begin with */
  constructor(candidate: string) {
    this.#candidate = candidate;
  }

  /**
   * @param event tells the texts of this event from those of others
   * @returns `null` when the call came whole
   */
  read(value: JsonObject, { pointer, event }: { readonly pointer: string; readonly event: string }): CallPieces | null {
    const continues = value["willContinue"] === true;
    const name = stringField(value, "name");
    const isNamed = name !== "";
    const args = value["partialArgs"];
    if (!continues && !isArray(args) && (isNamed || this.#open.length === 0)) return null;
    const call = this.#enter(isNamed);
    const pieces: CallPiece[] = [];
    if (isNamed) pieces.push({ channel: `${call}/name`, pointer: `${pointer}/name`, text: name, kind: "json" });
    for (const [at, arg] of (isArray(args) ? args : []).entries())
      pieces.push(...this.#readArg(arg, `${pointer}/partialArgs/${at}`, { call, event: `${event}.${at}` }));
    if (!continues) this.#open.pop();
    return { call, pieces };
  }

  /** Whether that channel is one of a call that is not complete. */
  isOpen(channel: string): boolean {
    return this.#open.some((call) => channel.startsWith(`${call}/`) || channel.startsWith(`${call}@`));
  }

  /** A named call is a new one; the others go on with the last. */
  #enter(isNamed: boolean): string {
    const last = this.#open.at(-1);
    if (last !== undefined && !isNamed) return last;
    const call = `${this.#candidate}/calls/${this.#count++}`;
    this.#open.push(call);
    return call;
  }

  #readArg(
    arg: Json,
    pointer: string,
    { call, event }: { readonly call: string; readonly event: string },
  ): readonly CallPiece[] {
    const text = stringField(arg, "stringValue");
    if (!isObject(arg) || text === "") return [this.#fixed(arg, `${call}@${event}`)];
    const { stringValue: _, ...rest } = arg;
    const channel = `${call}/${stringField(arg, "jsonPath")}`;
    return [{ channel, pointer: `${pointer}/stringValue`, text, kind: "json" }, this.#fixed(rest, `${call}@${event}`)];
  }

  /** Paths and numbers: no mask can stand there. */
  #fixed(value: Json, channel: string): CallPiece {
    return { channel, pointer: null, text: JSON.stringify(value), kind: "sealed" };
  }
}
