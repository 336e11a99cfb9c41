/** SHA-256 (FIPS 180-4) of short messages, for check sums only: this layer has no access to the platform's own. */

/** One block, less the bit behind the message and its length. */
const MESSAGE_BYTES_MAX = 55;
const ROUNDS = 64;

const PRIMES = firstPrimes(ROUNDS);
/** The first 32 bits of a root's fraction. */
const fractionOf = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32);
type Eight = readonly [number, number, number, number, number, number, number, number];
/** Of square roots of the first eight. */
const INITIAL: Eight = [
  0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
];
/** Of cube roots of the first 64. */
const CONSTANTS = Uint32Array.from(PRIMES, (prime) => fractionOf(Math.cbrt(prime)));
const schedule = new Uint32Array(ROUNDS);
const state = new Uint32Array(8);

/** The digest, 32 bytes. @throws {RangeError} when the message is longer than one block holds. */
export function sha256(message: Uint8Array): Uint8Array {
  if (message.length > MESSAGE_BYTES_MAX) throw new RangeError("message is longer than a block");
  schedule.fill(0, 0, 16);
  for (let at = 0; at < message.length; at++) write(at, message[at] ?? 0);
  write(message.length, 0x80);
  schedule[15] = message.length * 8;
  for (let at = 16; at < ROUNDS; at++) {
    const [a, b] = [word(at - 15), word(at - 2)];
    const low = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
    const high = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
    schedule[at] = word(at - 16) + low + word(at - 7) + high;
  }
  compress();
  const digest = new Uint8Array(32);
  for (let at = 0; at < digest.length; at++) digest[at] = (state[at >> 2] ?? 0) >>> (24 - (at & 3) * 8);
  return digest;
}

function compress(): void {
  let [a, b, c, d, e, f, g, h] = INITIAL;
  for (let at = 0; at < ROUNDS; at++) {
    const mixed = (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g));
    const first = (h + mixed + (CONSTANTS[at] ?? 0) + word(at)) | 0;
    const second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  for (const [at, value] of [a, b, c, d, e, f, g, h].entries()) state[at] = (INITIAL[at] ?? 0) + value;
}

const word = (at: number): number => schedule[at] ?? 0;
const rotate = (value: number, by: number): number => (value >>> by) | (value << (32 - by));

function write(at: number, byte: number): void {
  schedule[at >> 2] = word(at >> 2) | (byte << (24 - (at & 3) * 8));
}

function firstPrimes(count: number): readonly number[] {
  const primes: number[] = [];
  for (let value = 2; primes.length < count; value++)
    if (primes.every((prime) => value % prime !== 0)) primes.push(value);
  return primes;
}
