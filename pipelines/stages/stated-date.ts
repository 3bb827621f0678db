/** The web is younger than this: servers without a date send 0, 1970, 1899 or the year 1. */
const EARLIEST = Date.UTC(1990)
/** The latest time of a `Date`. */
const LATEST = 8.64e15

/** A time in milliseconds since 1970 as a date that a server states; null for none. */
export function statedDate(ms: number | null): string | null {
  return ms !== null && ms >= EARLIEST && ms <= LATEST ? new Date(ms).toISOString() : null
}
