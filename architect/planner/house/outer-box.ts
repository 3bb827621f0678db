import type { Box } from '../../geometry/polygon.ts'
import type { House } from './house.ts'

export type { Box }

/** The box around the outer faces of a storey, or of all; null of a house without outer walls. */
export function boxAround({ walls }: House, levelId?: string): Box | null {
  const outer = walls.filter(
    (wall) => wall.side !== null && (levelId === undefined || wall.levelId === levelId),
  )
  if (outer.length === 0) return null
  const reach = outer.flatMap(({ start, end, thickness }) =>
    [start, end].map(([x, z]) => ({ x, z, half: thickness / 2 })),
  )
  return {
    minX: Math.min(...reach.map(({ x, half }) => x - half)),
    maxX: Math.max(...reach.map(({ x, half }) => x + half)),
    minZ: Math.min(...reach.map(({ z, half }) => z - half)),
    maxZ: Math.max(...reach.map(({ z, half }) => z + half)),
  }
}
