import { EndPattern } from "../end-pattern.ts";

/** Words in lower case that stand between a label and its number. Other words make another thing of the number: `the account has 12345678 followers`. */
const CONNECTORS =
  "number|numbers|numero|número|numéro|nummer|numer|nomor|numarası|numarasi|num|nr|no|nro|code|código|codice|id|ref|reference|card|licence|license|passport|" +
  "is|are|was|as|be|being|reads|ist|sind|lautet|war|est|sont|es|son|era|é|são|è|sono|är|er|on|jest|to|adalah|ialah|là|dir|dır|my|your|his|her|our|their|the|this|" +
  "my|mein|meine|mon|ma|mi|meu|minha|mio|mia|het|mijn|new|old|valid|issued|follows|below|here|with|mit|avec|con|com|met|med|z|s|exp|via";
/** Signs, other scripts, and words with a capital: names, and nouns of German. */
const TIGHT = new RegExp(
  `^(?:s(?![a-zà-ɏ]))?(?:[^a-zà-ɏḀ-ỿ]|(?<![\\p{L}\\p{N}])(?:${CONNECTORS})(?!\\p{Ll})|(?<=\\p{Lu})\\p{Ll}{1,24})*$`,
  "u",
);
/** What introduces a number, whatever stands before. */
const INTRODUCED = new EndPattern(
  /(?:[:=|\t\n>#：＝]|(?<!\p{L})(?:is|are|ist|lautet|est|es|é|è|är|er|jest|adalah|это|to):?) ?["'`([*]{0,3}\s{0,2}$/u,
);

/** The label is a value, and the number has a key of its own that says something else: `"name": "Portable", "product": "6942297802"`. */
const OTHER_KEY =
  /["'`]?[,;][ \n]{0,12}["'`](?!(?:document|doc|card|id)?[ _-]?(?:number|value|no|nr|num|id|code|identifier)["'`])[\w .-]{1,40}["'`] ?[:=] ?["'`]?$/i;

/** Whether other words stand between a label and its number than those that join them; the answer to a question has some. */
export const isLooseGap = (gap: string): boolean =>
  OTHER_KEY.test(gap) || (!TIGHT.test(gap) && !gap.includes("?") && !INTRODUCED.test(gap));
