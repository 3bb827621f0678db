import type { Point } from '../../geometry/point.ts'
import type { WallNetwork } from './wall-network.ts'

/** Where a wall meets another. */
export interface WallJoin {
  /** The other wall. */
  wallId: string
  /**
   * `L` two ends at an angle, `butt` two ends in a line, `T` an end in a side or three ends, `X`
   * more, or a crossing.
   */
  type: 'L' | 'T' | 'X' | 'butt'
  /** Where on this wall. */
  end: 'start' | 'end' | 'side'
  at: Point
}

/** Two ends in a line within this turn, as a sine: 3 degrees. */
const STRAIGHT_SINE = 0.052

/** The joins of every wall of a level, by its id. */
export function wallJoins({ nodes, crossings }: WallNetwork): Map<string, WallJoin[]> {
  const joins = new Map<string, WallJoin[]>()
  const add = (id: string, join: WallJoin) => {
    const list = joins.get(id)
    if (list) list.push(join)
    else joins.set(id, [join])
  }
  for (const { at, ends, host } of nodes) {
    const type = typeOf(ends.map(({ out }) => out))
    for (const end of ends) {
      for (const other of ends) {
        if (other !== end)
          add(end.strip.wall.id, { wallId: other.strip.wall.id, type, end: end.end, at })
      }
      if (!host) continue
      const hostId = host.strip.wall.id
      add(end.strip.wall.id, { wallId: hostId, type: 'T', end: end.end, at })
      add(hostId, { wallId: end.strip.wall.id, type: 'T', end: 'side', at })
    }
  }
  for (const { at, a, b } of crossings) {
    add(a.strip.wall.id, { wallId: b.strip.wall.id, type: 'X', end: 'side', at })
    add(b.strip.wall.id, { wallId: a.strip.wall.id, type: 'X', end: 'side', at })
  }
  return joins
}

function typeOf(outs: readonly Point[]): WallJoin['type'] {
  if (outs.length > 3) return 'X'
  if (outs.length === 3) return 'T'
  const [[ax, az], [bx, bz]] = [outs[0], outs[outs.length - 1]]
  const isStraight = ax * bx + az * bz < 0 && Math.abs(az * bx - ax * bz) < STRAIGHT_SINE
  return isStraight ? 'butt' : 'L'
}
