import { expect, test } from 'vitest'
import { EXAMPLE_NAMES, exampleScene } from '../../tests/houses/example-scenes.ts'
import { sceneOf } from '../../tests/houses/scene-of.ts'
import { box } from '../../tests/houses/sound-house.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { mix } from '../geometry/point.ts'
import { area, centroid, contains, distanceToBorder } from '../geometry/polygon.ts'
import type { Point3 } from '../geometry/vector.ts'
import { itemShape } from '../kernel/item-shape.ts'
import { levelFrames } from '../kernel/levels.ts'
import { zoneRegions } from '../kernel/rooms.ts'
import type { NodeOf } from '../scene/nodes.ts'
import { childrenOf, nodesOf, type Scene } from '../scene/scene.ts'
import { drawnScene } from './drawn-scene.ts'
import { perspectiveDrawing } from './perspective-view.ts'
import { type Camera, lensOf, toPixel } from './raster/camera.ts'
import {
  EYE_M,
  HIDES_FROM_M,
  NEAREST_LOW_SHARE_MAX,
  NEAREST_SHARE_MAX,
  roomCamera,
} from './room-camera.ts'
import { readViewRequest } from './view-request.ts'

/** The eye's least distance from any item that reaches over a carpet, in metres. */
const CLEAR_M = 0.35
/** The same from walls: half of the clearance from things. */
const FROM_WALLS_M = 0.15
const ASPECT = 4 / 3

/** As views of rooms have it: wider in rooms under 7 and under 20 m². */
function fovOf({ polygon }: NodeOf<'zone'>): number {
  const size = area(polygon)
  if (size < 7) return 74
  return size < 20 ? 66 : 58
}

function cameraIn(scene: Scene, zone: NodeOf<'zone'>): Camera {
  const shown = drawnScene(scene)
  return roomCamera(
    scene,
    shown,
    zone,
    new Uint8Array(shown.kinds.length).fill(1),
    ASPECT,
    fovOf(zone),
  )
}

const itemsNear = (scene: Scene, zone: NodeOf<'zone'>) =>
  childrenOf(scene, zone.parent!, 'item').flatMap(({ id }) => {
    const prism = itemShape(scene, id)?.prism
    return prism && prism.top > 0.08 && prism.bottom < 1.9 ? [prism] : []
  })

/** By how much the nearest visible item of the room, as drawn, has more than its share allows. */
function nearestExcess(scene: Scene, zone: NodeOf<'zone'>, [x, , z]: Point3): number {
  const size = isLongRun ? { width: 160, height: 120 } : { width: 80, height: 60 }
  const request = readViewRequest({ view: 'perspective', targetId: zone.id, ...size })
  const { samplesOf } = perspectiveDrawing(scene, request).draw()
  const { nodeIds } = drawnScene(scene).drawn
  let nearest = { away: Infinity, excess: 0 }
  for (const [index, id] of nodeIds.entries()) {
    const prism = scene.nodes[id]?.kind === 'item' ? itemShape(scene, id)?.prism : undefined
    if (!prism || prism.bottom > 1.9 || samplesOf[index] === 0) continue
    const away = distanceToBorder(prism.outline, [x, z])
    const share = samplesOf[index] / (4 * size.width * size.height)
    const most = prism.top < HIDES_FROM_M ? NEAREST_LOW_SHARE_MAX : NEAREST_SHARE_MAX
    if (away < nearest.away) nearest = { away, excess: share - most }
  }
  return nearest.excess
}

/** The school has rooms with up to 60 items. */
const FOLDERS = EXAMPLE_NAMES.filter((name) => isLongRun || name === 'studio')

test.each(FOLDERS)(
  'cameras in the rooms of %s',
  (folder) => {
    const scene = exampleScene(folder)
    const faults: string[] = []
    for (const zone of nodesOf(scene, 'zone')) {
      const camera = cameraIn(scene, zone)
      const name = zone.label ?? zone.id
      const [x, y, z] = camera.eye
      const floor = levelFrames(scene).get(zone.parent!)!.elevation
      // Terraces and balconies of the examples lie 2 cm lower.
      if (Math.abs(y - floor - EYE_M) > 0.021) faults.push(`${name}: the eye is at ${y - floor} m`)
      const regions = zoneRegions(scene, zone.id)
      const room = regions.find(({ outer }) => contains(outer, [x, z]))
      if (!room) faults.push(`${name}: the eye is not in the room`)
      else if (distanceToBorder(room.outer, [x, z]) < FROM_WALLS_M)
        faults.push(`${name}: the eye is at a wall`)
      for (const { outline } of itemsNear(scene, zone)) {
        const away = distanceToBorder(outline, [x, z])
        if (contains(outline, [x, z]) || away < CLEAR_M)
          faults.push(`${name}: the eye is ${away.toFixed(2)} m from an item`)
      }
      const excess = nearestExcess(scene, zone, camera.eye)
      if (excess > 0) faults.push(`${name}: the nearest item has ${excess.toFixed(2)} too much`)
    }
    expect(faults).toEqual([])
  },
  120_000,
)

test('views of bedrooms and kitchens have the whole bed, hob and sink in the picture', () => {
  const scene = exampleScene('family-house')
  const main = ['bed_queen', 'bed_small_double', 'kitchen_hob', 'kitchen_sink']
  const faults: string[] = []
  let count = 0
  for (const zone of nodesOf(scene, 'zone')) {
    if (zone.roomType !== 'bedroom' && zone.roomType !== 'kitchen') continue
    const lens = lensOf(cameraIn(scene, zone), 400, 300, 100)
    const floor = levelFrames(scene).get(zone.parent!)!.elevation
    for (const { id, asset } of childrenOf(scene, zone.parent!, 'item')) {
      const { outline, top } = itemShape(scene, id)!.prism
      const middle = centroid(outline)
      if (!main.includes(asset) || !contains(zone.polygon, middle)) continue
      count++
      for (const corner of outline) {
        const [x, z] = mix(middle, corner, 0.5)
        const at = toPixel(lens, [x, floor + top, z])
        if (at.ahead <= 0 || at.x < 0 || at.y < 0 || at.x > 400 || at.y > 300)
          faults.push(`${zone.label}: ${asset}`)
      }
    }
  }
  // Four bedrooms and one kitchen.
  expect(count).toBe(6)
  expect(faults).toEqual([])
}, 60_000)

test('the eye is at its height over a raised floor', () => {
  const scene = sceneOf(
    { kind: 'zone', id: 'zone_3', polygon: box(0, 0, 4, 5), color: '#ffffff' },
    { kind: 'slab', id: 'slab_4', polygon: box(0, 0, 4, 5), top: 1.8 },
  )
  const { eye } = cameraIn(scene, nodesOf(scene, 'zone')[0])
  expect(eye[1]).toBeCloseTo(1.8 + EYE_M, 9)
})
