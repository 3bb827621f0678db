import { Declined, type Workbench } from '../workbench.ts'
import type { Figures } from './figures.ts'

/** Heights of rooms, in metres. */
const HEIGHT_MIN_M = 2
const HEIGHT_MAX_M = 6

/** Clear heights of the rooms on a level, in metres. */
export const clearHeights = ({ house }: Workbench, levelId: string): number[] =>
  house.rooms
    .filter((room) => room.levelId === levelId && !room.isOutdoors)
    .map(({ clearHeight }) => clearHeight)

/**
 * Gives the lowest rooms of a level this clear height, in metres, and all others as much more or
 * less. Returns its height from floor to floor. Throws `Declined` for a height of no room.
 */
export function setClearHeight(
  bench: Workbench,
  levelId: string,
  target: number,
  figures: Figures,
): number {
  if (target < HEIGHT_MIN_M || target > HEIGHT_MAX_M)
    throw new Declined(
      `A clear height of ${figures.length(target)} is not possible: it has to be from ${figures.length(HEIGHT_MIN_M)} to ${figures.length(HEIGHT_MAX_M)}.`,
    )
  const node = bench.scene.nodes[levelId]
  if (node.kind !== 'level') throw new Error(`${levelId} is not a level`)
  const now = Math.min(...clearHeights(bench, levelId))
  const height = Math.round((node.height + target - now) * 1000) / 1000
  bench.apply('edit_level', { id: levelId, height })
  return height
}
