import type { MessageFailure } from "../../codecs/message-codec.ts";
import { guardrailUnavailable, ServiceError, type ErrorCode } from "../../core/errors.ts";
import { refuseUnread } from "../unread.ts";

/** Close codes of ours. @see RFC 6455 §7.4.1 */
export const CLOSE = {
  /** The service goes away, or the other side is no longer wanted. */
  goingAway: 1001,
  /** Binary messages: the formats that are read have none. */
  unsupported: 1003,
  /** What cannot be read is refused. */
  refused: 1008,
  /** More than one connection may say. */
  tooBig: 1009,
  /** A policy could not run, or the provider broke off. */
  failed: 1011,
  /** Too much is under way. */
  tryAgain: 1013,
} as const;

/** Why we end a connection. */
export interface Failure extends MessageFailure {
  readonly close: number;
}

/** A failure that ends the connection. */
export function failureOf({ code, message, status }: ServiceError, close: number): Failure {
  return { code, message, status, close };
}

/** Policies that fail closed could not run. */
export const unavailable = (policies: readonly string[]): Failure =>
  failureOf(guardrailUnavailable(policies), CLOSE.failed);

type Ingress = Parameters<typeof refuseUnread>[0];

/** What comes cannot be read. */
export const unreadMessageFailure = (ingress: Ingress, reason: string): MessageFailure => ({
  code: "guardrail_unread",
  message: refuseUnread(ingress, "message", reason),
  status: 403,
});

/** The same of the provider's. */
export const unreadAnswer = (ingress: Ingress, reason: string, close: number = CLOSE.refused): Failure => ({
  code: "guardrail_unread",
  message: refuseUnread(ingress, "answer", reason),
  status: 502,
  close,
});

/** Nothing that was said may be forgotten, so nothing more can be. */
export const tooLong = (): Failure => failureOf(new ServiceError("conversation_too_long"), CLOSE.tooBig);

/** There is no room for what comes, or it comes too slowly. */
export const refused = (code: ErrorCode): Failure =>
  failureOf(new ServiceError(code), code === "overloaded" ? CLOSE.tryAgain : CLOSE.refused);

/** What passed over a connection, for its log line. */
export interface Counts {
  client: number;
  server: number;
  /** Messages that passed, or ended the connection, because they could not be read. */
  unread: number;
  /** Messages of the client with parts that carry no text. */
  unreadParts: number;
  /** Messages of the client that were refused. */
  refused: number;
}
