import { findRooms } from '../../architect/kernel/rooms.ts'
import { ROOM_TYPES } from '../../architect/scene/room-types.ts'
import type { Scene } from '../../architect/scene/scene.ts'
import { dividedPlan } from './divided-plan.ts'
import { withNodes } from './scene-of.ts'
import { wallPlan } from './wall-plan.ts'

/**
 * A storey of up to 14 rooms, each a zone with a name, an opening in every other wall that is long
 * enough, and a wardrobe in each room. It stands square to the sheet unless `degrees` turn it.
 */
export function zonedPlan(random: () => number, degrees = 0): Scene {
  const size = { width: 6 + random() * 14, depth: 5 + random() * 8 }
  const walls = dividedPlan(random, { ...size, divisions: 13, degrees, outer: 0.3 })
  const openings = walls.flatMap(({ start, end }, wall) => {
    const length = Math.hypot(end[0] - start[0], end[1] - start[1])
    if (length < 2.4 || wall % 2 === 1) return []
    const kind = wall < 4 ? ('window' as const) : ('door' as const)
    const size = {
      width: 0.9,
      height: kind === 'door' ? 2.1 : 1.2,
      sill: kind === 'door' ? 0 : 0.9,
    }
    return [{ wall, kind, offset: 0.9 + random() * (length - 1.8), ...size }]
  })
  const scene = wallPlan(walls, openings)
  const rooms = findRooms(scene, 'level_2')
  return withNodes(
    scene,
    ...rooms.map(({ loop }, index) => ({
      kind: 'zone' as const,
      id: `zone_${2000 + index}`,
      polygon: loop,
      label: index % 3 === 0 ? 'Store' : `A long name of room ${index}`,
      color: ROOM_TYPES.other.color,
    })),
    ...rooms.map(({ loop }, index) => ({
      kind: 'item' as const,
      id: `item_${3000 + index}`,
      asset: 'wardrobe',
      position: [
        loop.reduce((sum, [x]) => sum + x, 0) / loop.length,
        0,
        loop.reduce((sum, [, z]) => sum + z, 0) / loop.length,
      ],
    })),
  )
}
