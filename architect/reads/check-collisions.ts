import { z } from 'zod'
import { assetNamed, CATALOG } from '../assets/catalog.ts'
import { checkCollisions } from '../checks/collisions.ts'
import { lengthIn } from '../input/input-units.ts'
import { nearestName } from '../input/nearest-name.ts'
import { REACH_M } from '../scene/length-schema.ts'
import { idOut, levelIdIn } from './answer-fields.ts'
import { lengthOut, spacePointOut } from './answer-units.ts'
import { namedNode } from './named-node.ts'
import { pageFields } from './page.ts'
import type { Read } from './read.ts'
import { ReadError } from './read-error.ts'

/** Most nodes of one call. */
const CHECKED_IDS_MAX = 200

const coordinate = lengthIn(-REACH_M, REACH_M)
const input = z.strictObject({
  levelId: levelIdIn,
  ids: z.array(z.string().max(120)).max(CHECKED_IDS_MAX).optional(),
  minimumClearance: lengthIn(0, 10).default(0),
  candidate: z
    .strictObject({
      asset: z.string().max(60).describe('Name from search_assets'),
      position: z.array(coordinate).length(3),
      rotation: z.number().min(-360).max(360).default(0),
    })
    .optional(),
  ...pageFields,
})
type Input = z.infer<typeof input>

const meetingKind = z
  .enum(['item', 'wall', 'column', 'stair', 'swing', 'gap', 'passage', 'outside_room'])
  .describe(
    'What the other is; swing of a door leaf, gap where it is only too near, passage the floor before a door or stair',
  )
const depth = lengthOut().describe('Least move that clears it')

export const checkCollisionsRead: Read<Input> = {
  name: 'check_collisions',
  description:
    'Finds furniture in or too near things, or the nearest position where a candidate fits. Other things are furniture, walls, columns, stairs and swings of doors.',
  example: { candidate: { asset: 'armchair', position: [2, 0, -2] } },
  input,
  result: z.strictObject({
    clear: z.boolean().describe('True without collisions, when all items were checked'),
    checked: z.number().describe('Count of checked items, and of walls and such in ids'),
    skipped: z
      .array(z.strictObject({ id: idOut().describe('Id'), reason: z.string().describe('Why') }))
      .describe('What was not checked'),
    candidate: z
      .strictObject({
        fits: z.boolean().describe('True where nothing blocks it'),
        blockedBy: z
          .array(z.strictObject({ id: idOut().describe('Id'), kind: meetingKind, depth }))
          .describe('What blocks it'),
        nearestFit: z
          .strictObject({
            position: spacePointOut().describe('[x, y, z], y above the floor of the level'),
            rotation: z.number().describe('Degrees'),
            distance: lengthOut().describe('From the requested position, in plan'),
          })
          .optional()
          .describe('Nearest position that fits; absent where it fits already or nowhere near'),
      })
      .optional()
      .describe('Answer to the candidate'),
    collisions: z
      .array(
        z.strictObject({
          aId: idOut().describe('Id of the first'),
          bId: idOut().describe('Id of the second'),
          kind: meetingKind,
          depth,
          at: spacePointOut().describe('[x, y, z] in the world'),
        }),
      )
      .describe('Level by level'),
  }),
  run(scene, { levelId, ids, minimumClearance, candidate }) {
    const level = levelId === undefined ? null : namedNode(scene, levelId, 'levelId', ['level'])
    if (candidate && !assetNamed(candidate.asset)) throw unknownAsset(candidate.asset)
    const { collisions, ...answer } = checkCollisions(scene, {
      levelId: level?.id,
      ids: ids?.map((name, index) => namedNode(scene, name, `ids.${index}`).id),
      minimumClearance,
      candidate,
    })
    return {
      fields: answer,
      list: { name: 'collisions', entries: collisions },
    }
  },
}

function unknownAsset(name: string): ReadError {
  const near = nearestName(
    name,
    CATALOG.map((asset) => asset.name),
  )
  return new ReadError(
    'asset_not_found',
    `The catalog has no asset ${name}${near ? `; did you mean ${near}?` : '.'}`,
    { param: 'candidate.asset', ...(near && { candidates: [{ id: near }] }) },
  )
}
