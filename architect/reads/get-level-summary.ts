import { z } from 'zod'
import { verifyScene } from '../checks/verify.ts'
import { levelFrames } from '../kernel/levels.ts'
import { wallShapes } from '../kernel/walls/wall-shapes.ts'
import { ROOM_TYPE_NAMES } from '../scene/room-types.ts'
import { childrenOf, openingsOf, type Scene } from '../scene/scene.ts'
import { idField, labelField, labelOf } from './answer-fields.ts'
import { areaOut, lengthOut } from './answer-units.ts'
import { levelOut, levelSummary } from './level-summary.ts'
import { namedNode } from './named-node.ts'
import { pageFields } from './page.ts'
import type { Read } from './read.ts'
import { ReadError } from './read-error.ts'
import { roomsOn } from './rooms-on.ts'

const input = z.strictObject({
  levelId: z.string().max(120).optional(),
  ...pageFields,
})

const count = (of: string) => z.number().describe(`Count of ${of}`)

export const getLevelSummary: Read<z.infer<typeof input>> = {
  name: 'get_level_summary',
  description: 'One level at a glance: sizes, counts, rooms, stairs and issues.',
  example: {},
  input,
  result: z.strictObject({
    level: levelOut.describe('The level'),
    wallLength: lengthOut().describe('Length of all walls along their centrelines'),
    doors: count('doors'),
    windows: count('windows'),
    stairs: z.array(z.string()).describe('Ids of the stairs that start here'),
    issues: z
      .strictObject({ error: count('errors'), warning: count('warnings'), info: count('infos') })
      .describe('Issues of this level by severity'),
    rooms: z
      .array(
        z.strictObject({
          id: idField,
          label: labelField,
          roomType: z.enum(ROOM_TYPE_NAMES).describe('Use of the room'),
          netArea: areaOut().describe('Area between the faces of the walls'),
          grossArea: areaOut().describe('Area as drawn, along the middle of the walls'),
        }),
      )
      .describe('In the order of ids'),
  }),
  run(scene, { levelId }) {
    const id = levelId === undefined ? groundFloor(scene) : levelNamed(scene, levelId)
    const shapes = [...wallShapes(scene, id).values()]
    const openings = childrenOf(scene, id, 'wall').flatMap((wall) => openingsOf(scene, wall.id))
    return {
      fields: {
        level: levelSummary(scene, id),
        wallLength: shapes.reduce((sum, { path }) => sum + path.length, 0),
        doors: openings.filter(({ kind }) => kind === 'door').length,
        windows: openings.filter(({ kind }) => kind === 'window').length,
        stairs: childrenOf(scene, id, 'stair').map((stair) => stair.id),
        issues: verifyScene(scene, { levelId: id }).counts,
      },
      list: { name: 'rooms', entries: roomsOf(scene, id) },
    }
  },
}

const levelNamed = (scene: Scene, name: string) => namedNode(scene, name, 'levelId', ['level']).id

/** The level of index 0, or the one nearest to it. */
function groundFloor(scene: Scene): string {
  const levels = [...levelFrames(scene).values()]
  const [first] = levels.toSorted((a, b) => Math.abs(a.index) - Math.abs(b.index))
  if (first) return first.id
  throw new ReadError('node_not_found', 'The project has no level yet.', { param: 'levelId' })
}

const roomsOf = (scene: Scene, levelId: string) =>
  childrenOf(scene, levelId, 'zone').map((zone) => {
    const { netArea, grossArea } = roomsOn(scene, levelId).get(zone.id)!
    return { id: zone.id, ...labelOf(zone), roomType: zone.roomType, netArea, grossArea }
  })
