/** Between two looks, milliseconds. */
const LOOK_MS = 5;
/** Long, so that a busy machine does not look like a failure. */
const GIVE_UP_MS = 120_000;

/** Waits for what another process, or a socket, will have done soon. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const endMs = performance.now() + GIVE_UP_MS;
  while (!(await isSo())) {
    if (performance.now() > endMs) throw new Error(`in ${GIVE_UP_MS} ms it did not come true that ${what}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
