/** A line of CSV by RFC 4180, without its end; null is an empty cell. */
export function csvLine(texts: readonly (string | null)[]): string {
  return texts
    .map((value) => {
      const text = value ?? ''
      return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
    })
    .join(',')
}
