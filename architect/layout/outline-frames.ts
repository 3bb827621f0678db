import type { Point } from '../geometry/point.ts'
import type { RoomProgram } from './room-program.ts'
import type { SchemeFrame, Wing } from './scheme.ts'

/** The directions and outlines in which a program can be planned. */
export interface OutlineFrames {
  frames: PlacedFrame[]
  /** Sentences about a given outline that is not met. */
  unmet: string[]
}

/** A frame with its zero in the world; null where the middle of the plan is the zero. */
export interface PlacedFrame extends SchemeFrame {
  origin: Point | null
}

/** Where nothing else is requested: of the box, the wing of an L, T or U takes these shares. */
const WING_WIDTH_SHARE = { L: 0.5, T: 0.42, U: 0.34 }
const WING_LENGTH_SHARE = 0.42
/** Width of a wing from which a search begins. */
const WING_WIDTH_M = 5.5
const SAME_M = 1e-6

const DIRECTIONS = [
  { isTurned: false, isFlipped: false },
  { isTurned: true, isFlipped: false },
  { isTurned: false, isFlipped: true },
  { isTurned: true, isFlipped: true },
]
type Direction = (typeof DIRECTIONS)[number]

export function outlineFrames(program: RoomProgram): OutlineFrames {
  const { outline, footprint, shape, storeys, rooms } = program
  const roomsMax = rooms.length
  const usual = { storeys, roomsMax, length: null, depth: null, origin: null }
  if (outline) return givenFrames(program, outline)
  if (footprint && shape !== 'rectangle')
    return givenFrames(program, shapeInBox(shape, footprint), true)
  if (footprint) {
    const frames = DIRECTIONS.slice(0, 2).map((direction) => {
      const [length, depth] = direction.isTurned
        ? [footprint.depth, footprint.width]
        : [footprint.width, footprint.depth]
      const sizes = { length: length - program.outerWall, depth: depth - program.outerWall }
      return { ...usual, ...direction, ...sizes, wings: [] }
    })
    return { frames, unmet: [] }
  }
  if (shape === 'rectangle')
    return {
      frames: DIRECTIONS.slice(0, 2).map((each) => ({ ...usual, ...each, wings: [] })),
      unmet: [],
    }
  const ats = { L: [1], T: [0.5], U: [0, 1] }[shape]
  const wings = ats.map((at): Wing => ({ at, width: WING_WIDTH_M, length: 0, tilt: 1 }))
  return { frames: DIRECTIONS.map((each) => ({ ...usual, ...each, wings })), unmet: [] }
}

/** An L, T or U that fills a box around zero; its wings go south. */
function shapeInBox(
  shape: 'L' | 'T' | 'U',
  { width, depth }: { width: number; depth: number },
): Point[] {
  const [x, z] = [width / 2, depth / 2]
  const wing = width * WING_WIDTH_SHARE[shape]
  const edge = z - depth * WING_LENGTH_SHARE
  const top: Point[] = [
    [-x, -z],
    [x, -z],
  ]
  if (shape === 'L') return [...top, [x, z], [x - wing, z], [x - wing, edge], [-x, edge]]
  if (shape === 'T')
    return [
      ...top,
      [x, edge],
      [wing / 2, edge],
      [wing / 2, z],
      [-wing / 2, z],
      [-wing / 2, edge],
      [-x, edge],
    ]
  return [...top, [x, z], [x - wing, z], [x - wing, edge], [wing - x, edge], [wing - x, z], [-x, z]]
}

function givenFrames(
  program: RoomProgram,
  outline: readonly Point[],
  isCentred = false,
): OutlineFrames {
  const frames = DIRECTIONS.flatMap((direction) => {
    const frame = frameOf(program, outline, direction)
    return frame ? [frame] : []
  })
  if (frames.length > 0) {
    // A rectangle is the same when it is flipped.
    const some = frames[0].wings.length === 0 ? frames.slice(0, 2) : frames
    return { frames: some, unmet: [] }
  }
  const box = largestRectangle(outline)
  const unmet = isCentred
    ? []
    : ['The outline is not a rectangle, an L, a T or a U: the largest rectangle in it is used.']
  const inside = DIRECTIONS.slice(0, 2).flatMap((each) => frameOf(program, box, each) ?? [])
  return { frames: inside, unmet }
}

function toFrame([x, z]: Point, { isTurned, isFlipped }: Direction): [u: number, v: number] {
  const [u, v] = isTurned ? [-z, x] : [x, -z]
  return [u, isFlipped ? -v : v]
}
export function fromFrame(u: number, v: number, { isTurned, isFlipped }: Direction): Point {
  const w = isFlipped ? -v : v
  return isTurned ? [w, -u] : [u, -w]
}

/** The outline as a main part with wings below it; null where it is none in this direction. */
function frameOf(
  program: RoomProgram,
  outline: readonly Point[],
  direction: Direction,
): PlacedFrame | null {
  const ring = outline.map((point) => toFrame(point, direction))
  const right = Math.max(...ring.map(([u]) => u))
  const left = Math.min(...ring.map(([u]) => u))
  const top = Math.max(...ring.map(([, v]) => v))
  const isStraight = ring.every(([u, v], i) => {
    const [nextU, nextV] = ring[(i + 1) % ring.length]
    return Math.abs(u - nextU) < SAME_M || Math.abs(v - nextV) < SAME_M
  })
  if (!isStraight) return null
  const cuts = [...new Set(ring.map(([u]) => u))].sort((a, b) => a - b)
  const strips = cuts.slice(1).flatMap((to, i) => {
    const from = cuts[i]
    const crossed = edgesAcross(ring, (from + to) / 2)
    // One part from the top of the whole outline down.
    const isWhole = crossed.length === 2 && Math.abs(crossed[1] - top) < SAME_M
    return isWhole ? [{ from, to, bottom: crossed[0] }] : []
  })
  if (strips.length !== cuts.length - 1) return null
  const main = Math.max(...strips.map(({ bottom }) => bottom))
  const { outerWall, storeys, rooms } = program
  const length = right - left - outerWall
  const parts: { from: number; to: number; bottom: number }[] = []
  for (const strip of strips) {
    if (main - strip.bottom < SAME_M) continue
    const last = parts.at(-1)
    if (last && Math.abs(last.to - strip.from) < SAME_M) {
      if (Math.abs(last.bottom - strip.bottom) > SAME_M) return null
      last.to = strip.to
    } else parts.push({ ...strip })
  }
  if (parts.length > 2) return null
  const wings = parts.map(({ from, to, bottom }): Wing => {
    const width = to - from - outerWall
    const spare = length - width
    const at = spare < SAME_M ? 0 : Math.min(1, (from - left) / spare)
    return { at, width, length: main - bottom, tilt: 1 }
  })
  return {
    ...direction,
    storeys,
    roomsMax: rooms.length,
    length,
    depth: top - main - outerWall,
    wings,
    origin: fromFrame(left + outerWall / 2, main + outerWall / 2, direction),
  }
}

/** Where a line of one u crosses the edges of a ring, from bottom to top. */
function edgesAcross(ring: readonly [number, number][], u: number): number[] {
  return ring
    .flatMap(([u0, v0], i) => {
      const [u1, v1] = ring[(i + 1) % ring.length]
      if (u0 < u === u1 < u) return []
      return [v0 + ((v1 - v0) * (u - u0)) / (u1 - u0)]
    })
    .sort((a, b) => a - b)
}

/** Lines of the raster in which the largest rectangle of any other outline is searched. */
const RASTER = 48

/** The largest rectangle along the axes in a polygon, to about a fiftieth of its extents. */
export function largestRectangle(outline: readonly Point[]): Point[] {
  const xs = linesOf(outline.map(([x]) => x))
  const zs = linesOf(outline.map(([, z]) => z))
  const cells = xs
    .slice(1)
    .map((x1, i) => zs.slice(1).map((z1, k) => isCellInside(outline, [xs[i], zs[k]], [x1, z1])))
  let best = { area: 0, x0: 0, x1: 0, z0: 0, z1: 0 }
  for (let i = 0; i < cells.length; i++) {
    const free = cells[i].map(() => true)
    for (let j = i; j < cells.length; j++) {
      let from = 0
      for (let k = 0; k < free.length; k++) {
        free[k] &&= cells[j][k]
        if (!free[k]) {
          from = k + 1
          continue
        }
        const [x0, x1, z0, z1] = [xs[i], xs[j + 1], zs[from], zs[k + 1]]
        const area = (x1 - x0) * (z1 - z0)
        if (area > best.area) best = { area, x0, x1, z0, z1 }
      }
    }
  }
  const { x0, x1, z0, z1 } = best
  return [
    [x0, z0],
    [x1, z0],
    [x1, z1],
    [x0, z1],
  ]
}

function linesOf(values: readonly number[]): number[] {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const even = Array.from({ length: RASTER + 1 }, (_, i) => least + ((most - least) * i) / RASTER)
  return [...new Set([...values, ...even])].sort((a, b) => a - b)
}

/** Whether a cell has its middle in the outline, and no edge goes through it. */
function isCellInside(outline: readonly Point[], [x0, z0]: Point, [x1, z1]: Point): boolean {
  const inset = SAME_M
  return [
    [x0 + inset, z0 + inset],
    [x1 - inset, z0 + inset],
    [x0 + inset, z1 - inset],
    [x1 - inset, z1 - inset],
    [(x0 + x1) / 2, (z0 + z1) / 2],
  ].every(
    ([x, z]) => edgesAcross(outline as [number, number][], x).filter((v) => v < z).length % 2 === 1,
  )
}
