import { RE2JS } from "re2js";

/** Longest pattern of a caller or a configuration, UTF-16 units. */
export const PATTERN_LENGTH_MAX = 1000;
/** Instructions of one compiled pattern: time per character and memory grow with it. */
const PROGRAM_SIZE_MAX = 4000;

/** Compiles a pattern that is not ours: RE2 syntax, linear time, bounded. A text is the reason why it cannot be taken. */
export function compileCallerPattern(pattern: string): RE2JS | string {
  if (pattern.length === 0) return "is empty";
  if (pattern.length > PATTERN_LENGTH_MAX) return `is longer than ${PATTERN_LENGTH_MAX} characters`;
  const compiled = compile(pattern);
  if (compiled === null) return "does not compile (RE2 syntax: no look-around, no back references)";
  return compiled.programSize() > PROGRAM_SIZE_MAX ? "is too large when compiled; repeat less" : compiled;
}

function compile(pattern: string): RE2JS | null {
  try {
    return RE2JS.compile(pattern);
  } catch {
    // The library's message repeats the pattern; who wrote it has it and is told its place.
    return null;
  }
}
