import type { Json, JsonObject } from "../../core/model.ts";
import type { DeltaTool, TextKind } from "../codec.ts";
import type { Pointer } from "../shared/pointer.ts";
import { isArray, isObject, stringField } from "../shared/json-read.ts";

/** One text of such a call. */
export interface CallPiece {
  readonly channel: string;
  /** Where a changed text goes; `null`: it cannot change. */
  readonly pointer: Pointer | null;
  readonly text: string;
  readonly kind: TextKind;
  /** Absent: it says nothing of its own. */
  readonly tool?: DeltaTool;
}

export interface CallPieces {
  readonly call: string;
  readonly pieces: readonly CallPiece[];
}

/** A call that is not complete, and the name of its tool. */
interface OpenCall {
  readonly call: string;
  readonly name: string;
}

/** The calls of one candidate that a model writes piece by piece (`willContinue`). */
export class GeminiCalls {
  readonly #candidate: string;
  readonly #open: OpenCall[] = [];
  #count = 0;

  /** @param candidate what the names of the channels begin with */
  constructor(candidate: string) {
    this.#candidate = candidate;
  }

  /**
   * @param event distinguishes the texts of this event from others
   * @returns `null` when the call came whole
   */
  read(
    value: JsonObject,
    { pointer, event }: { readonly pointer: Pointer; readonly event: string },
  ): CallPieces | null {
    const continues = (value["willContinue"] ?? value["will_continue"]) === true;
    const name = stringField(value, "name");
    const isNamed = name !== "";
    const listKey = Object.hasOwn(value, "partialArgs") ? "partialArgs" : "partial_args";
    const args = value[listKey];
    if (!continues && !isArray(args) && (isNamed || this.#open.length === 0)) return null;
    const open = this.#enter(name);
    const { call } = open;
    const pieces: CallPiece[] = [];
    const tool = { ...open, at: null };
    const list = pointer.child(listKey);
    if (isNamed)
      pieces.push({ channel: `${call}/name`, pointer: pointer.child("name"), text: name, kind: "json", tool });
    for (const [at, arg] of (isArray(args) ? args : []).entries())
      for (const piece of this.#readArg(arg, list.child(at), { open, event: `${event}.${at}` })) pieces.push(piece);
    if (!continues) this.#open.pop();
    return { call, pieces };
  }

  /** Whether that channel is one of a call that is not complete. */
  isOpen(channel: string): boolean {
    return this.#open.some(({ call }) => channel.startsWith(`${call}/`) || channel.startsWith(`${call}@`));
  }

  /** A named call is a new one; the others go on with the last. */
  #enter(name: string): OpenCall {
    const last = this.#open.at(-1);
    if (last !== undefined && name === "") return last;
    const call = { call: `${this.#candidate}/calls/${this.#count++}`, name };
    this.#open.push(call);
    return call;
  }

  #readArg(
    arg: Json,
    pointer: Pointer,
    { open, event }: { readonly open: OpenCall; readonly event: string },
  ): readonly CallPiece[] {
    const { call } = open;
    const key = ["stringValue", "string_value"].find((each) => stringField(arg, each) !== "") ?? "";
    const text = stringField(arg, key);
    const path = stringField(arg, "jsonPath") || stringField(arg, "json_path");
    const tool = { ...open, at: argumentPath(path) };
    const fixed = this.#fixed(arg, `${call}@${event}`);
    if (!isObject(arg)) return [fixed];
    const { [key]: _, ...rest } = arg;
    if (text === "") return [fixed, ...others(arg, { channel: `${call}@${event}=`, tool })];
    const channel = `${call}/${path}`;
    const own = { channel, pointer: pointer.child(key), text, kind: "json", tool } as const;
    return [own, this.#fixed(rest, `${call}@${event}`)];
  }

  /** Paths and numbers: no mask can stand there. */
  #fixed(value: Json, channel: string): CallPiece {
    return { channel, pointer: null, text: JSON.stringify(value), kind: "sealed" };
  }
}

/** Numbers and switches, however a server writes them: no mask can stand there. */
const others = (arg: JsonObject, { channel, tool }: Pick<CallPiece, "channel" | "tool">): readonly CallPiece[] =>
  Object.entries(arg).flatMap(([key, value]) =>
    PATHS.has(key) || value === null || typeof value === "object"
      ? []
      : { channel: channel + key, pointer: null, text: String(value), kind: "json", ...(tool && { tool }) },
  );

const PATHS: ReadonlySet<string> = new Set(["jsonPath", "json_path", "willContinue", "will_continue"]);

/** `$.to[0]['mail']` → `to.mail` */
function argumentPath(jsonPath: string): string {
  const named = jsonPath.replaceAll(/\[(?:(["'])(.*?)\1|[^\]]*)\]/g, (_, _quote, name?: string) =>
    name === undefined ? "" : `.${name}`,
  );
  return named.replace(/^\$?\.*/, "").replaceAll(/\.{2,}/g, ".");
}
