import type { StreamStep } from "../../src/codecs/codec.ts";
import { MESSAGES } from "../../src/codecs/framing/framing.ts";
import { isObject } from "../../src/codecs/shared/json-read.ts";
import type { ClientMessage, MessageCodec } from "../../src/codecs/message-codec.ts";
import { MESSAGE_CODECS } from "../../src/codecs/registry.ts";
import type { Json, JsonObject } from "../../src/core/model.ts";
import {
  isolated,
  isNarrow,
  PLANTED,
  planted,
  stepReading,
  stringsIn,
  textOf,
  type Reading,
  type WireField,
} from "./wire-fields.ts";
import type { MessageSample } from "./wire-samples/sample.ts";

/**
 * Every string of the messages of a connection, as their codec reads it.
 * @param secret stands in its place
 */
export function messageFieldsOf({ format, client, server }: MessageSample, secret = PLANTED): readonly WireField[] {
  const codec = MESSAGE_CODECS.find((known) => known.format === format);
  if (codec === undefined) throw new Error(`no codec reads ${format}`);
  const fields = (side: "client" | "server", messages: readonly JsonObject[]): readonly WireField[] =>
    messages.flatMap((body, event) =>
      stringsIn(body).map(([pointer, value]) => {
        const reading = isNarrow(pointer, secret)
          ? ({ kind: "structure" } as const)
          : side === "client"
            ? clientReading(codec, body, { pointer, secret })
            : serverReading(codec, server, { event, pointer, secret });
        return { side, pointer, event, value, body, reading };
      }),
    );
  return [...fields("client", client), ...fields("server", server)];
}

function clientReading(
  codec: MessageCodec,
  body: JsonObject,
  { pointer, secret }: Omit<MessagePlace, "event">,
): Reading {
  const alone = planted(isolated(body, pointer), pointer, secret);
  const isReported = read(codec, alone, false).unreadParts.length > 0;
  for (const readsTools of [false, true]) {
    const { slots } = read(codec, planted(body, pointer, secret), readsTools);
    const slot = slots.find(({ text }) => text.includes(secret));
    if (slot !== undefined) return { ...textOf(slot), isToolText: readsTools, isReported };
  }
  return { kind: isReported ? "unread" : "structure" };
}

function read(codec: MessageCodec, body: Json, readsTools: boolean): ClientMessage {
  const message = isObject(body) ? codec.open({ readsTools }).readClient(body) : null;
  if (message?.ok !== true) throw new Error(`${codec.format}: ${message?.reason ?? "message"}`);
  return message.value;
}

interface MessagePlace {
  readonly event: number;
  readonly pointer: string;
  readonly secret: string;
}

function serverReading(
  codec: MessageCodec,
  messages: readonly JsonObject[],
  { event, pointer, secret }: MessagePlace,
): Reading {
  const body = planted(messages[event] ?? null, pointer, secret);
  const step = (readsTools: boolean): StreamStep | undefined => {
    const conversation = codec.open({ readsTools });
    const steps = [...messages.slice(0, event), body].map((each) => {
      const message = MESSAGES.event(JSON.stringify(each));
      return conversation.codecOf(conversation.laneOf(message)).read(message);
    });
    const last = steps.at(-1);
    if (last?.ok !== true) throw new Error(`${codec.format}, message ${event}: ${last?.reason ?? "none"}`);
    return last.value;
  };
  const reading = stepReading(step(false), body, { pointer, secret });
  if (reading.kind === "text") return reading;
  const withTools = stepReading(step(true), body, { pointer, secret });
  return withTools.kind === "text" ? { ...withTools, isToolText: true } : reading;
}
