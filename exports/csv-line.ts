/** A line of CSV by RFC 4180, without its end; null is an empty cell. */
export function csvLine(texts: readonly (string | null)[]): string {
  return texts
    .map((value) => {
      const text = value ?? ''
      return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
    })
    .join(',')
}

/**
 * A text that no spreadsheet runs as a formula: one that begins like a formula gets an apostrophe
 * before it (OWASP, CSV injection). For texts of others, never for numbers.
 */
export function plainCell(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}
