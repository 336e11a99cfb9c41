/** Problems that are printed one by one. */
const PRINTED_MAX = 20;

/** What a command could not read: printed one by one up to a bound, then counted. */
export class Problems {
  readonly #printError: (text: string) => void;
  count = 0;

  constructor({ printError }: { readonly printError: (text: string) => void }) {
    this.#printError = printError;
  }

  report(place: string, reason: string): void {
    this.count += 1;
    if (this.count <= PRINTED_MAX) this.#printError(`${place}: ${reason}\n`);
  }

  /** No more problems come. */
  end(): void {
    if (this.count > PRINTED_MAX) this.#printError(`sallyport: ${this.count - PRINTED_MAX} more problems\n`);
  }
}
