import { areaVector, faceTriangles, type MeshBuilder, newellNormal } from '../../geometry/mesh.ts'
import { dot3, type Point3, plus, unit3 } from '../../geometry/vector.ts'

/**
 * A closed solid of flat faces: each face is a ring of corners, counter-clockwise seen from
 * outside. Metres in the frame of an item: X its width, Y up from its underside, Z to its front.
 */
export interface Solid {
  corners: Point3[]
  faces: number[][]
}

/**
 * Faces at a smaller angle are shaded as one curved surface, at a greater one as an edge, in
 * degrees.
 */
const CREASE_DEGREES = 50
/** The normal of a face without area. */
const UP: Point3 = [0, 1, 0]

/**
 * Adds the solid's triangles. At a corner the normals of faces that bend into each other are one,
 * weighted by area: a chamfer then reads as a rounding and large faces stay flat to the eye.
 */
export function addSolid(builder: MeshBuilder, { corners, faces }: Solid): void {
  const areas = faces.map((face) => areaVector(face.map((index) => corners[index])))
  const normals = areas.map((area) => unit3(area, UP))
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
        known = builder.corner(corners[corner], unit3(sum3(bent.map((other) => areas[other])), UP))
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
  return faceTriangles(ring, newellNormal(ring))
}

const sum3 = (all: Point3[]): Point3 => all.reduce((sum, add) => plus(sum, add), [0, 0, 0])
