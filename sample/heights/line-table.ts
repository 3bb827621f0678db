import type { Wiggle } from '../plan/wiggle.ts'

/** Metres between two entries: lines bend over hundreds of metres. */
const STEP = 4

/** Precomputed values of a line of the plan: a raster needs millions of them. */
export function lineTable(line: Wiggle, from: number, to: number): Wiggle {
  const values = new Float64Array(Math.ceil((to - from) / STEP) + 2)
  for (let i = 0; i < values.length; i++) values[i] = line(from + i * STEP)
  return (x) => {
    const at = Math.min(values.length - 1.001, Math.max(0, (x - from) / STEP))
    const i = Math.floor(at)
    return values[i] + (values[i + 1] - values[i]) * (at - i)
  }
}

/** The straight lines between points, level beyond the ends. */
export function polyline(points: readonly (readonly [x: number, y: number])[]): Wiggle {
  return (x) => {
    const next = points.findIndex(([at]) => at > x)
    if (next < 0) return points[points.length - 1][1]
    if (next === 0) return points[0][1]
    const [[x0, y0], [x1, y1]] = [points[next - 1], points[next]]
    return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0)
  }
}
