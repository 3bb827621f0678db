import type { Body } from '../../kernel/body.ts'
import { textureFrames } from '../../kernel/texture-coordinates.ts'
import { lightOf } from '../../scene/light.ts'
import type { Material, TextureName } from '../../scene/materials.ts'

/** How a triangle reflects light. */
export interface Look {
  r: number
  g: number
  b: number
  roughness: number
  metallic: number
  /** True when things behind it are visible through it. */
  isGlass: boolean
  /** Absent where the look has one colour. Its map is made when a pixel first needs it. */
  texture?: TextureName
}

/** Bodies as flat arrays with one entry a triangle: what the rasterizer reads. */
export interface DrawnTriangles {
  count: number
  /** Nine a triangle: x, y, z of its corners. */
  corners: Float64Array
  /** Nine a triangle, read where `isSmooth`. */
  cornerNormals: Float32Array
  /** Three a triangle. */
  normals: Float32Array
  isSmooth: Uint8Array
  /** Number of the flat face or curved surface; no line is drawn inside of one. */
  surface: Uint32Array
  look: Uint16Array
  /** Index into `nodeIds`, one a triangle. */
  node: Uint32Array
  /** Number of the texture's frame in `frames`, one a triangle; read for looks with a texture. */
  frame: Uint32Array
  /** Eight a frame: the axes u and v, then u and v of the origin, as in `TextureFrame`. */
  frames: number[]
  looks: Look[]
  nodeIds: string[]
}

/**
 * Twice the area of the smallest drawn triangle, in square metres: below it the normal is noise.
 */
const SLIVER_M2 = 1e-7
/** Transmission from which a material counts as glass. */
const GLASS_FROM = 0.3
/**
 * A corner whose normal leaves its face's by more is of a curved surface: the cosine of 2 degrees.
 */
const SMOOTH_COSINE = 0.9994

export function drawnTriangles(bodies: readonly Body[]): DrawnTriangles {
  let count = 0
  for (const { parts } of bodies) for (const { mesh } of parts) count += mesh.indices.length / 3
  const drawn: DrawnTriangles = {
    count: 0,
    corners: new Float64Array(count * 9),
    cornerNormals: new Float32Array(count * 9),
    normals: new Float32Array(count * 3),
    isSmooth: new Uint8Array(count),
    surface: new Uint32Array(count),
    look: new Uint16Array(count),
    node: new Uint32Array(count),
    frame: new Uint32Array(count),
    frames: [],
    looks: [],
    nodeIds: bodies.map(({ nodeId }) => nodeId),
  }
  const known = new Map<string, number>()
  const { corners, cornerNormals } = drawn
  let surface = 0
  for (const [node, { parts }] of bodies.entries()) {
    for (const part of parts) {
      const { mesh, material } = part
      const look = lookIndex(material, drawn.looks, known)
      const laid = drawn.looks[look].texture ? textureFrames(part) : null
      const firstFrame = drawn.frames.length / 8
      for (const { u, v, u0, v0 } of laid?.frames ?? []) drawn.frames.push(...u, ...v, u0, v0)
      const { positions, normals, indices } = mesh
      // Normal of the previous triangle, and distance of its plane from the middle of the world.
      let [lastX, lastY, lastZ, lastOffset] = [0, 0, 0, 0]
      surface++
      for (let i = 0; i < indices.length; i += 3) {
        const t = drawn.count
        const at = t * 9
        for (let k = 0; k < 3; k++) {
          const from = indices[i + k] * 3
          const to = at + k * 3
          for (let axis = 0; axis < 3; axis++) {
            corners[to + axis] = positions[from + axis]
            cornerNormals[to + axis] = normals[from + axis]
          }
        }
        if (!faceNormal(corners, at)) continue
        drawn.count++
        const nx = normal[0]
        const ny = normal[1]
        const nz = normal[2]
        drawn.normals[t * 3] = nx
        drawn.normals[t * 3 + 1] = ny
        drawn.normals[t * 3 + 2] = nz
        let isSmooth = false
        for (let k = at; k < at + 9; k += 3) {
          if (
            cornerNormals[k] * nx + cornerNormals[k + 1] * ny + cornerNormals[k + 2] * nz <
            SMOOTH_COSINE
          )
            isSmooth = true
        }
        drawn.isSmooth[t] = isSmooth ? 1 : 0
        // Triangles of one face come one after another out of a mesh. Curved ones have no plane.
        const planeX = isSmooth ? 9 : nx
        const planeY = isSmooth ? 9 : ny
        const planeZ = isSmooth ? 9 : nz
        const offset = isSmooth ? 9 : nx * corners[at] + ny * corners[at + 1] + nz * corners[at + 2]
        if (
          Math.abs(planeX - lastX) > 1e-4 ||
          Math.abs(planeY - lastY) > 1e-4 ||
          Math.abs(planeZ - lastZ) > 1e-4 ||
          Math.abs(offset - lastOffset) > 1e-4
        )
          surface++
        lastX = planeX
        lastY = planeY
        lastZ = planeZ
        lastOffset = offset
        drawn.surface[t] = surface
        drawn.look[t] = look
        drawn.node[t] = node
        if (laid) drawn.frame[t] = firstFrame + laid.ofTriangle[i / 3]
      }
    }
  }
  return drawn
}

/** Filled by `faceNormal`, of length 1. */
const normal = new Float64Array(3)

/** True when the triangle has enough area for a normal. */
function faceNormal(corners: Float64Array, at: number): boolean {
  const ux = corners[at + 3] - corners[at]
  const uy = corners[at + 4] - corners[at + 1]
  const uz = corners[at + 5] - corners[at + 2]
  const vx = corners[at + 6] - corners[at]
  const vy = corners[at + 7] - corners[at + 1]
  const vz = corners[at + 8] - corners[at + 2]
  const x = uy * vz - uz * vy
  const y = uz * vx - ux * vz
  const z = ux * vy - uy * vx
  const size = Math.sqrt(x * x + y * y + z * z)
  normal[0] = x / size
  normal[1] = y / size
  normal[2] = z / size
  return size >= SLIVER_M2
}

function lookIndex(material: Material, looks: Look[], known: Map<string, number>): number {
  const { color, roughness, metallic, transmission, texture } = material
  const key = `${color} ${roughness} ${metallic} ${transmission} ${texture}`
  const index = known.get(key) ?? looks.length
  if (index === looks.length) {
    const [r, g, b] = lightOf(color)
    const isGlass = transmission >= GLASS_FROM
    looks.push({ r, g, b, roughness, metallic, isGlass, ...(texture && { texture }) })
    known.set(key, index)
  }
  return index
}
