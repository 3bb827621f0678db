import type { Clause } from '../../language/clause.ts'

/** A dimension of an opening. */
export type Dimension = 'width' | 'height' | 'sill'

/** A change of one dimension: to a figure, by a figure, or by a factor. Lengths in metres. */
export type SizeChange = { to: number } | { by: number } | { times: number }
export type OpeningSizes = Partial<Record<Dimension, SizeChange>>

/** Words of each dimension, before or behind a length. */
const NOUNS: [Dimension, string][] = [
  [
    'sill',
    '(?:window ?)?sills?(?: height| level)?|parapet|off floor|above floor|from floor|above ground|off ground',
  ],
  ['height', 'high|tall|in height|heights?'],
  ['width', 'wide|in width|widths?|broad|across|clear'],
]
/** Comparatives with the dimension that they change, and the direction. */
const COMPARATIVES: [string, Dimension, 1 | -1][] = [
  ['wider|broader', 'width', 1],
  ['narrower|slimmer', 'width', -1],
  ['taller|higher', 'height', 1],
  ['shorter|less tall|less high', 'height', -1],
  ['longer', 'width', 1],
]
/** Factors without a figure, in words and for `larger` and `smaller`. */
const TIMES: [RegExp, number][] = [
  [/\b(?:twice|double|2x)\b/, 2],
  [/\b(?:three times|triple)\b/, 3],
  [/\bhalf(?: as)?\b/, 0.5],
]
const LARGER = 1.25
const SMALLER = 0.8
const BOTH: [RegExp, number][] = [
  [/\b(?:bigger|larger|enlarge|enlarged)\b/, LARGER],
  [/\b(?:smaller|shrink|reduce)\b/, SMALLER],
]
const ONE: [RegExp, Dimension, number][] = [
  [/\b(?:wider|widen|broader|broaden)\b/, 'width', LARGER],
  [/\b(?:narrower|narrow|slimmer)\b/, 'width', SMALLER],
  [/\b(?:taller|higher)\b/, 'height', LARGER],
  [/\bshorter\b/, 'height', SMALLER],
]
/** Verbs that change the sill or the height by what follows `by`. */
const GROWS = /^(?:widen|raise|increase|extend|enlarge|lengthen|heighten)\b/
const SHRINKS = /^(?:lower|reduce|decrease|narrow|shorten|shrink|drop)\b/

/**
 * The sizes that a clause states for a window, a door or an opening. A length without a dimension
 * is its width.
 */
export function openingSizes({ text, lengths, sizes, numbers }: Clause): OpeningSizes {
  const found: OpeningSizes = {}
  if (sizes.length > 0 && !/^move\b/.test(text))
    Object.assign(found, { width: { to: sizes[0][0] }, height: { to: sizes[0][1] } })
  for (const [index, length] of lengths.entries()) {
    const mark = `len${index}`
    if (isPosition(text, mark)) continue
    const compared = comparedAt(text, mark)
    if (compared) found[compared[0]] = { by: compared[1] * length }
    else found[dimensionAt(text, mark)] = changeAt(text, mark, length)
  }
  // `1.2 wide`, `to 90`: a number that has no unit.
  for (const [index, mark] of [...text.matchAll(/\bnum(\d+)\b/g)].map(
    ({ 0: mark, 1: at }) => [Number(at), mark] as const,
  )) {
    const dimension = NOUNS.find(([, noun]) =>
      new RegExp(String.raw`\b${mark} (?:${noun})\b`).test(text),
    )?.[0]
    if (dimension) found[dimension] ??= { to: metresOf(numbers[index]) }
    else if (new RegExp(String.raw`(?:\b(?:to|by)|^(?:make|set) .*) ${mark}$`).test(text))
      found[dimensionAt(text, mark)] ??= changeAt(text, mark, metresOf(numbers[index]))
  }
  return Object.keys(found).length > 0 ? found : withoutFigures(text)
}

/** Larger numbers without a unit are centimetres: no opening is as many metres wide. */
const METRES_MAX = 12
const metresOf = (number: number): number => (number < METRES_MAX ? number : number / 100)

/** Where something goes, not how large it is: `40 cm to the left`, `1 m from the corner`. */
function isPosition(text: string, mark: string): boolean {
  return (
    new RegExp(
      String.raw`\b${mark} (?:(?:further |more )?(?:to|towards?) (?:left|right|north|east|south|west)|left|right|from (?:left|right|corner|wall|end)|away)`,
    ).test(text) || /^(?:move|shift|slide|push)\b/.test(text)
  )
}

function comparedAt(text: string, mark: string): [Dimension, 1 | -1] | null {
  for (const [words, dimension, direction] of COMPARATIVES)
    if (new RegExp(String.raw`\b${mark} (?:${words})\b|\b(?:${words}) by ${mark}\b`).test(text))
      return [dimension, direction]
  return null
}

function dimensionAt(text: string, mark: string): Dimension {
  for (const [dimension, noun] of NOUNS)
    if (new RegExp(String.raw`\b${mark}(?: above)? (?:${noun})\b`).test(text)) return dimension
  for (const [dimension, noun] of NOUNS)
    if (
      new RegExp(
        String.raw`\b(?:${noun})(?: of(?: \w+){1,9}?)?(?: (?:of|to|at|is|by|about|around|be|should be))* ${mark}\b`,
      ).test(text)
    )
      return dimension
  return 'width'
}

function changeAt(text: string, mark: string, length: number): SizeChange {
  if (!new RegExp(String.raw`\bby ${mark}\b`).test(text)) return { to: length }
  if (GROWS.test(text)) return { by: length }
  return SHRINKS.test(text) ? { by: -length } : { to: length }
}

function withoutFigures(text: string): OpeningSizes {
  const factor = TIMES.find(([pattern]) => pattern.test(text.replace(/double doors?/g, '')))
  if (factor && /\b(?:as wide|width|wide)\b/.test(text)) return { width: { times: factor[1] } }
  if (factor && /\b(?:as high|as tall|height)\b/.test(text)) return { height: { times: factor[1] } }
  if (factor && /\b(?:as (?:large|big)|size)\b/.test(text))
    return { width: { times: factor[1] ** 0.5 }, height: { times: factor[1] ** 0.5 } }
  for (const [pattern, dimension, times] of ONE)
    if (pattern.test(text)) return { [dimension]: { times } }
  for (const [pattern, times] of BOTH) if (pattern.test(text)) return { width: { times } }
  return {}
}

/** The value of a dimension after a change, on a grid of a centimetre for factors. */
export function changedSize(change: SizeChange, now: number): number {
  if ('to' in change) return change.to
  const value = 'by' in change ? now + change.by : Math.round(now * change.times * 20) / 20
  return Math.round(value * 1e4) / 1e4
}

/** The figure to which a dimension is set; null where the clause gives none. */
export function statedSize(sizes: OpeningSizes, dimension: Dimension): number | null {
  const change = sizes[dimension]
  return change && 'to' in change ? change.to : null
}
