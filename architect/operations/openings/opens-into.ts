import { nodeOf, type Scene } from '../../scene/scene.ts'
import { Refusal } from '../refusal.ts'
import { adjacentZones } from './door-sides.ts'
import { OUTSIDE, requireZone } from './wall-between.ts'

/**
 * The side of a wall on which a room is, for a door that is to open into it. Refuses a room that
 * is not at this position.
 */
function swingInto(
  scene: Scene,
  wallId: string,
  offset: number,
  opensInto: string,
): 'left' | 'right' {
  const wall = nodeOf(scene, wallId, 'wall')!
  const sides = adjacentZones(scene, wall, offset)
  const wanted =
    opensInto === OUTSIDE ? null : requireZone(scene, opensInto, 'opensInto', wall.parent!)
  const found = sides.findIndex((zone) => (zone?.id ?? null) === (wanted?.id ?? null))
  if (found >= 0) return found === 0 ? 'left' : 'right'
  const names = sides.map((zone) =>
    zone ? `${zone.id} (${zone.label ?? zone.roomType})` : OUTSIDE,
  )
  throw new Refusal(
    'invalid_input',
    `The door would be between ${names.join(' and ')}, so it cannot open into ${opensInto}.`,
    {
      param: 'opensInto',
      nodeIds: [wallId],
      details: { candidates: sides.map((zone) => zone?.id ?? OUTSIDE) },
    },
  )
}

/** The requested swing of a door at a position; null where it is left open. */
export function requestedSwing(
  scene: Scene,
  wallId: string,
  offset: number,
  { swing, opensInto }: { swing?: 'left' | 'right'; opensInto?: string },
): 'left' | 'right' | null {
  if (opensInto === undefined) return swing ?? null
  if (swing === undefined) return swingInto(scene, wallId, offset, opensInto)
  throw new Refusal('invalid_input', 'Give opensInto or swing, but not both.', {
    param: 'opensInto',
  })
}
