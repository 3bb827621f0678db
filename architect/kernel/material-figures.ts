import type { Mesh } from '../geometry/mesh.ts'
import { volumeOf, volumeOfAll } from '../geometry/mesh-measure.ts'
import { type Material, type MaterialName, presetOf } from '../scene/materials.ts'
import type { Kind } from '../scene/nodes.ts'
import { levelIdOf, type Scene } from '../scene/scene.ts'
import { bodyOf } from './bodies.ts'
import type { Body } from './body.ts'
import { wallFacesArea } from './walls/wall-face-area.ts'
import { wallShapes } from './walls/wall-shapes.ts'

/** Area and volume of one look, over all nodes of a kind. */
export interface MaterialOfKind {
  kind: Kind
  /**
   * Square metres that a finish covers: both faces of walls, the upper face of floors, roofs and
   * ground, the lower face of ceilings and undersides, the upright faces of edges and gables, and
   * of all else the whole surface.
   */
  area: number
  /** Cubic metres; that of a wall is counted for the look of its body. */
  volume: number
}

export interface MaterialFigures {
  /** The first look of this preset, colour and pattern. */
  material: Material
  /** The preset of exactly this look; null for a look in a colour of its own. */
  preset: MaterialName | null
  area: number
  volume: number
  /** The same by kind of node, sorted by kind. */
  kinds: MaterialOfKind[]
}

/**
 * Area and volume of every look of a project, or of one level; the largest area first, then by
 * colour. Volumes of walls, floors, roofs, columns and beams sum to the figures of their levels.
 */
export function materialFigures(scene: Scene, levelId?: string): MaterialFigures[] {
  const figures = new Map<string, MaterialFigures>()
  for (const [id, node] of Object.entries(scene.nodes)) {
    if (levelId !== undefined && levelIdOf(scene, node) !== levelId) continue
    const body = bodyOf(scene, id)
    if (!body) continue
    for (const { material, area, volume } of measured(scene, body, node.kind)) {
      const preset = presetOf(material)
      // What nobody can tell apart in a list is one: the same colour on matt and on glossy faces.
      const key = JSON.stringify([preset, material.color, material.texture])
      const known = figures.get(key) ?? {
        material,
        preset,
        area: 0,
        volume: 0,
        kinds: [],
      }
      figures.set(key, known)
      known.area += area
      known.volume += volume
      const own = known.kinds.find(({ kind }) => kind === node.kind)
      if (own) {
        own.area += area
        own.volume += volume
      } else known.kinds.push({ kind: node.kind, area, volume })
    }
  }
  for (const { kinds } of figures.values()) kinds.sort((a, b) => (a.kind < b.kind ? -1 : 1))
  return [...figures]
    .sort(([a, one], [b, other]) => other.area - one.area || (a < b ? -1 : 1))
    .map(([, figure]) => figure)
}

interface Measured {
  material: Material
  area: number
  volume: number
}

function measured(scene: Scene, { nodeId, parts }: Body, kind: Kind): Measured[] {
  if (kind !== 'wall')
    return parts.map(({ name, material, mesh }) => ({
      material,
      area: areaOf(mesh, finishedSide(kind, name)),
      volume: volumeOf(mesh),
    }))
  // Both faces and the body of a wall are closed together: its volume is that of the body's look.
  const { path } = wallShapes(scene, levelIdOf(scene, scene.nodes[nodeId])!).get(nodeId)!
  const volume = volumeOfAll(parts.map(({ mesh }) => mesh))
  return parts.map(({ material, mesh }, index) => ({
    material,
    area: wallFacesArea(mesh, path),
    volume: index === parts.length - 1 ? volume : 0,
  }))
}

/** The faces of a part that a finish covers. */
type Side = 'up' | 'down' | 'upright' | 'all'

function finishedSide(kind: Kind, part: string): Side {
  switch (`${kind}.${part}`) {
    case 'slab.top':
    case 'roof.cover':
      return 'up'
    case 'slab.underside':
    case 'roof.underside':
    case 'ceiling.board':
      return 'down'
    case 'slab.side':
    case 'slab.facade':
    case 'roof.gable':
      return 'upright'
    default:
      return kind === 'site' ? 'up' : 'all'
  }
}

/** Faces whose normal rises by less than this are upright, as a sine. */
const UPRIGHT_SINE = 1e-3

function areaOf({ positions, indices }: Mesh, side: Side): number {
  let total = 0
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [indices[i] * 3, indices[i + 1] * 3, indices[i + 2] * 3]
    const [ax, ay, az] = [positions[a], positions[a + 1], positions[a + 2]]
    const [ux, uy, uz] = [positions[b] - ax, positions[b + 1] - ay, positions[b + 2] - az]
    const [vx, vy, vz] = [positions[c] - ax, positions[c + 1] - ay, positions[c + 2] - az]
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
    const double = Math.hypot(nx, ny, nz)
    if (isOf(side, ny, double * UPRIGHT_SINE)) total += double / 2
  }
  return total
}

function isOf(side: Side, rise: number, least: number): boolean {
  switch (side) {
    case 'up':
      return rise > least
    case 'down':
      return rise < -least
    case 'upright':
      return Math.abs(rise) <= least
    case 'all':
      return true
    default:
      return side satisfies never
  }
}
