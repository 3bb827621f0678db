import { z } from 'zod'
import { zoneRegions } from '../kernel/rooms.ts'
import { ROOM_TYPE_NAMES, ROOM_TYPES } from '../scene/room-types.ts'
import { quantize } from '../scene/units.ts'
import { type Furnished, furnish, type Skip } from './furnishing/furnish.ts'
import { DENSITIES } from './furnishing/recipe.ts'
import { RECIPES } from './furnishing/recipes/index.ts'
import { requireAsset } from './input/require-asset.ts'
import { requireNode } from './nodes/require-node.ts'
import type { Operation } from './operation.ts'
import { Refusal } from './refusal.ts'
import { SceneEdit } from './scene-edit.ts'

/** Most assets that one call may require. */
const REQUIRED_MAX = 32

const input = z.strictObject({
  zoneId: z.string(),
  roomType: z.enum(ROOM_TYPE_NAMES).optional().describe('Absent: its own'),
  density: z.enum(DENSITIES).default('normal'),
  require: z.array(z.string()).max(REQUIRED_MAX).default([]),
  dryRun: z.boolean().default(false),
})

export const furnishRoom: Operation<z.infer<typeof input>> = {
  name: 'furnish_room',
  description:
    'Furnishes a room, clear of openings and existing furniture; lists what was left out. Groups of furniture stand along its walls and on its floor, whatever its shape, clear of doors and their swings, of windows and of what stands there, with ways of 0.7 m from door to door.',
  input,
  refusals: ['node_not_found', 'wrong_kind', 'asset_not_found', 'no_space', 'limit_exceeded'],
  run(scene, { zoneId, roomType, density, require, dryRun }) {
    const zone = requireNode(scene, zoneId, ['zone'], 'zoneId')
    const type = roomType ?? zone.roomType
    for (const [index, name] of require.entries()) requireAsset(name, `require.${index}`)
    if (zoneRegions(scene, zoneId).length === 0)
      throw new Refusal('no_space', `${zoneId} has no floor between its walls.`, {
        param: 'zoneId',
        nodeIds: [zoneId],
      })
    const found = furnish(scene, zone, RECIPES[type], density, require)
    assertAllPlaced(require, found, zoneId, ROOM_TYPES[type].label)
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
      // In a dry run the nodes do not exist, so their ids are left out.
      return { ...(dryRun ? {} : { id }), asset: assetId, position, rotation }
    })
    return {
      scene: dryRun ? scene : edit.scene,
      result: {
        roomType: type,
        placed,
        itemIds: dryRun ? [] : ids,
        skipped: found.skipped.map(({ assetId, ...skip }) => ({ asset: assetId, ...skip })),
        circulation: circulationOf(found),
        dryRun,
        ...(RECIPES[type].length === 0 && {
          note: `A ${ROOM_TYPES[type].label.toLowerCase()} has no furniture of its own: give another roomType, or list assets in require.`,
        }),
      },
    }
  },
}

/** Refuses the whole call where a required asset was left out. */
function assertAllPlaced(
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
    `${zoneId} as a ${label.toLowerCase()} has no space for ${first}${skip ? `: ${figures(skip)}` : '.'}`,
    { param: 'require', nodeIds: [zoneId], details: { missing, skipped } },
  )
}

const figures = ({ message, needed, available }: Skip): string =>
  `it needs ${needed.width} m of wall and ${needed.depth} m in front of it; the longest free stretch of wall is ${available.wallLength} m, the free floor ${available.floorArea} m². ${message}`

function circulationOf({ minWidth }: Furnished): Record<string, unknown> {
  return minWidth === null
    ? { reason: 'The room has less than two ways in: there is no way from door to door.' }
    : { doorToDoor: minWidth > 0, minWidth: quantize(Math.floor(minWidth * 100) / 100) }
}
