/** The fixed form of a date (RFC 9110, section 5.6.7), and no other text that parses. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** Parses a date of a header, in milliseconds since 1970; null for anything else. */
export function parseHttpDate(text: string): number | null {
  const ms = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? null : ms
}
