import type { Planted } from "../../support/planted.ts";

export const PLANTED: Planted = {
  policy: "toxicity_detection",
  threshold: 0.57,
  texts: [
    "You are a worthless piece of shit and everybody hates you. ",
    "Women, all of them,\n",
    "are stupid animals.\n",
    "Shut up!\n",
    "You idiot.\n",
  ],
};
