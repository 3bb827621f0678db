import type { OpeningKind, OpeningNode, OpeningShape } from '../../scene/nodes.ts'

/** True for kinds of openings that people walk through where the sill is low. */
export const IS_PASSAGE: Record<OpeningKind, boolean> = { door: true, opening: true, window: false }
/** True for kinds of openings that give a room daylight and a view. */
export const IS_WINDOW: Record<OpeningKind, boolean> = { door: false, opening: false, window: true }

/** An opening's place in its wall: metres along the centreline, heights above the level's floor. */
export interface OpeningSpan {
  id: string
  kind: OpeningKind
  shape: OpeningShape
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

/**
 * Least width of the wall that remains at each side of an opening, in metres: less cannot be built.
 */
export const PIER_MIN_M = 0.05

/** Shorter stretches are left out, in metres: the grid of scenes. */
const STRETCH_MIN_M = 1e-4

/** The stretches of the wall outside of all spans, from its start on. */
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
const HEAD_CHORDS = 16

/** A head's width divided by its rise; null where the head is straight. */
const WIDTHS_OF_RISE: Record<OpeningShape, number | null> = { rectangle: null, arch: 6, round: 2 }

/**
 * The upper edge of an opening from `from` to `to`, as it is cut: `arch` is a flat arch that rises
 * by a sixth of its width, `round` a half circle; in low openings both take no more than half the
 * height.
 */
export function headLine({ shape, from, to, sill, head }: OpeningSpan): { s: number; y: number }[] {
  const width = to - from
  const widths = WIDTHS_OF_RISE[shape]
  if (widths === null)
    return [
      { s: from, y: head },
      { s: to, y: head },
    ]
  const rise = Math.min(width / widths, (head - sill) / 2)
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
