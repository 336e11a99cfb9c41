import { describeStreams } from "../support/wire/contract.ts";
import { geminiArrayKit, geminiKit } from "../support/wire/gemini.ts";

describeStreams(geminiKit);
describeStreams(geminiArrayKit);
