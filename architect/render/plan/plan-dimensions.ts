import type { Box } from '../../geometry/polygon.ts'
import { boxOf } from '../../geometry/polygon.ts'
import type { WallShape } from '../../kernel/walls/wall-shapes.ts'
import { INK, type Paper } from '../paper.ts'

/** Pixels from the walls to the first chain, and from one to the next. */
const FIRST = 26
const NEXT = 24
const TICK = 4
const SIZE = 11
/** A wall farther off its axis is in no chain: the cosine of 1 degree. */
const ALONG_COSINE = 0.99985
/** A wall that ends this near to a side of the house is in the chain of that side, in metres. */
const NEAR_SIDE_M = 0.6
/** Ticks nearer than this are merged, in metres. */
const SAME_M = 0.05

/**
 * Chains of dimensions to the south and to the east: the stretches between the middles of the walls
 * that meet that side, and the whole length over all, in metres.
 */
export function drawDimensions(paper: Paper, walls: readonly WallShape[]): void {
  if (walls.length === 0) return
  const box = boxOf(walls.flatMap(({ footprint }) => footprint))
  const south = ticks(walls, box, 0)
  const east = ticks(walls, box, 1)
  const [, bottom] = paper.at([box.minX, box.maxZ])
  const [right] = paper.at([box.maxX, box.minZ])
  const across = (x: number): number => paper.at([x, 0])[0]
  const down = (z: number): number => paper.at([0, z])[1]
  let y = bottom + FIRST
  if (south.length > 2) {
    drawChain(paper, south, across, y, false)
    y += NEXT
  }
  drawChain(paper, [box.minX, box.maxX], across, y, false)
  let x = right + FIRST
  if (east.length > 2) {
    drawChain(paper, east, down, x, true)
    x += NEXT
  }
  drawChain(paper, [box.minZ, box.maxZ], down, x, true)
}

/**
 * Where walls meet the south side (`axis` 0) or the east side (1): ends of the house and middles.
 */
function ticks(walls: readonly WallShape[], box: Box, axis: 0 | 1): number[] {
  const [low, high] = axis === 0 ? [box.minX, box.maxX] : [box.minZ, box.maxZ]
  const side = axis === 0 ? box.maxZ : box.maxX
  const found = walls.flatMap(({ path, footprint }) => {
    const direction = path.direction(0)
    if (path.arc || Math.abs(direction[1 - axis]) < ALONG_COSINE) return []
    const reach = Math.max(...footprint.map((corner) => corner[1 - axis]))
    const at = path.at(0)[axis]
    return side - reach < NEAR_SIDE_M ? [at] : []
  })
  const inner = found
    .sort((a, b) => a - b)
    .filter((at) => at - low > NEAR_SIDE_M && high - at > NEAR_SIDE_M)
    .filter((at, index, all) => index === 0 || at - all[index - 1] > SAME_M)
  return [low, ...inner, high]
}

/** A line with a tick at each place and the metres between, `across` pixels from the other side. */
export function drawChain(
  paper: Paper,
  places: readonly number[],
  toPixel: (metres: number) => number,
  across: number,
  isUpright: boolean,
): void {
  const { context } = paper
  const pixel = (along: number): [number, number] => (isUpright ? [across, along] : [along, across])
  const line = (from: [number, number], to: [number, number]): void => {
    context.beginPath()
    context.moveTo(...from)
    context.lineTo(...to)
    context.stroke()
  }
  context.strokeStyle = INK.quiet
  context.lineWidth = 1
  const [first, last] = [toPixel(places[0]), toPixel(places[places.length - 1])]
  line(pixel(first - TICK), pixel(last + TICK))
  for (const [index, place] of places.entries()) {
    const at = toPixel(place)
    const [x, y] = pixel(at)
    context.lineWidth = 1.4
    line([x - TICK, y + TICK], [x + TICK, y - TICK])
    context.lineWidth = 1
    if (index === 0) continue
    const before = toPixel(places[index - 1])
    const text = (place - places[index - 1]).toFixed(2)
    const [tx, ty] = pixel((at + before) / 2)
    // A stretch too short for its number has none: the overall chain has the sum.
    if (paper.widthOf(text, SIZE) > at - before - 4) continue
    const options = { color: INK.quiet, halo: false, turned: isUpright }
    paper.text(text, isUpright ? tx - 9 : tx, isUpright ? ty : ty - 9, SIZE, options)
  }
}
