import { z } from 'zod'
import { levelFrames } from '../kernel/levels.ts'
import { childrenOf, openingsOf, type Scene } from '../scene/scene.ts'
import { idField, idOut, labelField, labelOf } from './answer-fields.ts'
import { lengthOut } from './answer-units.ts'

export const levelOut = z.strictObject({
  id: idField,
  label: labelField,
  buildingId: idOut().describe('Id of its building'),
  index: z.number().describe('0 the ground floor, 1 the level above, -1 the basement'),
  elevation: lengthOut().describe('Height of its floor above the ground of the site'),
  height: lengthOut().describe('From its floor to the floor above'),
  rooms: z.number().describe('Count of rooms'),
  walls: z.number().describe('Count of walls'),
  openings: z.number().describe('Count of doors, windows and openings in its walls'),
  items: z.number().describe('Count of furniture and other items'),
})

/** A level with the counts of what is on it, as `levelOut`. */
export function levelSummary(scene: Scene, levelId: string) {
  const { building, index, elevation, height } = levelFrames(scene).get(levelId)!
  const walls = childrenOf(scene, levelId, 'wall')
  return {
    id: levelId,
    ...labelOf(scene.nodes[levelId]),
    buildingId: building,
    index,
    elevation,
    height,
    rooms: childrenOf(scene, levelId, 'zone').length,
    walls: walls.length,
    openings: walls.reduce((sum, wall) => sum + openingsOf(scene, wall.id).length, 0),
    items: childrenOf(scene, levelId, 'item').length,
  }
}
