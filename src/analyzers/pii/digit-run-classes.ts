import { facet, type Reading } from "../../text/reading.ts";
import { digitRuns, type DigitRun } from "./numbers.ts";
import { SignSet } from "./sign-set.ts";

/**
 * What may begin with a run of digits, by its length and its adjacent characters, as a bit mask. One pass sets the bits for all
 * detectors, so that each tries few of the numbers in a row.
 */
export const SHAPE = { age: 1, card: 2, coordinate: 4, house: 8, phone: 16, date: 32 } as const;

const NO_SHAPES = new Uint8Array(0);
const SHAPES = facet(readShapes);

/** The shapes of the runs of a text. */
export const shapesOf = (reading: Reading): Uint8Array => reading.of(SHAPES);

function readShapes(reading: Reading): Uint8Array {
  const { raw } = reading;
  const runs = digitRuns(reading);
  if (runs.length === 0) return NO_SHAPES;
  const shapes = new Uint8Array(runs.length);
  let ahead = 0;
  for (let at = runs.length - 1; at >= 0; at--) {
    const run = runs[at];
    if (run === undefined) break;
    const isPlain = ahead >= PLAIN_MIN && isPlainGroup(raw, run, runs[at + 1]);
    shapes[at] = shapeOf(raw, runs, at) | (isPlain || INSIDE.has(run.joint) ? 0 : SHAPE.phone);
    ahead = run.joint === SPACE || run.joint === POINT ? ahead + 1 : 0;
  }
  return shapes;
}

/** But for phones. */
function shapeOf(raw: string, runs: readonly DigitRun[], at: number): number {
  const run = runs[at];
  if (run === undefined) return 0;
  return (
    SHAPE.date |
    (mayBeAge(run) ? SHAPE.age : 0) |
    (mayBeCard(raw, runs, at) ? SHAPE.card : 0) |
    (mayBeCoordinate(raw, run) ? SHAPE.coordinate : 0) |
    (mayBeHouse(run) ? SHAPE.house : 0)
  );
}

const SPACE = 0x20;
const POINT = 0x2e;
const ZERO = 0x30;
const lengthOf = (run: DigitRun | undefined): number => (run === undefined ? 0 : run.end - run.start);

const AGE_DIGITS_MAX = 3;
/** Spaces between a number and its unit, and between a label and its number. */
const UNIT_SPACES = 1;
const LABEL_SPACES = 12;
/** Between a digit and a later one that is not a separate age. */
const AGE_JOINTS = new SignSet(".,:/-_#+$%");

/** Whether a unit or a label may be near: a row of numbers has neither. */
const mayBeAge = (run: DigitRun): boolean =>
  lengthOf(run) <= AGE_DIGITS_MAX &&
  (run.spacesAfter <= UNIT_SPACES || run.spacesBefore <= LABEL_SPACES) &&
  !AGE_JOINTS.has(run.joint);

/** Digits of payment card numbers. */
export const CARD_DIGITS_MIN = 12;
export const CARD_DIGITS_MAX = 19;
/** Most signs between groups. */
export const CARD_JOINT_MAX = 3;
/** First groups of several. */
const CARD_GROUPS = new Set([4, 6, 8]);
/** More single digits in a row are not a number. */
export const CARD_ROW_MAX = 24;
/** First digits of all issuers. */
const CARD_FIRST = new SignSet("12345689");

/** Whether the run has as many digits as a number, or as its first group with another group few signs later. */
function mayBeCard(raw: string, runs: readonly DigitRun[], at: number): boolean {
  const run = runs[at];
  if (run === undefined || !CARD_FIRST.has(raw.charCodeAt(run.start))) return false;
  const length = lengthOf(run);
  const gap = (runs[at + 1]?.start ?? Infinity) - run.end;
  if (length === 1) return gap === 1 && !isInLongRow(runs, at);
  return CARD_GROUPS.has(length) ? gap <= CARD_JOINT_MAX : length >= CARD_DIGITS_MIN && length <= CARD_DIGITS_MAX;
}

/** Whether the run is inside a long row of single digits, two units per digit. */
function isInLongRow(runs: readonly DigitRun[], at: number): boolean {
  const start = runs[at]?.start ?? 0;
  return (
    runs[at + CARD_ROW_MAX]?.start === start + 2 * CARD_ROW_MAX ||
    runs[at - CARD_ROW_MAX]?.start === start - 2 * CARD_ROW_MAX
  );
}

const DEGREES_DIGITS_MAX = 3;
const DEGREE = new SignSet("°º");

/** Whether a degree sign, with or without a space, or a decimal point follows the run. */
function mayBeCoordinate(raw: string, run: DigitRun): boolean {
  if (lengthOf(run) > DEGREES_DIGITS_MAX || run.joint === POINT) return false;
  const after = raw.charCodeAt(run.end);
  return after === POINT || DEGREE.has(after === SPACE ? raw.charCodeAt(run.end + 1) : after);
}

/** House numbers and postcodes have no more digits. */
const HOUSE_DIGITS_MAX = 6;
/** Words around a number that may belong to its street: a name, a number sign, and the adjacent spaces. */
const STREET_SPACES_BEFORE = 12;
const STREET_SPACES_AFTER = 9;

const mayBeHouse = (run: DigitRun): boolean =>
  lengthOf(run) <= HOUSE_DIGITS_MAX &&
  (run.spacesBefore <= STREET_SPACES_BEFORE || run.spacesAfter <= STREET_SPACES_AFTER) &&
  !HOUSE_JOINTS.has(run.joint);

/** Between the digits of one number. */
const HOUSE_JOINTS = new SignSet("-.,/:");

/** Between a digit and a later one that does not begin a phone number. */
const INSIDE = new SignSet(".-/:");
/** Most groups of a phone number, including its extension. */
const PLAIN_MIN = 8;

/**
 * Whether there cannot be evidence for a phone number at a group that others follow, each after a space or period: no word is
 * adjacent, and it has neither the international prefix nor the North American shape.
 */
function isPlainGroup(raw: string, run: DigitRun, next: DigitRun | undefined): boolean {
  const length = lengthOf(run);
  return (
    run.joint === SPACE && length !== 3 && !(length === 1 && lengthOf(next) === 3) && raw.charCodeAt(run.start) !== ZERO
  );
}
