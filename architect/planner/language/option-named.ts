const plainOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}.]+/gu, ' ')
    .replace(/^(?:\s*(?:the|a|an|in|to|of|on|i mean|number|option)\b)+/, '')
    .replace(/\.?\s*$/, '')
    .trim()
/** What an answer adds to the name of an option. */
const FILLERS = new Set('the a an one in of to on please that number option'.split(' '))

/**
 * The place of the option that an answer names: by its number from 1, by its name, or by what only
 * one of them has; null where it names none.
 */
export function optionNamed(answer: string, labels: readonly string[]): number | null {
  const plain = plainOf(answer)
  const names = labels.map(plainOf)
  const exact = names.indexOf(plain)
  if (exact >= 0) return exact
  const number = /^\d+$/.test(plain) ? Number(plain) - 1 : -1
  if (number >= 0 && number < labels.length) return number
  const parts = plain.split(' ').filter((part) => part !== '' && !FILLERS.has(part))
  if (parts.length === 0) return null
  const having = names.filter((name) => parts.every((part) => name.split(' ').includes(part)))
  return having.length === 1 ? names.indexOf(having[0]) : null
}
