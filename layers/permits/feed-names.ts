/** Separator of the names of feeds in one text; no feed's name holds it. */
export const FEED_SEPARATOR = '; '

/**
 * Splits names out of texts such as `Coverage.feeds_unavailable`, each once, in order of first
 * mention.
 */
export function feedNames(texts: readonly (string | null)[]): string[] {
  return [...new Set(texts.flatMap((text) => text?.split(FEED_SEPARATOR) ?? []))]
}
