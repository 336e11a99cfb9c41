import type { Planted } from "../../support/planted.ts";

export const PLANTED: Planted = {
  policy: "competitor_mention_detection",
  metadata: ["Acme", "Globex Corporation"],
  texts: ["Acme ", "Globex Corporation. "],
};
