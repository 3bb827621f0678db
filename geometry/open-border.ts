import type { BorderLine } from './border-line.ts'
import type { GridPoint } from './grid-point.ts'
import { metresOf, SAME_BORDER_M, type Stretches } from './shared-border.ts'
import { openStretches, type Span } from './spans.ts'

/**
 * Metres: a shorter remainder of a border is not a run, and a shorter interruption does not cut
 * one, such as the corner of a neighbour, a jog in one of two lines or the crack of a T-junction.
 */
export const LEAST_RUN_M = 1

/** Metres between the samples beyond a border, unless it is very long. */
const STEP_M = 0.5
/** Samples along one border: longer ones have wider steps. */
const PLACES_MAX = 1_000

/** A piece of a border and its middle. */
interface BorderCell {
  ring: number
  span: Span
  middle_m: number
}

/** Divides stretches into equal cells of at most `step_m`, or longer ones to stay within `most`. */
export function* cellsOf(
  stretches: Stretches,
  step_m: number,
  most: number,
): Generator<BorderCell> {
  const step = Math.max(step_m, metresOf(stretches) / most)
  for (const [ring, spans] of stretches.entries())
    for (const [from, to] of spans ?? []) {
      const count = Math.ceil((to - from) / step)
      const length = (to - from) / count
      for (let i = 0; i < count; i++) {
        const start = from + i * length
        yield { ring, span: [start, start + length], middle_m: start + length / 2 }
      }
    }
}

/** Owner of the ground just beyond a border: another area, the same area, or none. */
export type Ground = 'other' | 'own' | 'none'

/**
 * The part of a border that is not in `shared` and has no area just beyond it. Where an area lies
 * beyond, either another area overlaps this one by more than a shared border may, or this one
 * continues. `lapped_m` is the length with another area beyond.
 */
export function openBorder(
  border: BorderLine,
  shared: Stretches,
  groundAt: (place: GridPoint) => Ground,
): { open: Stretches; lapped_m: number } {
  const taken = border.rings.map((_, ring): Span[] => [...(shared[ring] ?? [])])
  let lapped_m = 0
  for (const { ring, span, middle_m } of cellsOf(
    stretchesLeft(border, shared),
    STEP_M,
    PLACES_MAX,
  )) {
    const ground = groundAt(border.placeAt(ring, middle_m, SAME_BORDER_M))
    if (ground === 'none') continue
    if (ground === 'other') lapped_m += span[1] - span[0]
    taken[ring].push(...withinRing(span, border.rings[ring].length_m))
  }
  return { open: stretchesLeft(border, taken), lapped_m }
}

function stretchesLeft({ rings }: BorderLine, taken: Stretches): Stretches {
  return rings.map(({ length_m }, ring) => openStretches(taken[ring] ?? [], length_m, LEAST_RUN_M))
}

/** Splits a span that wraps around the start of its ring into two. */
function withinRing([from, to]: Span, length_m: number): Span[] {
  if (from >= length_m) return [[from - length_m, to - length_m]]
  if (to <= length_m) return [[from, to]]
  return [
    [from, length_m],
    [0, to - length_m],
  ]
}
