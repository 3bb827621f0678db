import { leadingUnit, unitOf, unitWithin } from './unit.ts'

/** The values in the parts behind the line of number and street. */
interface Tail {
  /** A directional that belongs to the street: `1800 M Street, NW`. */
  directional: string | null
  unit: string | null
  city: string[] | null
}

const SHORT_DIRECTIONAL = /^(n|s|e|w|ne|nw|se|sw)$/

/** Lists the ways to read the parts behind the line, the likelier first. */
export function tailsOf(parts: readonly string[][]): Tail[] {
  const tail: Tail = { directional: null, unit: null, city: null }
  for (const part of parts) {
    if (part.every((word) => SHORT_DIRECTIONAL.test(word))) {
      tail.directional = part.join('')
      continue
    }
    // `1800 M St, NW Ste. 700`.
    const unit = leadingUnit(part.slice(1))
    const isTurned = SHORT_DIRECTIONAL.test(part[0]) && unit?.wordCount === part.length - 1
    if (isTurned) tail.directional = part[0]
    let words = isTurned ? part.slice(1) : part
    for (let found = leadingUnit(words); found; found = leadingUnit(words)) {
      tail.unit = unitWithin(tail.unit, found.unit)
      words = words.slice(found.wordCount)
    }
    // `C-4` alone between commas, or `106D`.
    const isAlone =
      words.length === 1 ? /^#|\d/.test(words[0]) : /^[a-z] \d+$/.test(words.join(' '))
    if (isAlone && tail.unit === null) {
      tail.unit = unitOf(words)
      continue
    }
    // A county behind a city does not replace the city.
    const isCounty = tail.city !== null && words.at(-1) === 'county'
    if (words.length > 0 && !isCounty) tail.city = words
  }
  const [first, ...rest] = tail.city ?? []
  // `Bolton Road, NW Atlanta`: names of cities spell out their North.
  if (first === undefined || rest.length === 0 || !SHORT_DIRECTIONAL.test(first)) return [tail]
  const { words, unit } = splitLeadingUnit(rest)
  return [{ directional: first, unit: tail.unit ?? unit, city: words }, tail]
}

function splitLeadingUnit(words: string[]): { words: string[] | null; unit: string | null } {
  const found = leadingUnit(words)
  if (!found) return { words, unit: null }
  const rest = words.slice(found.wordCount)
  return { words: rest.length > 0 ? rest : null, unit: found.unit }
}
