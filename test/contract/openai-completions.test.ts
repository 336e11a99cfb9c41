import { describeStreams } from "../support/wire/contract.ts";
import { openAiCompletionsKit } from "../support/wire/openai-completions.ts";

describeStreams(openAiCompletionsKit);
