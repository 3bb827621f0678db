import { rotate } from '../geometry/point.ts'
import type { Part } from '../kernel/body.ts'
import { texturedMesh } from '../kernel/texture-coordinates.ts'
import type { Material } from '../scene/materials.ts'
import { type Frame, rounded } from './frame.ts'
import { materialKey } from './shared-materials.ts'

/** Triangles of one material, in single precision. */
export interface Triangles {
  material: Material
  isPane: boolean
  positions: Float32Array
  normals: Float32Array
  /** Metres to the right and downward, as images run. */
  coordinates: Float32Array
  indices: Uint16Array | Uint32Array
}

/** Indices below this fit into two bytes; the last one of them is reserved by glTF. */
const SHORT_INDICES_MAX = 65_535

/** The parts of a body within a frame, as triangles by material. */
export function trianglesOf(parts: readonly Part[], frame: Frame): Triangles[] {
  const groups = new Map<string, Part[]>()
  for (const part of parts) {
    const key = materialKey(part.material, isPane(part))
    const group = groups.get(key)
    if (group) group.push(part)
    else groups.set(key, [part])
  }
  return [...groups.values()]
    .map((group) => merged(group, frame))
    .filter(({ indices }) => indices.length > 0)
}

const isPane = ({ name }: Part): boolean => /^pane(_|$)/.test(name)

function merged(parts: readonly Part[], frame: Frame): Triangles {
  const meshes = parts.map(texturedMesh)
  const corners = meshes.reduce((sum, { positions }) => sum + positions.length / 3, 0)
  const [positions, normals] = [new Float32Array(corners * 3), new Float32Array(corners * 3)]
  const coordinates = new Float32Array(corners * 2)
  const indices: number[] = []
  const turn = turnInto(frame)
  let first = 0
  for (const mesh of meshes) {
    turn(mesh.positions, frame.position, positions, first * 3)
    turn(mesh.normals, [0, 0, 0], normals, first * 3)
    for (let i = 0; i < mesh.coordinates.length; i += 2) {
      coordinates[first * 2 + i] = rounded(mesh.coordinates[i])
      // The first row of an image is its upper edge, at 0.
      coordinates[first * 2 + i + 1] = rounded(-mesh.coordinates[i + 1])
    }
    for (let i = 0; i < mesh.indices.length; i += 3) {
      const [a, b, c] = [mesh.indices[i], mesh.indices[i + 1], mesh.indices[i + 2]]
      const isLine =
        areOne(positions, first + a, first + b) ||
        areOne(positions, first + b, first + c) ||
        areOne(positions, first + c, first + a)
      if (!isLine) indices.push(first + a, first + b, first + c)
    }
    first += mesh.positions.length / 3
  }
  const { material } = parts[0]
  return {
    material,
    isPane: isPane(parts[0]),
    positions,
    normals,
    coordinates,
    indices: corners < SHORT_INDICES_MAX ? Uint16Array.from(indices) : Uint32Array.from(indices),
  }
}

/** Turns and moves values of the world into a frame: with one sine for all of them. */
function turnInto({ degrees }: Frame) {
  // East turned clockwise gives cosine and sine, exact at quarter turns.
  const [cosine, sine] = rotate([1, 0], -degrees)
  return (from: Float64Array, [px, py, pz]: readonly number[], to: Float32Array, start: number) => {
    for (let i = 0; i < from.length; i += 3) {
      const [x, z] = [from[i] - px, from[i + 2] - pz]
      to[start + i] = rounded(x * cosine - z * sine)
      to[start + i + 1] = rounded(from[i + 1] - py)
      to[start + i + 2] = rounded(z * cosine + x * sine)
    }
  }
}

/** Whether two corners are at one point, so that a triangle of both is a line. */
const areOne = (positions: Float32Array, a: number, b: number): boolean =>
  positions[a * 3] === positions[b * 3] &&
  positions[a * 3 + 1] === positions[b * 3 + 1] &&
  positions[a * 3 + 2] === positions[b * 3 + 2]
