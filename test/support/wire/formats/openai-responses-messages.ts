import type { FormatKit } from "../formats.ts";

/** The events of openai-responses, a message each: its samples are that format's. */
export const FORMAT: FormatKit = {
  format: "openai-responses-messages",
  streams: [],
  streamless: "Messages of a connection; test/e2e/websocket-responses.test.ts sends them.",
  samples: [],
  notText: [],
};
