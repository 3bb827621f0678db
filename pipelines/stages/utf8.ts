/** Longer texts are worth a call of `Buffer.write`, which costs about 0.1 us. */
const SHORT = 64

/**
 * Writes a text as UTF-8 and returns its length in bytes; there must be room for three a UTF-16
 * unit. Nearly all texts of a table are short and ASCII.
 */
export function writeText(text: string, into: Buffer, at: number): number {
  if (text.length > SHORT) return into.write(text, at)
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > 127) return into.write(text, at)
    into[at + i] = code
  }
  return text.length
}
