import { describeStreams } from "../support/wire/contract.ts";
import { openAiChatKit } from "../support/wire/openai-chat.ts";

describeStreams(openAiChatKit);
