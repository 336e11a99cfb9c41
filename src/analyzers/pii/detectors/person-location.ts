import type { PiiDetector } from "../groups.ts";
import { findNames, holdNames } from "../names/tagger.ts";

/** Names have no form: a small tagger finds them, see docs/models/names.md. */
const nameDetector = (
  id: string,
  { isPerson, what }: { readonly isPerson: boolean; readonly what: string },
  examples: PiiDetector["examples"],
): PiiDetector => ({
  id,
  placeholder: id,
  ...(isPerson ? { group: "names", isContextual: true } : { group: "places" }),
  keywords: [],
  maxLength: 160,
  source: "https://en.wikipedia.org/wiki/Named-entity_recognition",
  about: { name: `name of a ${what}`, form: "a small tagger for names; no list of values" },
  find: (reading, _hits, from, meter) => findNames(reading, { from, meter }, { isPerson }),
  stableUntil: (reading, _hits, from) => holdNames(reading, from),
  examples,
});

/** Towns, regions, countries and others. */
export const LOCATION = nameDetector(
  "LOCATION",
  { isPerson: false, what: "place" },
  {
    hits: [
      ["I moved from Norway to Portugal last year.", "Portugal"],
      ["Wie wird das Wetter in Hamburg?", "Hamburg"],
      ['{"city": "Valparaíso"}', "Valparaíso"],
    ],
    misses: ["<LOCATION_1> is far from <LOCATION_2>", "Click Settings, then Export.", "import React from 'react';"],
  },
);

/** Titles left out. */
export const PERSON = nameDetector(
  "PERSON",
  { isPerson: true, what: "person" },
  {
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
);
