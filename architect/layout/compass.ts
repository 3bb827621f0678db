import { BOTTOM, LEFT, RIGHT, SCHEME_SIDES, TOP } from './placed-plan.ts'
import { SIDES, type Side } from './room-program.ts'
import type { Scheme } from './scheme.ts'

type Direction = Pick<Scheme, 'isTurned' | 'isFlipped'>

/** Compass sides of the sides of a scheme: bottom, top, left, right. */
const STRAIGHT: readonly Side[] = ['south', 'north', 'west', 'east']
const FLIPPED: readonly Side[] = ['north', 'south', 'west', 'east']
const TURNED: readonly Side[] = ['west', 'east', 'south', 'north']
const TURNED_FLIPPED: readonly Side[] = ['east', 'west', 'south', 'north']

const sidesOf = ({ isTurned, isFlipped }: Direction) =>
  isTurned ? (isFlipped ? TURNED_FLIPPED : TURNED) : isFlipped ? FLIPPED : STRAIGHT

/** The compass side of a side of a scheme. */
export const compassSide = (scheme: Direction, side: number): Side =>
  sidesOf(scheme)[SCHEME_SIDES.indexOf(side as (typeof SCHEME_SIDES)[number])]

/** A side of the compass as a bit, by its order in SIDES. */
export const compassBit = (side: Side): number => 1 << SIDES.indexOf(side)

/** For each direction, the bits of the compass by the bits of the scheme: a search reads it. */
const BITS = [STRAIGHT, FLIPPED, TURNED, TURNED_FLIPPED].map((sides) =>
  Uint8Array.from({ length: (BOTTOM | TOP | LEFT | RIGHT) + 1 }, (_, bits) =>
    SCHEME_SIDES.reduce(
      (all, side, i) => all | ((bits & side) === 0 ? 0 : compassBit(sides[i])),
      0,
    ),
  ),
)

/** The bits of the compass, by the bits of the sides of a scheme. */
export const compassBits = ({ isTurned, isFlipped }: Direction): Uint8Array =>
  BITS[(isTurned ? 2 : 0) + (isFlipped ? 1 : 0)]
