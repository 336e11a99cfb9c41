import type { SpanDetector } from "../../detector.ts";
import { findNames, holdNames } from "../names/find.ts";

/** Names of persons, titles left out: a small tagger decides, see docs/models/names.md. */
export const PERSON: SpanDetector = {
  id: "PERSON",
  placeholder: "PERSON",
  keywords: [],
  maxLength: 160,
  source: "https://en.wikipedia.org/wiki/Named-entity_recognition",
  about: { name: "name of a person", form: "a small tagger for names; no list of values" },
  find: (reading, _hits, from, meter) => findNames(reading, { from, meter }, { isPerson: true }),
  stableUntil: (reading, _hits, from) => holdNames(reading, from),
  examples: {
    hits: [
      ["My name is Katarzyna Nowak.", "Katarzyna Nowak"],
      ['{"customer_name": "Amelia Fairbanks", "plan": "pro"}', "Amelia Fairbanks"],
      ["Sehr geehrter Herr Brinkmann,", "Brinkmann"],
      ["Kind regards,\nGraham Whitfield Jr.", "Graham Whitfield Jr."],
    ],
    misses: [
      "Will you mark the box?",
      "The Settings page has a Save button.",
      "<PERSON_1> wrote to <PERSON_2>",
      "see /home/Martin/notes and martin@example.org",
      "class UserService extends BaseService {}",
    ],
  },
};
