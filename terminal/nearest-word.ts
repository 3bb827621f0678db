/**
 * The candidate nearest to a mistyped word, for "did you mean": the least number of single-letter
 * insertions, deletions, replacements and swaps of neighbours, at most a third of the word's length
 * (and always one). Without one that near, the first candidate that begins with the word, if that
 * has three letters or more; else null.
 */
export function nearestWord(word: string, candidates: string[]): string | null {
  let best: string | undefined
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1
  for (const candidate of candidates) {
    const distance = editDistance(word, candidate)
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return (
    best ?? candidates.find((candidate) => word.length >= 3 && candidate.startsWith(word)) ?? null
  )
}

/** Optimal string alignment distance, by the usual table of prefixes. */
function editDistance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (_, column) =>
      row === 0 ? column : column === 0 ? row : 0,
    ),
  )
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const replaced = table[i - 1][j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)
      table[i][j] = Math.min(replaced, table[i - 1][j] + 1, table[i][j - 1] + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        table[i][j] = Math.min(table[i][j], table[i - 2][j - 2] + 1)
      }
    }
  }
  return table[a.length][b.length]
}
