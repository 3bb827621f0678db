import type { Lens } from './camera.ts'
import type { DrawnTriangles } from './drawn-triangles.ts'
import type { DepthPlane, Rows } from './fill-triangle.ts'
import type { NearnessPlanes } from './projected-triangles.ts'

/** How dark each line is drawn, 0 to 255: where something ends in front of another, and a fold. */
const OUTLINE = 190
const FOLD = 105
/** Darkness of a line where two things or two materials meet in one plane. */
const SEAM = 60
/** A step in depth of this is an outline, in metres. */
const STEP_M = 0.035
/** A step between two faces that look the same way is a line already. */
const LEDGE_M = 0.002
/** Faces that turn by less are one curved surface to the eye: the cosine of 40 degrees. */
const FOLD_COSINE = 0.766
/** Lines fade where a pixel is more than this of the world, in metres: far things stay clean. */
const FADE_M = 0.02
const FAINTEST = 0.3

/**
 * Adds to `lines`, one value a pixel, how dark the lines of one plane of samples are. There is no
 * line between the node `ground` and the sky.
 */
export function addEdgeLines(
  drawn: DrawnTriangles,
  lens: Lens,
  plane: DepthPlane,
  offset: readonly [x: number, y: number],
  nearness: NearnessPlanes,
  lines: Uint16Array,
  ground: number | undefined,
  rows: Rows,
): void {
  const { width, height, ids, nearness: near } = plane
  const { surface, node } = drawn
  const [ox, oy] = offset
  // A line between a row and the next may be drawn on the next.
  for (let y = Math.max(0, rows.start - 1); y < rows.end; y++) {
    const row = y * width
    for (let x = 0; x < width; x++) {
      const at = row + x
      const own = ids[at]
      if (own === ids[x + 1 < width ? at + 1 : at] && own === ids[y + 1 < height ? at + width : at])
        continue
      for (let k = 0; k < 2; k++) {
        if (k === 0 ? x + 1 === width : y + 1 === height) continue
        const next = k === 0 ? at + 1 : at + width
        const other = ids[next]
        if (own === other) continue
        if (own !== 0 && other !== 0 && surface[own - 1] === surface[other - 1]) continue
        if (own === 0 && node[other - 1] === ground) continue
        if (other === 0 && node[own - 1] === ground) continue
        const strength = lineBetween(
          drawn,
          lens,
          nearness,
          own - 1,
          other - 1,
          x + ox,
          y + oy,
          k === 0 ? 1 : 0,
          near[at],
          near[next],
        )
        if (strength === 0) continue
        // Where two solids touch, single samples show the face between them: no more than a speck
        // in a face that goes on behind it.
        const ahead = k === 0 ? x + 2 < width : y + 2 < height
        const behind = k === 0 ? x > 0 : y > 0
        const step = next - at
        if (!isStep && ahead && goesOn(drawn, lens, nearness, own, ids[next + step], near[at]))
          continue
        if (!isStep && behind && goesOn(drawn, lens, nearness, ids[at - step], other, near[next]))
          continue
        // An outline belongs to the nearer of the two, which it goes around. At a fold both are as
        // near: all of its line is on one of them, or it would jump from side to side.
        const isNext = isStep ? near[next] > near[at] : surface[other - 1] > surface[own - 1]
        const inked = isNext ? next : at
        lines[inked] = Math.min(1023, lines[inked] + strength)
      }
    }
  }
}

/** Whether two samples, of triangles counted from 1, are of one plane and one look. */
function goesOn(
  { normals, surface, look }: DrawnTriangles,
  { isPerspective, width, height, far }: Lens,
  { a, b, c }: NearnessPlanes,
  one: number,
  two: number,
  near: number,
): boolean {
  if (one === 0 || two === 0) return false
  const [p, q] = [one - 1, two - 1]
  if (surface[p] === surface[q]) return true
  const [i, j] = [p * 3, q * 3]
  const cosine =
    normals[i] * normals[j] + normals[i + 1] * normals[j + 1] + normals[i + 2] * normals[j + 2]
  if (cosine < 0.999 || look[p] !== look[q]) return false
  // Both planes are at one place where they are, at two places of the picture.
  const apart = Math.max(
    Math.abs(c[p] - c[q] + (a[p] - a[q]) * (width / 2) + (b[p] - b[q]) * (height / 2)),
    Math.abs(c[p] - c[q]),
  )
  return (isPerspective ? apart / (near * near) : apart * far) < LEDGE_M / 2
}

/** True when the last line that `lineBetween` found is an outline. */
let isStep = false

function lineBetween(
  { normals, node, look }: DrawnTriangles,
  lens: Lens,
  { a, b, c }: NearnessPlanes,
  one: number,
  two: number,
  x: number,
  y: number,
  right: number,
  nearOne: number,
  nearTwo: number,
): number {
  const { isPerspective, scale, far } = lens
  const nearest = Math.max(nearOne, nearTwo)
  const pixelM = isPerspective ? 1 / (nearest * scale) : 1 / scale
  const faint = Math.max(FAINTEST, Math.min(1, FADE_M / pixelM))
  isStep = true
  if (one < 0 || two < 0) return (OUTLINE * faint) | 0
  const nx = x + right
  const ny = y + 1 - right
  // Where the face of each would be, were it to go on to the pixel of the other.
  const byOne = Math.abs(a[one] * nx + b[one] * ny + c[one] - nearTwo)
  const byTwo = Math.abs(a[two] * x + b[two] * y + c[two] - nearOne)
  const step = Math.min(byOne, byTwo)
  const stepM = isPerspective ? step / (nearest * nearest) : step * far
  if (stepM > STEP_M + pixelM * 0.5) return (OUTLINE * faint) | 0
  isStep = false
  const [i, j] = [one * 3, two * 3]
  const cosine =
    normals[i] * normals[j] + normals[i + 1] * normals[j + 1] + normals[i + 2] * normals[j + 2]
  if (cosine < FOLD_COSINE) return (FOLD * faint) | 0
  // The edge of a panel on a door: its own side is less than a pixel wide.
  if (cosine > 0.999 && stepM > LEDGE_M) return (FOLD * faint) | 0
  if (cosine > 0.999 && look[one] === look[two]) return 0
  return node[one] !== node[two] || look[one] !== look[two] ? (SEAM * faint) | 0 : 0
}
