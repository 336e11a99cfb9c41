import type { JsonObject } from "../../core/model.ts";
import { stringField } from "../shared/json-read.ts";
import type { ServerMessage } from "./openai-realtime-events.ts";

/** Messages of ours that are remembered; beyond it the oldest is forgotten. */
const KEPT_MAX = 256;

/** Messages of our own: their ids, and what the provider says to them. */
export class RealtimeOrders {
  readonly #waiting: JsonObject[] = [];
  /** Id → the item that the message deletes, or `""`. */
  readonly #sent = new Map<string, string>();
  /** Items that are to be deleted and are not yet: an answer may take them up. */
  readonly #deleting = new Set<string>();
  #count = 0;

  /** Messages for the provider since the last call. */
  take(): readonly JsonObject[] {
    return this.#waiting.splice(0);
  }

  eventId(): string {
    this.#count += 1;
    return `event_guardrail_${this.#count}`;
  }

  cancel(response: string): void {
    this.#send({ type: "response.cancel", response_id: response }, "");
  }

  delete(item: string): void {
    this.#deleting.add(item);
    const [oldest] = this.#deleting;
    if (this.#deleting.size > KEPT_MAX && oldest !== undefined) this.#deleting.delete(oldest);
    this.#send({ type: "conversation.item.delete", item_id: item }, item);
  }

  get isDeleting(): boolean {
    return this.#deleting.size > 0;
  }

  /** The client asks for an answer to what there is. */
  allow(): void {
    this.#deleting.clear();
  }

  /** An error in answer to a message of ours, such as a response that was over when we cancelled it. */
  isAnswer({ type, body }: ServerMessage): boolean {
    if (type === "conversation.item.deleted") this.#deleting.delete(stringField(body, "item_id"));
    if (type !== "error") return false;
    const id = stringField(body["error"], "event_id");
    const item = this.#sent.get(id);
    if (item !== undefined) this.#deleting.delete(item);
    return this.#sent.delete(id);
  }

  #send(body: JsonObject, item: string): void {
    const id = `${this.eventId()}_order`;
    this.#sent.set(id, item);
    const [oldest] = this.#sent.keys();
    if (this.#sent.size > KEPT_MAX && oldest !== undefined) this.#sent.delete(oldest);
    this.#waiting.push({ ...body, event_id: id });
  }
}
