import { leftOf, scale, subtract, unit } from '../../architect/geometry/point.ts'
import { nodesOf, type Scene } from '../../architect/scene/scene.ts'

/** A move of a wall of the scene, mostly straight across, by up to 1.5 m. */
export function moveWallCall(scene: Scene, random: () => number): Record<string, unknown> {
  const walls = nodesOf(scene, 'wall')
  const wall = walls[Math.floor(random() * walls.length)]
  const way = Math.round((random() * 3 - 1.5) * 20) / 20
  const across = wall ? leftOf(unit(subtract(wall.end, wall.start))) : ([0, 1] as const)
  const [x, z] = scale(across, way)
  const scope = random() < 0.4 ? 'segment' : 'line'
  return { wallId: wall?.id ?? 'wall_0', by: random() < 0.1 ? [x + 0.5, z] : [x, z], scope }
}
