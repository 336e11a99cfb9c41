import type { Policy } from "../../../src/core/model.ts";
import type { RecordStore } from "../../../src/store/record-store.ts";
import { makeAsset } from "../config.ts";
import { makeUpstream } from "../proxy.ts";
import { startServer } from "../server.ts";
import { UNHURRIED } from "../shadows.ts";
import { replyJson, replyStream, startUpstream, type FakeUpstream } from "../upstream.ts";
import type { Trace } from "./trace.ts";
import type { CallWire } from "./wire.ts";

export interface Passage {
  /** The call has come through to the client, all of it. */
  readonly isPassed: boolean;
  /** HTTP status of the answer. */
  readonly status: number;
  readonly body: string;
}

/** The real service before a provider that answers with a trace's call. */
export class CallGate implements AsyncDisposable {
  readonly #upstream: FakeUpstream;
  readonly #server: Awaited<ReturnType<typeof startServer>>;
  readonly #next: Next;

  static async open(policies: Readonly<Record<string, Partial<Policy>>>, records?: RecordStore): Promise<CallGate> {
    const next: Next = { reply: null };
    const upstream = await startUpstream((response) => {
      if (next.reply === null) return;
      const { trace, wire, isStream } = next.reply;
      if (isStream) void replyStream(response, wire.stream(trace));
      else replyJson(response, wire.answer(trace));
    });
    const server = await startServer({
      clock: UNHURRIED,
      assets: [makeAsset("agents", policies)],
      upstreams: [makeUpstream(upstream.url, { asset: makeAsset("agents").id })],
      ...(records === undefined ? {} : { records }),
    });
    return new CallGate(upstream, server, next);
  }

  private constructor(upstream: FakeUpstream, server: Awaited<ReturnType<typeof startServer>>, next: Next) {
    this.#upstream = upstream;
    this.#server = server;
    this.#next = next;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
    await this.#upstream[Symbol.asyncDispose]();
  }

  async send(trace: Trace, wire: CallWire, isStream: boolean): Promise<Passage> {
    this.#next.reply = { trace, wire, isStream };
    const response = await fetch(this.#server.url + wire.path(isStream), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(wire.request(trace, isStream)),
    });
    const body = await response.text();
    return { isPassed: response.status === 200 && body.includes(wire.mark), status: response.status, body };
  }
}

interface Next {
  reply: { readonly trace: Trace; readonly wire: CallWire; readonly isStream: boolean } | null;
}
