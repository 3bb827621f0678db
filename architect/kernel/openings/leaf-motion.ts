/**
 * How a leaf moves when it opens, in the plane of its opening: `s` metres along the wall from the
 * middle of the opening, `t` to the left of it, `y` above the level's floor. Degrees about an
 * upright axis are counter-clockwise from above, those about a level one, which points along the
 * wall, are by the right hand: what points up turns to the right of the wall.
 */
export type LeafMotion =
  | { kind: 'turn'; axis: 'up'; at: readonly [s: number, t: number]; degrees: number }
  | { kind: 'turn'; axis: 'along'; at: readonly [t: number, y: number]; degrees: number }
  /** `carrier` is the number of the leaf on which this one hangs, and against which it turns. */
  | {
      kind: 'fold'
      at: readonly [s: number, t: number]
      degrees: number
      carrier?: number
    }
  /** Along the wall, towards its start where negative. */
  | { kind: 'slide'; metres: number }
  /**
   * Up along the wall, around a quarter of a circle about `at`, and level to the side on which `at`
   * is. `low` and `high` are the heights of the closed section.
   */
  | {
      kind: 'roll'
      at: readonly [t: number, y: number]
      radius: number
      metres: number
      low: number
      high: number
    }

/** A leaf open at a right angle, in degrees. */
const OPEN_DEGREES = 90
/** A window that is hinged at its top opens by less. */
const AWNING_DEGREES = 40

/** A leaf between its two faces, on the side that it opens to: 1 for the left of the wall. */
interface Hung {
  from: number
  to: number
}

/**
 * Turns about an upright edge at `s`, on the face of the side that it opens to: so neither edge
 * comes into the frame. `towards` is 1 where the leaf lies towards the end of the wall.
 */
export function turning(s: number, towards: 1 | -1, side: 1 | -1, { from, to }: Hung): LeafMotion {
  const at = [s, side > 0 ? to : from] as const
  return { kind: 'turn', axis: 'up', at, degrees: OPEN_DEGREES * towards * side }
}

/** Turns about its top edge at height `y`, with its foot to the side. */
export function tilting(y: number, side: 1 | -1, { from, to }: Hung): LeafMotion {
  const at = [side > 0 ? to : from, y] as const
  return { kind: 'turn', axis: 'along', at, degrees: AWNING_DEGREES * side }
}

/**
 * Panel `order` of a folding door, counted from 0 at the jamb that carries them, whose edge on that
 * side is at `s`. The hinges are on alternate faces, so that the panels meet face to face.
 */
export function folding(
  s: number,
  order: number,
  towards: 1 | -1,
  side: 1 | -1,
  { from, to }: Hung,
  carrier: number,
): LeafMotion {
  const isEven = order % 2 === 0
  const at = [s, side > 0 === isEven ? to : from] as const
  const degrees = OPEN_DEGREES * (order === 0 ? 1 : isEven ? 2 : -2) * towards * side
  return { kind: 'fold', at, degrees, ...(order > 0 && { carrier }) }
}
