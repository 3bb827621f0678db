import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { area, contains, distanceToBorder } from '../geometry/polygon.ts'
import type { Point3 } from '../geometry/vector.ts'
import { itemShape } from '../kernel/item-shape.ts'
import { levelFrames } from '../kernel/levels.ts'
import { zoneRegions } from '../kernel/rooms.ts'
import type { NodeOf } from '../scene/nodes.ts'
import { childrenOf, nodesOf, type Scene } from '../scene/scene.ts'
import { readScene } from '../scene/scene-file.ts'
import { drawnScene } from './drawn-scene.ts'
import { perspectiveDrawing } from './perspective-view.ts'
import type { Camera } from './raster/camera.ts'
import { EYE_M, NEAREST_SHARE_MAX, roomCamera } from './room-camera.ts'
import { readViewRequest } from './view-request.ts'

/** The eye's least distance from any item that reaches over a carpet, in metres. */
const CLEAR_M = 0.35
/** The same from walls. */
const FROM_WALLS_M = 0.35
const ASPECT = 4 / 3

function example(folder: string): Scene {
  const path = join(import.meta.dirname, '../examples', folder, 'scene.json')
  const read = readScene(readFileSync(path, 'utf8'))
  if (!('scene' in read)) throw new Error(`${folder} is not a scene`)
  return read.scene
}

/** As views of rooms have it: wider in rooms under 7 m². */
const fovOf = ({ polygon }: NodeOf<'zone'>): number => (area(polygon) < 7 ? 74 : 58)

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

/** The share of the picture that the nearest visible item of the room has, as it is drawn. */
function nearestShare(scene: Scene, zone: NodeOf<'zone'>, [x, , z]: Point3): number {
  const size = { width: 160, height: 120 }
  const request = readViewRequest({ view: 'perspective', targetId: zone.id, ...size })
  const { samplesOf } = perspectiveDrawing(scene, request).draw()
  const { nodeIds } = drawnScene(scene).drawn
  let nearest = { away: Infinity, share: 0 }
  for (const [index, id] of nodeIds.entries()) {
    const prism = scene.nodes[id]?.kind === 'item' ? itemShape(scene, id)?.prism : undefined
    if (!prism || prism.bottom > 1.9 || samplesOf[index] === 0) continue
    const away = distanceToBorder(prism.outline, [x, z])
    const share = samplesOf[index] / (4 * size.width * size.height)
    if (away < nearest.away) nearest = { away, share }
  }
  return nearest.share
}

test.each(['studio', 'family-house', 'school'])(
  'cameras in the rooms of %s',
  (folder) => {
    const scene = example(folder)
    const faults: string[] = []
    for (const zone of nodesOf(scene, 'zone')) {
      const camera = cameraIn(scene, zone)
      const name = zone.label ?? zone.id
      const [x, y, z] = camera.eye
      const floor = levelFrames(scene).get(zone.parent!)!.elevation
      if (Math.abs(y - floor - EYE_M) > 1e-9) faults.push(`${name}: the eye is at ${y - floor} m`)
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
      const share = nearestShare(scene, zone, camera.eye)
      if (share > NEAREST_SHARE_MAX)
        faults.push(`${name}: the nearest item has ${share.toFixed(2)}`)
    }
    expect(faults).toEqual([])
  },
  120_000,
)
