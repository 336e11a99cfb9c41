import { statSync } from "node:fs";

/** Which file stands at a path; `null`: none. A file that is moved there and back is the same one. */
export function fileIdentity(path: string): string | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? null : `${stats.dev}:${stats.ino}`;
}
