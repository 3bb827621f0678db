/** Longer names are not compared: they are not misspellings. */
const NAME_CHARACTERS_MAX = 60

/**
 * The name that the caller most likely intended: one contains the other, or they differ by at most
 * three letters.
 */
export function nearestName(name: string, names: readonly string[]): string | null {
  if (name.length > NAME_CHARACTERS_MAX) return null
  const given = plain(name)
  let best: string | undefined
  let least = Infinity
  for (const candidate of names) {
    const other = plain(candidate)
    const isPart = given.length > 2 && (other.includes(given) || given.includes(other))
    const away = isPart ? 1 : editDistance(given, other)
    if (away < least) [best, least] = [candidate, away]
  }
  return least <= Math.min(3, Math.floor(given.length / 2)) ? (best ?? null) : null
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Number of letters to insert, delete or replace (Levenshtein distance). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)))
    row = next
  }
  return row[b.length]
}
