/** Problems that are told one by one. */
const TOLD_MAX = 20;

/** What a command could not read: told one by one up to a bound, and the rest by their number. */
export class Problems {
  readonly #printError: (text: string) => void;
  count = 0;

  constructor({ printError }: { readonly printError: (text: string) => void }) {
    this.#printError = printError;
  }

  tell(place: string, reason: string): void {
    this.count += 1;
    if (this.count <= TOLD_MAX) this.#printError(`${place}: ${reason}\n`);
  }

  /** No more problems come. */
  end(): void {
    if (this.count > TOLD_MAX) this.#printError(`sallyport: ${this.count - TOLD_MAX} more problems\n`);
  }
}
