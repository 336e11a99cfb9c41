import { OPENAI_REALTIME } from "../../../../tools/docs/wire-samples/openai-realtime.ts";
import type { FormatKit } from "../formats.ts";

export const FORMAT: FormatKit = {
  format: "openai-realtime",
  streams: [],
  streamless: "Messages of a connection; test/proxy/websocket/server-lanes.test.ts cuts them.",
  samples: [],
  messages: OPENAI_REALTIME,
  notText: [
    "call_id",
    "event_id",
    "id",
    "item_id",
    "model",
    "output_modalities",
    "previous_item_id",
    "response_id",
    "role",
    "status",
    "tool_choice",
    "type",
    "voice",
  ],
};
