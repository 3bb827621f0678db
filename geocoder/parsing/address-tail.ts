import { leadingUnit, unitOf, unitWithin } from './unit.ts'

/** What the parts behind the line of number and street say. */
interface Tail {
  /** That belongs to the street: `1800 M Street, NW`. */
  directional: string | null
  unit: string | null
  city: string[] | null
}

const SHORT_DIRECTIONAL = /^(n|s|e|w|ne|nw|se|sw)$/

/** Each way of reading the parts behind the line, the likelier first. */
export function tailsOf(parts: readonly string[][]): Tail[] {
  const tail: Tail = { directional: null, unit: null, city: null }
  for (const part of parts) {
    if (part.every((word) => SHORT_DIRECTIONAL.test(word))) {
      tail.directional = part.join('')
      continue
    }
    // `1800 M St, NW Ste. 700`.
    const unit = leadingUnit(part.slice(1))
    const isTurned = SHORT_DIRECTIONAL.test(part[0]) && unit?.taken === part.length - 1
    if (isTurned) tail.directional = part[0]
    let words = isTurned ? part.slice(1) : part
    for (let found = leadingUnit(words); found; found = leadingUnit(words)) {
      tail.unit = unitWithin(tail.unit, found.unit)
      words = words.slice(found.taken)
    }
    // `C-4` alone between commas, or `106D`.
    const isAlone =
      words.length === 1 ? /^#|\d/.test(words[0]) : /^[a-z] \d+$/.test(words.join(' '))
    if (isAlone && tail.unit === null) {
      tail.unit = unitOf(words)
      continue
    }
    // A county stands behind its city and takes no place of it.
    const isCounty = tail.city !== null && words.at(-1) === 'county'
    if (words.length > 0 && !isCounty) tail.city = words
  }
  const [first, ...rest] = tail.city ?? []
  // `Bolton Road, NW Atlanta`: cities spell out their North.
  if (first === undefined || rest.length === 0 || !SHORT_DIRECTIONAL.test(first)) return [tail]
  const { words, unit } = stripped(rest)
  return [{ directional: first, unit: tail.unit ?? unit, city: words }, tail]
}

function stripped(words: string[]): { words: string[] | null; unit: string | null } {
  const found = leadingUnit(words)
  if (!found) return { words, unit: null }
  const rest = words.slice(found.taken)
  return { words: rest.length > 0 ? rest : null, unit: found.unit }
}
