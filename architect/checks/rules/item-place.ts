import { IS_OUTDOORS } from '../../assets/asset.ts'
import { boxOf, contains } from '../../geometry/polygon.ts'
import { type ItemShape, itemShape } from '../../kernel/item-shape.ts'
import type { LevelFrame } from '../../kernel/levels.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, type Scene } from '../../scene/scene.ts'
import { quantize } from '../../scene/units.ts'
import { nearObstacles } from '../near-obstacles.ts'
import { inSpace, metres } from '../places.ts'
import type { Finding, Rule } from '../rule.ts'
import { zoneAt } from '../walking/room-borders.ts'
import { isAtWall, ON_WALL_M } from '../wall-gap.ts'

/** Greatest gap between an item and the support on which it stands, in metres. */
const ON_M = 0.02

export const itemPlace: Rule = {
  codes: {
    'item.outside_room': 'warning',
    'item.floating': 'warning',
    'node.unknown_asset': 'error',
  },
  about:
    'Items of unknown assets, items outside of all rooms, and items with nothing under them that carries them.',
  *run(scene, levels) {
    for (const level of levels) {
      const zones = childrenOf(scene, level.id, 'zone')
      for (const item of childrenOf(scene, level.id, 'item')) {
        const shape = itemShape(scene, item.id)
        const [x, y, z] = item.position
        const at = inSpace([x, z], level.elevation + y)
        if (!shape) {
          const message = `${item.id} is a ${item.asset}, which the catalog does not have.`
          yield { code: 'node.unknown_asset', nodeIds: [item.id], message, at }
          continue
        }
        const isOutdoors = IS_OUTDOORS[shape.asset.category] && level.index === 0
        if (zones.length > 0 && !isOutdoors && zoneAt(zones, [x, z]) === null) {
          const message = `The middle of ${item.id} (${shape.asset.label.toLowerCase()}) is in no room.`
          yield { code: 'item.outside_room', nodeIds: [item.id], message, at }
        }
        yield* floating(scene, level, item, shape, at)
      }
    }
  },
}

function* floating(
  scene: Scene,
  level: LevelFrame,
  item: NodeOf<'item'>,
  shape: ItemShape,
  at: [number, number, number],
): Generator<Finding> {
  const { prism, asset } = shape
  const y = prism.bottom
  const code = 'item.floating'
  const nodeIds = [item.id]
  switch (asset.attach) {
    case 'ceiling':
      return
    case 'wall': {
      // Bases and fixtures that hang on walls may also stand on the floor.
      if (y <= ON_M) return
      const near = nearObstacles(scene, level.id, boxOf(prism.outline), ON_WALL_M)
      if (isAtWall(near, prism)) return
      const message = `${item.id} hangs on a wall, and none is within ${metres(ON_WALL_M)} of it.`
      yield { code, nodeIds, message, at }
      return
    }
    case 'floor':
    case 'surface': {
      const under = Math.max(0, ...supports(scene, level.id, item))
      if (y <= under + ON_M) return
      const [x, , z] = item.position
      const message = `${item.id} is ${metres(y - under)} above what is under it.`
      const position = [x, quantize(under), z]
      const fix = { tool: 'edit_item', arguments: { id: item.id, position } }
      yield { code, nodeIds, message, at, fix }
      return
    }
    default:
      asset.attach satisfies never
  }
}

/** Heights of other items' surfaces and tops at or below the middle of an item's underside. */
function supports(scene: Scene, levelId: string, item: NodeOf<'item'>): number[] {
  const [x, y, z] = item.position
  return nearObstacles(scene, levelId, boxOf([[x, z]]), ON_M).flatMap(({ id, kind }) => {
    const shape = kind === 'item' && id !== item.id ? itemShape(scene, id) : undefined
    if (!shape || !contains(shape.prism.outline, [x, z], ON_M)) return []
    const { surfaceHeight } = shape.asset
    const { bottom, top } = shape.prism
    const faces = surfaceHeight === undefined ? [top] : [bottom + surfaceHeight, top]
    return faces.filter((height) => height <= y + ON_M)
  })
}
