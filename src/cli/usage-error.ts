/** A problem with the command line itself: printed with the usage, exit code 2. */
export class UsageError extends Error {}
