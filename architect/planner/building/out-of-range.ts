import type { ProgramRoom } from '../../layout/room-program.ts'
import {
  AREA_RANGE,
  PITCH_MAX,
  ROOMS_MAX,
  SIDE_RANGE,
  STOREYS_MAX,
} from '../../operations/layout/layout-limits.ts'
import type { BuildingBrief } from '../language/building-brief.ts'
import { rounded } from '../language/format.ts'

/** What no layout can have, in a sentence: the limit, what the brief has, and what to change. */
export function outOfRange(
  { footprint, roof }: BuildingBrief,
  rooms: readonly ProgramRoom[],
  storeys: number,
): string | null {
  if (rooms.length > ROOMS_MAX)
    return `A layout has at most ${ROOMS_MAX} rooms, and this one would have ${rooms.length}: leave some out, or lay out a part of it.`
  if (storeys > STOREYS_MAX)
    return `A layout has at most ${STOREYS_MAX} storeys, and this one would have ${storeys}: storeys can be added to a building afterwards.`
  const [least, most] = AREA_RANGE
  const odd = rooms.find(({ area, isAreaGiven }) => isAreaGiven && (area < least || area > most))
  if (odd)
    return `A room has from ${least} to ${most} m², and the ${odd.label.toLowerCase()} would have ${rounded(odd.area, 4)} m²: give it another size.`
  const [shortest, longest] = SIDE_RANGE
  const side = [footprint?.width, footprint?.depth].find(
    (each) => each && (each < shortest || each > longest),
  )
  if (side)
    return `A building is from ${shortest} to ${longest} m long and wide, and this one would have ${rounded(side, 2)} m: give it another size.`
  const pitch = roof?.pitch ?? null
  if (pitch !== null && (pitch < 0 || pitch > PITCH_MAX))
    return `A roof has a pitch of at most ${PITCH_MAX}°, and this one would have ${rounded(pitch, 0)}°: give it another.`
  return null
}
