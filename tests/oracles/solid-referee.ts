import type Module from 'manifold-3d'
import type { Mesh } from '../../architect/geometry/mesh.ts'

/** Corners nearer than this are one, in metres. */
const WELD_M = 1e-6

/**
 * Volume of the mesh in cubic metres by manifold-3d, independent of Plat. Throws when it is not a
 * solid.
 */
export function solidVolume(
  { Manifold, Mesh: ManifoldMesh }: Awaited<ReturnType<typeof Module>>,
  { positions, indices }: Mesh,
): number {
  const ids = new Map<string, number>()
  const places: number[] = []
  const corner = (index: number): number => {
    const place = [0, 1, 2].map((axis) => positions[index * 3 + axis])
    const key = place.map((value) => Math.round(value / WELD_M)).join(',')
    const known = ids.get(key)
    if (known !== undefined) return known
    ids.set(key, ids.size)
    places.push(...place)
    return ids.size - 1
  }
  const triVerts = Uint32Array.from(indices, corner)
  const solid = new Manifold(
    new ManifoldMesh({ numProp: 3, vertProperties: Float32Array.from(places), triVerts }),
  )
  const volume = solid.volume()
  solid.delete()
  return volume
}
