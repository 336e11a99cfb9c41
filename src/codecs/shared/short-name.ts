/** Longest name that is kept as it is, UTF-16 units: no provider's fields need more. */
const NAME_MAX = 512;
/** How much of a longer one is kept: all by which formats tell places apart. */
const KEPT = 256;

/**
 * A name of bounded length for a name of any length: names of channels are kept for each text, and whoever chooses the keys of a body
 * chooses their length. `@` stands in no field of a format.
 */
export function shortened(name: string): string {
  return name.length <= NAME_MAX ? name : `${name.slice(0, KEPT)}@${digest(name)}`;
}

/**
 * 53 bits. Who finds two names of one digest makes two texts of one body one text for its policies, which the author of both could
 * have written as one. @see https://github.com/bryc/code/blob/master/jshash/experimental/cyrb53.js
 */
function digest(text: string): string {
  let [one, two] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 2_654_435_761);
    two = Math.imul(two ^ unit, 1_597_334_677);
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(two ^ (two >>> 13), 3_266_489_909);
  two = Math.imul(two ^ (two >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909);
  return (4_294_967_296 * (2_097_151 & two) + (one >>> 0)).toString(36);
}
