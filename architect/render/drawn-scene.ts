import { prism, rectangle } from '../geometry/mesh.ts'
import { sceneBodies } from '../kernel/bodies.ts'
import type { Body } from '../kernel/body.ts'
import { type LevelFrame, levelFrames } from '../kernel/levels.ts'
import { materialOf } from '../scene/materials.ts'
import type { Kind } from '../scene/nodes.ts'
import { levelIdOf, type Scene } from '../scene/scene.ts'
import { type DrawnTriangles, drawnTriangles } from './raster/drawn-triangles.ts'
import { ViewError } from './view-error.ts'

/** A scene for the rasterizer: the solids of its nodes, and endless ground under them. */
export interface DrawnScene {
  drawn: DrawnTriangles
  /** Kind of each node of `drawn.nodeIds`; the last one is the ground, of kind `site`. */
  kinds: Kind[]
  levels: (LevelFrame | undefined)[]
  ground: number
  /** The least and the greatest x, y and z, without the site. */
  low: [number, number, number]
  high: [number, number, number]
}

const known = new WeakMap<Scene['nodes'], DrawnScene>()

/** Cached by the map of nodes. Throws `ViewError` where the scene has no solids. */
export function drawnScene(scene: Scene): DrawnScene {
  const cached = known.get(scene.nodes)
  if (cached) return cached
  const bodies = sceneBodies(scene)
  if (bodies.length === 0)
    throw new ViewError('nothing_to_see', 'The project has nothing with a body yet.')
  const frames = levelFrames(scene)
  const kinds = bodies.map(({ nodeId }) => scene.nodes[nodeId].kind)
  const built = bodies.filter((_, index) => kinds[index] !== 'site')
  const { low, high } = boundsOf(built.length > 0 ? built : bodies)
  const ground = groundUnder(bodies, kinds, low, high)
  const answer: DrawnScene = {
    drawn: drawnTriangles([...bodies, ground]),
    kinds: [...kinds, 'site'],
    levels: [
      ...bodies.map(({ nodeId }) => frames.get(levelIdOf(scene, scene.nodes[nodeId]) ?? '')),
      undefined,
    ],
    ground: bodies.length,
    low,
    high,
  }
  known.set(scene.nodes, answer)
  return answer
}

/** Size of the ground, as a multiple of the house's: it fades out long before its edge. */
const GROUND_TIMES = 14

function groundUnder(
  bodies: Body[],
  kinds: Kind[],
  [minX, minY, minZ]: number[],
  [maxX, , maxZ]: number[],
): Body {
  const sites = bodies.filter((_, index) => kinds[index] === 'site')
  const top = sites.length > 0 ? boundsOf(sites).low[1] : Math.min(0, Math.max(minY, -0.3))
  const size = GROUND_TIMES * Math.max(20, maxX - minX, maxZ - minZ)
  const mesh = prism(
    rectangle([(minX + maxX) / 2, (minZ + maxZ) / 2], size, size),
    top - 0.1,
    top - 0.001,
  )
  const material = { ...materialOf(undefined, 'paint_charcoal'), color: '#e4e4df', roughness: 0.9 }
  return { nodeId: '', parts: [{ name: 'ground', material, mesh }] }
}

function boundsOf(bodies: Body[]): Pick<DrawnScene, 'low' | 'high'> {
  const low: DrawnScene['low'] = [Infinity, Infinity, Infinity]
  const high: DrawnScene['high'] = [-Infinity, -Infinity, -Infinity]
  for (const { parts } of bodies) {
    for (const { mesh } of parts) {
      const { positions } = mesh
      for (let i = 0; i < positions.length; i++) {
        const axis = i % 3
        if (positions[i] < low[axis]) low[axis] = positions[i]
        if (positions[i] > high[axis]) high[axis] = positions[i]
      }
    }
  }
  return { low, high }
}
