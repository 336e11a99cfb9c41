import type { Planted } from "../../support/planted.ts";

export const PLANTED: Planted = {
  policy: "banned_topics_detection",
  metadata: ["gambling"],
  texts: ["He had a bet. ", "The odds were good.\n", "She looked at the dice. ", "To the casino! "],
};
