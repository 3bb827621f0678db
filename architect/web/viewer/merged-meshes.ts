import { BufferAttribute, BufferGeometry, type Material, Matrix3, Mesh, Vector3 } from 'three'
import type { DrawnMesh } from './model-materials.ts'

/** Where the triangles of a mesh are in the index of a merged one. */
export interface MergedRange {
  geometry: BufferGeometry
  start: number
  count: number
}

export interface Merged {
  mesh: Mesh<BufferGeometry, Material>
  /** For each merged mesh, in the order given. */
  ranges: MergedRange[]
}

/**
 * One mesh in the frame of the world for many of one material: a building has thousands, and each
 * costs a call to draw. The matrices of the meshes must be current.
 */
export function mergeMeshes(meshes: readonly DrawnMesh[], material: Material): Merged {
  const corners = sum(meshes, ({ geometry }) => geometry.attributes.position.count)
  const indices = sum(meshes, ({ geometry }) => indexCount(geometry))
  const position = new Float32Array(corners * 3)
  const normal = new Float32Array(corners * 3)
  const uv = new Float32Array(corners * 2)
  const index = new Uint32Array(indices)
  const geometry = new BufferGeometry()
  const ranges: MergedRange[] = []
  const [point, way, turn] = [new Vector3(), new Vector3(), new Matrix3()]
  let [corner, start] = [0, 0]
  for (const { geometry: own, matrixWorld } of meshes) {
    turn.getNormalMatrix(matrixWorld)
    const { position: points, normal: normals, uv: coordinates } = own.attributes
    for (let i = 0; i < points.count; i++) {
      point.fromBufferAttribute(points, i).applyMatrix4(matrixWorld)
      point.toArray(position, (corner + i) * 3)
      if (normals) way.fromBufferAttribute(normals, i).applyMatrix3(turn).normalize()
      way.toArray(normal, (corner + i) * 3)
      if (!coordinates) continue
      uv[(corner + i) * 2] = coordinates.getX(i)
      uv[(corner + i) * 2 + 1] = coordinates.getY(i)
    }
    const count = indexCount(own)
    for (let i = 0; i < count; i++) index[start + i] = corner + (own.index ? own.index.getX(i) : i)
    ranges.push({ geometry, start, count })
    corner += points.count
    start += count
  }
  geometry.setAttribute('position', new BufferAttribute(position, 3))
  geometry.setAttribute('normal', new BufferAttribute(normal, 3))
  geometry.setAttribute('uv', new BufferAttribute(uv, 2))
  geometry.setIndex(new BufferAttribute(index, 1))
  const mesh = new Mesh(geometry, material)
  mesh.matrixAutoUpdate = false
  return { mesh, ranges }
}

/** Removes triangles from a merged mesh: they become points without area. */
export function removeRange({ geometry, start, count }: MergedRange): void {
  const index = geometry.index as BufferAttribute
  ;(index.array as Uint32Array).fill(0, start, start + count)
  index.needsUpdate = true
}

const indexCount = ({ index, attributes }: BufferGeometry): number =>
  index ? index.count : attributes.position.count

const sum = <Each>(all: readonly Each[], of: (each: Each) => number): number =>
  all.reduce((total, each) => total + of(each), 0)
