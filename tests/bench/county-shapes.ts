import type { GridPoint } from '../../geometry/grid-point.ts'
import type { Lines } from '../../geometry/lines.ts'
import type { Box, Polygons } from '../../geometry/polygons.ts'
import { signedRingArea } from '../../geometry/rings.ts'

/** Shape of a row of a bench table. */
export type Shape = Polygons | GridPoint | Lines | null

/** One polygon of one ring, x and y in turn; it is turned counter-clockwise where it is not. */
export function onePolygon(points: readonly number[]): Polygons {
  const coords = Int32Array.from(points)
  if (signedRingArea(coords, 0, coords.length) < 0) reversePoints(coords)
  return { coords, ringEnds: Uint32Array.of(coords.length / 2), polygonEnds: Uint32Array.of(1) }
}

export function rectangle([west, south, east, north]: Box): Polygons {
  return onePolygon([west, south, east, south, east, north, west, north])
}

/** The box with `share` of its width and height more on each side. */
export function widened([west, south, east, north]: Box, share: number): Box {
  const [x, y] = [(east - west) * share, (north - south) * share]
  return [Math.round(west - x), Math.round(south - y), Math.round(east + x), Math.round(north + y)]
}

/** The cells of a grid over the box, row by row. */
export function* sheets(
  [west, south, east, north]: Box,
  aSide: number,
): Generator<{ number: number; polygons: Polygons }> {
  const at = (low: number, high: number, k: number) => Math.round(low + ((high - low) * k) / aSide)
  for (let j = 0; j < aSide; j++)
    for (let i = 0; i < aSide; i++) {
      const box: Box = [
        at(west, east, i),
        at(south, north, j),
        at(west, east, i + 1),
        at(south, north, j + 1),
      ]
      yield { number: j * aSide + i, polygons: rectangle(box) }
    }
}

function reversePoints(coords: Int32Array): void {
  for (let i = 0, j = coords.length - 2; i < j; i += 2, j -= 2) {
    const [x, y] = [coords[i], coords[i + 1]]
    coords[i] = coords[j]
    coords[i + 1] = coords[j + 1]
    coords[j] = x
    coords[j + 1] = y
  }
}
