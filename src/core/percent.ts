/** What a percent-encoded text says; `null`: it is not percent-encoded. */
export function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch (error: unknown) {
    if (error instanceof URIError) return null;
    throw error;
  }
}
