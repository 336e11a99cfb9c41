import type { Planted } from "../../support/planted.ts";

export const PLANTED: Planted = {
  policy: "language_violation_detection",
  metadata: ["en", "de"],
  texts: [
    "Dites-moi quand le colis arrivera à mon adresse, s'il vous plaît. ",
    "荷物がいつ届くのか教えていただけますか。",
  ],
};
