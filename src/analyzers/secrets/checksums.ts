/** Checksums that issuers put into their tokens. */

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const CHECKSUM_LENGTH = 6;

const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb8_8320 : crc >>> 1;
  return crc;
});

/** CRC-32 (ISO 3309) of ASCII text, unsigned. */
export function crc32(text: string): number {
  let crc = -1;
  for (let at = 0; at < text.length; at++) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ text.charCodeAt(at)) & 0xff] ?? 0);
  return ~crc >>> 0;
}

/** The number in base 62, digits first, then upper case, then lower case, padded to six places. */
export function base62Checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  while (digits.length < CHECKSUM_LENGTH) {
    digits = (DIGITS[rest % 62] ?? "") + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/**
 * Whether the token ends with the checksum of what stands between its prefix (up to the first `_`) and the checksum.
 *
 * @see https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/
 */
export function hasBase62Checksum(token: string): boolean {
  const body = token.slice(token.indexOf("_") + 1);
  return body.slice(-CHECKSUM_LENGTH) === base62Checksum(body.slice(0, -CHECKSUM_LENGTH));
}
