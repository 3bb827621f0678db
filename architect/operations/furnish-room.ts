import { z } from 'zod'
import { assetNamed, CATALOG } from '../assets/catalog.ts'
import { zoneRegions } from '../kernel/rooms.ts'
import { ROOM_TYPE_NAMES, ROOM_TYPES } from '../scene/room-types.ts'
import { quantize } from '../scene/units.ts'
import { type Furnished, furnish, type Skip } from './furnishing/furnish.ts'
import { DENSITIES } from './furnishing/recipe.ts'
import { RECIPES } from './furnishing/recipes/index.ts'
import { nearestName } from './input/nearest-name.ts'
import { requireNode } from './nodes/require-node.ts'
import type { Operation } from './operation.ts'
import { Refusal } from './refusal.ts'
import { SceneEdit } from './scene-edit.ts'

/** Things that one call may insist on. */
export const REQUIRED_MAX = 32

const input = z.strictObject({
  zoneId: z.string(),
  roomType: z
    .enum(ROOM_TYPE_NAMES)
    .optional()
    .describe('What to furnish it as; absent: as the zone is'),
  density: z.enum(DENSITIES).default('normal'),
  require: z
    .array(z.string())
    .max(REQUIRED_MAX)
    .default([])
    .describe('Assets that must be there; told twice, two of it'),
  dryRun: z.boolean().default(false).describe('Answers what would be placed, and places nothing'),
})

export const furnishRoom: Operation<z.infer<typeof input>> = {
  name: 'furnish_room',
  description:
    'Furnishes a room by what it is for: groups of furniture along its walls and on its floor, whatever its shape, clear of doors and their swings, of windows and of what stands there already, with ways of 0.7 m from door to door. Tells what was left out, and why.',
  input,
  refusals: ['node_not_found', 'wrong_kind', 'asset_not_found', 'no_space', 'limit_exceeded'],
  run(scene, { zoneId, roomType, density, require, dryRun }) {
    const zone = requireNode(scene, zoneId, ['zone'], 'zoneId')
    const type = roomType ?? zone.roomType
    for (const [index, name] of require.entries()) assertKnown(name, `require.${index}`)
    if (zoneRegions(scene, zoneId).length === 0)
      throw new Refusal('no_space', `${zoneId} has no floor between its walls.`, {
        param: 'zoneId',
        nodeIds: [zoneId],
      })
    const found = furnish(scene, zone, RECIPES[type], density, require)
    assertAllThere(require, found, zoneId, ROOM_TYPES[type].label)
    const edit = new SceneEdit(scene)
    const ids: string[] = []
    const placed = found.placed.map(({ assetId, placement, wallId, on, shape }) => {
      const { position, rotation, size } = placement
      const host = on === undefined ? wallId : ids[on]
      const { id } = edit.add('item', zone.parent!, {
        asset: assetId,
        label: shape.asset.label,
        position,
        rotation,
        size,
        host,
      })
      ids.push(id)
      // Ids of things that are not there would be taken for nodes.
      return { ...(dryRun ? {} : { id }), assetId, position, rotationDeg: rotation }
    })
    return {
      scene: dryRun ? scene : edit.scene,
      result: {
        roomType: type,
        placed,
        itemIds: dryRun ? [] : ids,
        skipped: found.skipped,
        circulation: circulationOf(found),
        dryRun,
        ...(RECIPES[type].length === 0 && {
          note: `A ${ROOM_TYPES[type].label.toLowerCase()} has no furniture of its own: say another roomType, or name things in require.`,
        }),
      },
    }
  },
}

function assertKnown(name: string, param: string): void {
  if (assetNamed(name)) return
  const near = nearestName(
    name,
    CATALOG.map((asset) => asset.name),
  )
  throw new Refusal(
    'asset_not_found',
    `The catalog has no ${name}${near ? `; perhaps ${near} is meant` : ''}.`,
    { param },
  )
}

/** What was asked for by name is not left out: then nothing is placed. */
function assertAllThere(
  required: readonly string[],
  { placed, skipped }: Furnished,
  zoneId: string,
  label: string,
): void {
  const there = placed.map(({ assetId }) => assetId)
  const missing = required.filter((name) => {
    const index = there.indexOf(name)
    if (index < 0) return true
    there.splice(index, 1)
    return false
  })
  if (missing.length === 0) return
  const [first] = missing
  const skip = skipped.find(({ assetId }) => assetId === first)
  throw new Refusal(
    'no_space',
    `${zoneId} as a ${label.toLowerCase()} has no place for ${first}${skip ? `: ${figures(skip)}` : '.'}`,
    { param: 'require', nodeIds: [zoneId], details: { missing, skipped } },
  )
}

const figures = ({ message, needed, available }: Skip): string =>
  `it wants ${needed.width} m of wall and ${needed.depth} m before it, and the longest free stretch of wall is ${available.wallLength} m, the free floor ${available.floorArea} m². ${message}`

function circulationOf({ minWidth }: Furnished): Record<string, unknown> {
  return minWidth === undefined
    ? { reason: 'The room has less than two ways in: there is no way from door to door.' }
    : { doorToDoor: minWidth > 0, minWidth: quantize(Math.floor(minWidth * 100) / 100) }
}
