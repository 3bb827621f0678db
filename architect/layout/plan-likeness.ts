import { DOOR_STRETCH } from './door-sizes.ts'
import { type PlacedPlan, sharedLength } from './placed-plan.ts'
import type { RoomProgram } from './room-program.ts'

/**
 * How alike two plans are, 0 to 1: the share of neighbours that both have, by the types of rooms. A
 * plan and its mirror image are alike, and so are two whose bedrooms have changed places.
 */
export function likeness(program: RoomProgram, a: PlacedPlan, b: PlacedPlan): number {
  const [one, other] = [neighboursOf(program, a), neighboursOf(program, b)]
  let [both, either] = [0, 0]
  for (const key of new Set([...one.keys(), ...other.keys()])) {
    const [first, second] = [one.get(key) ?? 0, other.get(key) ?? 0]
    both += Math.min(first, second)
    either += Math.max(first, second)
  }
  return either === 0 ? 1 : both / either
}

/** Counts of neighbours by their types, with the hall. */
function neighboursOf({ rooms }: RoomProgram, { storeys }: PlacedPlan): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (...types: string[]) => {
    const key = types.sort().join(' ')
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  for (const { rooms: placed } of storeys)
    for (const [i, one] of placed.entries()) {
      if (one.atHall >= DOOR_STRETCH) add(rooms[one.room].type, 'at hall')
      for (const other of placed.slice(i + 1))
        if (sharedLength(one, other) >= DOOR_STRETCH)
          add(rooms[one.room].type, rooms[other.room].type)
    }
  return counts
}
