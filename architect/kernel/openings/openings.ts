import type { OpeningNode } from '../../scene/nodes.ts'

/** Where an opening is in its wall: metres along the centreline, heights above the level's floor. */
export interface OpeningSpan {
  id: string
  kind: OpeningNode['kind']
  shape: OpeningNode['shape']
  from: number
  to: number
  sill: number
  head: number
}

export function openingSpan(node: OpeningNode): OpeningSpan {
  const { id, kind, shape, offset, width, sill, height } = node
  return {
    id,
    kind,
    shape,
    from: offset - width / 2,
    to: offset + width / 2,
    sill,
    head: sill + height,
  }
}

/** Stretches shorter than this are none, in metres: the grid of scenes. */
const STRETCH_MIN_M = 1e-4

/** What of the wall's length is in none of the spans, from its start on. */
export function freeSpans(
  length: number,
  spans: readonly { from: number; to: number }[],
): [number, number][] {
  const free: [number, number][] = []
  let reached = 0
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
    if (Math.min(from, length) - reached > STRETCH_MIN_M)
      free.push([reached, Math.min(from, length)])
    reached = Math.max(reached, to)
  }
  if (length - reached > STRETCH_MIN_M) free.push([reached, length])
  return free
}

/** Chords of a curved head: at a width of 1 m they leave a half circle by 2.4 mm. */
export const HEAD_CHORDS = 16

/**
 * The upper edge of an opening from `from` to `to`, as it is cut: `arch` is a flat arch that rises by a
 * sixth of its width, `round` a half circle; in low openings both take no more than half the height.
 */
export function headLine({ shape, from, to, sill, head }: OpeningSpan): { s: number; y: number }[] {
  const width = to - from
  const rise = Math.min(shape === 'arch' ? width / 6 : width / 2, (head - sill) / 2)
  if (shape === 'rectangle')
    return [
      { s: from, y: head },
      { s: to, y: head },
    ]
  // By the theorem of intersecting chords: (width/2)^2 = rise (2 radius - rise).
  const radius = (width * width) / (8 * rise) + rise / 2
  const half = Math.asin(Math.min(1, width / 2 / radius))
  return Array.from({ length: HEAD_CHORDS + 1 }, (_, index) => {
    const angle = half * ((2 * index) / HEAD_CHORDS - 1)
    const isEnd = index === 0 || index === HEAD_CHORDS
    return {
      s:
        index === 0
          ? from
          : index === HEAD_CHORDS
            ? to
            : (from + to) / 2 + radius * Math.sin(angle),
      y: isEnd ? head - rise : head - radius * (1 - Math.cos(angle)),
    }
  })
}
