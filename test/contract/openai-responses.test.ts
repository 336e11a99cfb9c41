import { describeStreams } from "../support/wire/contract.ts";
import { openAiResponsesKit } from "../support/wire/openai-responses.ts";

describeStreams(openAiResponsesKit);
