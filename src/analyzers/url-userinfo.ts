const USER_MAX = 80;
const PASSWORD_MAX = 128;
/** User, colon, password, at sign, first of the host, UTF-16 units. */
export const USERINFO_MAX = USER_MAX + 1 + PASSWORD_MAX + 2;

// Printable ASCII without the characters that end the authority or quote the URL (RFC 3986 §3.2). The last `@` counts:
// people forget to escape one in a password.
const USERINFO = new RegExp(
  `[!$%&()*+,\\-.0-9;=A-Z_a-z~]{0,${USER_MAX}}:([!$%&()*+,\\-.0-9:;=@A-Z\\[\\]^_a-z{|}~]{1,${PASSWORD_MAX}})@(?=[A-Za-z0-9[$%{_-])`,
  "y",
);

export interface Userinfo {
  /** Where the user's name begins; the password ends at `end`. */
  readonly start: number;
  readonly end: number;
  readonly password: string;
}

/** `user:password` at `at`, the offset behind `://`. */
export function userinfoAt(raw: string, at: number): Userinfo | null {
  USERINFO.lastIndex = at;
  const password = USERINFO.exec(raw)?.[1];
  return password === undefined ? null : { start: at, end: USERINFO.lastIndex - 1, password };
}

/** Passwords that documentation shows. */
const SHOWN =
  /^(?:pass(?:word)?|passwd|pw|pwd|secret|token|user(?:name)?|admin|root|postgres|mysql|guest|test|key|api[-_]?key|\W+)$/i;

export const isShownPassword = (password: string): boolean => SHOWN.test(password);

/** See `PreparedAnalyzer.stableUntil`: an authority that the text may not have to its end yet is held from its first character. */
export function holdUserinfo(raw: string, hits: readonly { readonly end: number }[]): number {
  for (const { end } of hits) if (end + USERINFO_MAX > raw.length && !/[^!-~]/.test(raw.slice(end))) return end;
  return raw.length;
}
