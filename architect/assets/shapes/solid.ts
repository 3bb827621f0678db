import earcut from 'earcut'
import { type MeshBuilder, newellNormal, type Point3 } from '../../geometry/mesh.ts'

/**
 * A closed solid of flat faces: each face is a ring of corners, counter-clockwise seen from outside.
 * Metres in the frame of an item: X its width, Y up from its underside, Z to its front.
 */
export interface Solid {
  corners: Point3[]
  faces: number[][]
}

/** Faces that meet in less than this are shaded as one bent surface, more is an edge, in degrees. */
const CREASE_DEGREES = 50

/**
 * Adds the solid's triangles. At a corner the normals of faces that bend into each other are one,
 * weighted by area: a chamfer then reads as a rounding and large faces stay flat to the eye.
 */
export function addSolid(builder: MeshBuilder, { corners, faces }: Solid): void {
  const areas = faces.map((face) => areaVector(face.map((index) => corners[index])))
  const normals = areas.map(unit3)
  const facesAt = corners.map((): number[] => [])
  for (const [index, face] of faces.entries())
    for (const corner of face) facesAt[corner].push(index)
  const crease = Math.cos((CREASE_DEGREES * Math.PI) / 180)
  const made = new Map<string, number>()
  for (const [index, face] of faces.entries()) {
    const at = face.map((corner) => {
      const bent = facesAt[corner].filter((other) => dot3(normals[other], normals[index]) > crease)
      const key = `${corner}:${bent.join()}`
      let known = made.get(key)
      if (known === undefined) {
        known = builder.corner(corners[corner], unit3(sum3(bent.map((other) => areas[other]))))
        made.set(key, known)
      }
      return known
    })
    for (const [a, b, c] of trianglesOf(face.map((corner) => corners[corner])))
      builder.triangle(at[a], at[b], at[c])
  }
}

function trianglesOf(ring: Point3[]): [number, number, number][] {
  if (ring.length === 3) return [[0, 1, 2]]
  if (ring.length === 4)
    return [
      [0, 1, 2],
      [0, 2, 3],
    ]
  const normal = newellNormal(ring)
  const [nx, ny, nz] = normal.map(Math.abs)
  // Seen along the axis in which the face is largest; the other two in the order that keeps its turn.
  const axis = ny >= nx && ny >= nz ? 1 : nx >= nz ? 0 : 2
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3]
  const isTurned = normal[axis] < 0
  const flat = ring.flatMap((corner) => [corner[u], corner[v]])
  const found = earcut(flat)
  const triangles: [number, number, number][] = []
  for (let i = 0; i < found.length; i += 3) {
    const [a, b, c] = [found[i], found[i + 1], found[i + 2]]
    const turn =
      (flat[2 * b] - flat[2 * a]) * (flat[2 * c + 1] - flat[2 * a + 1]) -
      (flat[2 * c] - flat[2 * a]) * (flat[2 * b + 1] - flat[2 * a + 1])
    triangles.push(turn < 0 === isTurned ? [a, b, c] : [a, c, b])
  }
  return triangles
}

/** The normal, as long as twice the area. */
function areaVector(ring: Point3[]): Point3 {
  let [x, y, z] = [0, 0, 0]
  for (let i = 0; i < ring.length; i++) {
    const [a, b] = [ring[i], ring[(i + 1) % ring.length]]
    x += (a[1] - b[1]) * (a[2] + b[2])
    y += (a[2] - b[2]) * (a[0] + b[0])
    z += (a[0] - b[0]) * (a[1] + b[1])
  }
  return [x, y, z]
}

const dot3 = (a: Point3, b: Point3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const sum3 = (all: Point3[]): Point3 =>
  all.reduce((sum, add): Point3 => [sum[0] + add[0], sum[1] + add[1], sum[2] + add[2]], [0, 0, 0])
function unit3([x, y, z]: Point3): Point3 {
  const size = Math.hypot(x, y, z)
  return size === 0 ? [0, 1, 0] : [x / size, y / size, z / size]
}
