import type { Lens } from './camera.ts'
import type { DrawnTriangles } from './drawn-triangles.ts'
import type { DepthPlane, Rows } from './fill-triangle.ts'
import { NEAR, OPEN, type ShadedPoint } from './shading.ts'

/** Things nearer than this darken a corner, in metres. */
const REACH_M = 0.7
/** Places looked at about a pixel: in so many directions, each at several distances. */
const DIRECTIONS = 6
const STEPS = [0.18, 0.5, 1]
/** The same 16 turns in each field of 4 by 4 pixels; the average runs over such a field. */
const FIELD = 4
const FARTHEST_PIXELS = 64
/** Rows that must be drawn beyond the requested ones, for the samples and for the averages. */
export const OCCLUSION_ROWS = FARTHEST_PIXELS * 1.5
/** Those of them for which the occlusion is computed, for the averages. */
const AVERAGED_ROWS = 8

export interface Occlusion {
  width: number
  height: number
  /**
   * Share of the sky's light that reaches a place, 0 to 1, for every second pixel of every second
   * row.
   */
  open: Float32Array
  nearness: Float32Array
}

/**
 * Computes the share of the sky's light that reaches each place of a picture: less in corners and
 * hollows.
 */
export function occlusion(
  drawn: DrawnTriangles,
  lens: Lens,
  plane: DepthPlane,
  rows: Rows,
): Occlusion {
  const width = plane.width >> 1
  const height = plane.height >> 1
  const size = width * height
  const { ids, nearness: depths } = plane
  const { normals, surface, isSmooth } = drawn
  const raw = new Float32Array(size).fill(1)
  const nearness = new Float32Array(size)
  const { right, up, forward, scale, isPerspective, far } = lens
  const middleX = lens.width / 2
  const middleY = lens.height / 2
  // Cosine and sine of each direction, for each turn of the field.
  const turns = new Float64Array(FIELD * FIELD * DIRECTIONS * 2)
  for (let turn = 0; turn < FIELD * FIELD; turn++) {
    for (let k = 0; k < DIRECTIONS; k++) {
      // 7 and 16 have no common factor: neighbours are turned by very different angles.
      const angle = ((k + ((turn * 7) % 16) / 16) / DIRECTIONS) * 2 * Math.PI
      turns[(turn * DIRECTIONS + k) * 2] = Math.cos(angle)
      turns[(turn * DIRECTIONS + k) * 2 + 1] = Math.sin(angle)
    }
  }
  const start = Math.max(0, (rows.start - AVERAGED_ROWS) >> 1)
  const end = Math.min(height, (rows.end + AVERAGED_ROWS) >> 1)
  for (let row = start; row < end; row++) {
    for (let column = 0; column < width; column++) {
      const x = column * 2 + 1
      const y = row * 2 + 1
      const at = y * plane.width + x
      const near = depths[at]
      const index = row * width + column
      nearness[index] = near
      const id = ids[at]
      if (id === 0) continue
      const t = (id - 1) * 3
      const face = isSmooth[id - 1] === 1 ? -1 : surface[id - 1]
      // In the eye's own frame: to the right, up, ahead.
      const wx = normals[t]
      const wy = normals[t + 1]
      const wz = normals[t + 2]
      const nx = wx * right[0] + wy * right[1] + wz * right[2]
      const ny = wx * up[0] + wy * up[1] + wz * up[2]
      const nz = wx * forward[0] + wy * forward[1] + wz * forward[2]
      const ahead = isPerspective ? 1 / near : far * (1 - near)
      const perMetre = isPerspective ? scale * near : scale
      const vx = (x + 0.5 - middleX) / perMetre
      const vy = (middleY - y - 0.5) / perMetre
      const radius = Math.min(FARTHEST_PIXELS, REACH_M * perMetre)
      if (radius < 2) continue
      let hidden = 0
      const turn = (row % FIELD) * FIELD + (column % FIELD)
      const turned = turn * DIRECTIONS * 2
      // The distances differ too, so that no bands are seen at the sampled ones.
      const stretched = 0.7 + 0.4 * (((turn * 5 + 3) % 16) / 16)
      for (let k = 0; k < DIRECTIONS; k++) {
        const dx = turns[turned + k * 2]
        const dy = turns[turned + k * 2 + 1]
        let most = 0
        for (let step = 0; step < STEPS.length; step++) {
          const reach = radius * STEPS[step] * stretched
          const qx = (x + dx * reach) | 0
          const qy = (y + dy * reach) | 0
          if (qx < 0 || qy < 0 || qx >= plane.width || qy >= plane.height) continue
          const there = qy * plane.width + qx
          // No flat face rises over itself: most of a picture is floors, walls and ground.
          const seen = ids[there]
          if (seen === 0 || seen === id || surface[seen - 1] === face) continue
          const other = depths[there]
          const distance = isPerspective ? 1 / other : far * (1 - other)
          const otherMetre = isPerspective ? scale * other : scale
          const ax = (qx + 0.5 - middleX) / otherMetre - vx
          const ay = (middleY - qy - 0.5) / otherMetre - vy
          const az = distance - ahead
          const over = ax * nx + ay * ny + az * nz
          if (over <= 0) continue
          const square = ax * ax + ay * ay + az * az
          const fade = 1 - square / (REACH_M * REACH_M)
          if (fade <= 0) continue
          const rise = (over / (Math.sqrt(square) + 1e-6) - 0.08) * fade
          if (rise > most) most = rise
        }
        hidden += most
      }
      raw[index] = Math.max(0, 1 - (hidden / DIRECTIONS) * 1.15)
    }
  }
  return { width, height, open: averaged(raw, nearness, width, height, { start, end }), nearness }
}

/** The mean over a field about each pixel, of those at about its distance. */
function averaged(
  raw: Float32Array,
  nearness: Float32Array,
  width: number,
  height: number,
  { start, end }: Rows,
) {
  const rows = new Float32Array(raw.length)
  const both = new Float32Array(raw.length)
  for (const [from, to, step, limit] of [
    [raw, rows, 1, width],
    [rows, both, width, height],
  ] as const) {
    for (let row = start; row < end; row++) {
      for (let column = 0; column < width; column++) {
        const index = row * width + column
        const place = step === 1 ? column : row
        const near = nearness[index]
        let sum = 0
        let count = 0
        for (let k = -2; k < 2; k++) {
          if (place + k < 0 || place + k >= limit) continue
          const other = index + k * step
          if (Math.abs(nearness[other] - near) > near * 0.04) continue
          sum += from[other]
          count++
        }
        to[index] = count === 0 ? from[index] : sum / count
      }
    }
  }
  return both
}

/**
 * Sets the openness of a point at a pixel of the whole picture, from those of the four samples
 * around it that are at its own distance.
 */
export function setOpenness(
  { width, height, open, nearness }: Occlusion,
  x: number,
  y: number,
  { light }: ShadedPoint,
): void {
  const near = light[NEAR]
  const left = x < 1 ? 0 : Math.min(width - 1, (x - 1) >> 1)
  const top = y < 1 ? 0 : Math.min(height - 1, (y - 1) >> 1)
  const right = left + 1 < width ? 1 : 0
  const under = top + 1 < height ? width : 0
  const at = top * width + left
  // A pixel is a quarter or three quarters of the way from one to the next.
  const fx = x & 1 ? 0.25 : 0.75
  const fy = y & 1 ? 0.25 : 0.75
  const tolerance = near * 0.02
  const a = Math.abs(nearness[at] - near) <= tolerance ? (1 - fx) * (1 - fy) : 0
  const b = Math.abs(nearness[at + right] - near) <= tolerance ? fx * (1 - fy) : 0
  const c = Math.abs(nearness[at + under] - near) <= tolerance ? (1 - fx) * fy : 0
  const d = Math.abs(nearness[at + right + under] - near) <= tolerance ? fx * fy : 0
  const sum = a + b + c + d
  light[OPEN] =
    sum === 0
      ? 0.9
      : (open[at] * a +
          open[at + right] * b +
          open[at + under] * c +
          open[at + right + under] * d) /
        sum
}
