import { anthropicKit } from "../support/wire/anthropic-messages.ts";
import { describeStreams } from "../support/wire/contract.ts";

describeStreams(anthropicKit);
