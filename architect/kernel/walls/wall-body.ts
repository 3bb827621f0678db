import { MeshBuilder, newellNormal } from '../../geometry/mesh.ts'
import { leftOf, mix, type Point, subtract, unit } from '../../geometry/point.ts'
import type { Polygon } from '../../geometry/polygon.ts'
import type { Point3 } from '../../geometry/vector.ts'
import { type Material, materialOf } from '../../scene/materials.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { nodeOf, type Scene } from '../../scene/scene.ts'
import type { Body } from '../body.ts'
import type { Laid } from '../laid.ts'
import { type WallColumn, wallColumns } from './wall-columns.ts'
import { wallNetwork } from './wall-network.ts'
import type { WallPath } from './wall-path.ts'
import { type WallShape, wallShapes } from './wall-shapes.ts'
import { locate, type WallStrip } from './wall-strip.ts'

/**
 * The solid of a wall with its openings cut. One part `wall` where both faces look alike; otherwise
 * `left`, `right` and `body` (ends, top, underside, reveals), which are closed together and not
 * each. A wall without length, or that lies in a thicker one, has no parts. Throws for another id.
 */
export function wallBody(scene: Scene, wallId: string): Body {
  const wall = nodeOf(scene, wallId, 'wall')
  if (!wall) throw new Error(`${wallId} is not a wall`)
  const shape = wallShapes(scene, wall.parent!).get(wallId)
  if (!shape) return { nodeId: wallId, parts: [] }
  const strip = wallNetwork(scene, wall.parent!).strips.get(wallId)!
  const skin = new WallSkin(wall, strip.path)
  for (const piece of shape.pieces) addPiece(skin, strip, shape, piece)
  return { nodeId: wallId, parts: skin.parts() }
}

type Side = 'left' | 'right' | 'body'

/** The meshes of a wall by the look of their faces. */
class WallSkin {
  readonly left: MeshBuilder
  readonly right: MeshBuilder
  readonly body: MeshBuilder
  private readonly materials: Record<Side, Material>
  private readonly laid: Laid | undefined

  constructor({ finishes }: NodeOf<'wall'>, { arc, at, length }: WallPath) {
    if (arc) {
      const middle = unit(subtract(at(length / 2), arc.centre))
      this.laid = { kind: 'arc', centre: arc.centre, middle }
    }
    const look = (side: Side) => materialOf(finishes?.[side] ?? finishes?.body, 'plaster_white')
    this.materials = { left: look('left'), right: look('right'), body: look('body') }
    const { left, right, body } = this.materials
    this.body = new MeshBuilder()
    const isPlain = isSame(left, body) && isSame(right, body)
    this.left = isPlain ? this.body : new MeshBuilder()
    this.right = isPlain ? this.body : new MeshBuilder()
  }

  parts(): Body['parts'] {
    const sides: Side[] = this.left === this.body ? ['body'] : ['left', 'right', 'body']
    return sides
      .map((side) => ({
        name: sides.length === 1 ? 'wall' : side,
        material: this.materials[side],
        mesh: this[side].build(),
        ...(this.laid && { laid: this.laid }),
      }))
      .filter(({ mesh }) => mesh.indices.length > 0)
  }
}

const isSame = (a: Material, b: Material): boolean =>
  a.color === b.color &&
  a.roughness === b.roughness &&
  a.metallic === b.metallic &&
  a.texture === b.texture

/** A corner of a piece, and how far along the wall it is. */
interface Corner {
  at: Point
  s: number
  isLeft: boolean
  isRight: boolean
}

function addPiece(skin: WallSkin, strip: WallStrip, shape: WallShape, ring: Polygon): void {
  const { base } = shape
  const height = Math.round((shape.top - base) * 1e6) / 1e6
  const corners = ring.map((at) => ({ at, ...locate(strip, at) }))
  const run = runsOf(corners)
  const mesh = new PieceMesh(skin, strip, base, height)
  if (!run) {
    mesh.ends([corners])
    return
  }
  const { right, left, end, start } = run
  const from = Math.max(right[0].s, left[0].s, ...start.map(({ s }) => s))
  const to = Math.min(right[right.length - 1].s, left[left.length - 1].s, ...end.map(({ s }) => s))
  const bends = [...right, ...left]
    .map(({ s }) => s)
    .filter((s) => s > from + BEND_M && s < to - BEND_M)
  const columns = wallColumns({ from, to, height }, bends, shape.openings)
  if (columns.length === 0) {
    mesh.ends([corners])
    return
  }
  const [first, last] = [columns[0].from, columns[columns.length - 1].to]
  const pair = (s: number) => ({ s, right: onRun(right, s), left: onRun(left, s) })
  const before = (corner: Corner) => corner.s < first - BEND_M
  const after = (corner: Corner) => corner.s > last + BEND_M
  const [head, tail] = [pair(first), pair(last)]
  mesh.columns(columns, pair)
  mesh.ends(
    [
      [head.left, ...left.filter(before).reverse(), ...start, ...right.filter(before), head.right],
      [tail.right, ...right.filter(after), ...end, ...left.filter(after).reverse(), tail.left],
    ],
    columns,
  )
}

/** Nearer than this along the wall, corners are one, in metres: a tenth of the grid. */
const BEND_M = 1e-5

/**
 * The two stretches of the ring, one on each face, that run alongside each other the longest, from
 * start to end, and what lies between them. Undefined where the piece has nowhere both faces.
 */
function runsOf(corners: readonly Corner[]) {
  const count = corners.length
  const at = (index: number) => corners[((index % count) + count) % count]
  const isRight = (index: number) =>
    at(index).isRight && at(index + 1).isRight && at(index + 1).s > at(index).s
  const isLeft = (index: number) =>
    at(index).isLeft && at(index + 1).isLeft && at(index + 1).s < at(index).s
  const runs = (is: (index: number) => boolean) =>
    corners
      .map((_, index) => index)
      .filter((index) => is(index) && !is(index - 1))
      .map((first) => {
        let last = first
        while (is(last)) last++
        const run = Array.from({ length: last - first + 1 }, (_, step) => at(first + step))
        return { first, last, run }
      })
  let best: { right: Run; left: Run; shared: number } | undefined
  for (const right of runs(isRight)) {
    for (const left of runs(isLeft)) {
      const from = Math.max(right.run[0].s, left.run[left.run.length - 1].s)
      const shared = Math.min(right.run[right.run.length - 1].s, left.run[0].s) - from
      if (shared > BEND_M && (!best || shared > best.shared)) best = { right, left, shared }
    }
  }
  if (!best) return undefined
  const { right, left } = best
  const gap = (after: number, before: number) => {
    const found: Corner[] = []
    for (let index = after + 1; (index - before) % count !== 0; index++) found.push(at(index))
    return found
  }
  return {
    right: right.run,
    left: [...left.run].reverse(),
    end: gap(right.last, left.first),
    start: gap(left.last, right.first),
  }
}

interface Run {
  first: number
  last: number
  run: Corner[]
}

/** The point of a face at `s`: its own corner where it has one there. */
function onRun(run: readonly Corner[], s: number): Corner {
  for (let i = 1; i < run.length; i++) {
    const [a, b] = [run[i - 1], run[i]]
    if (s > b.s + BEND_M && i < run.length - 1) continue
    if (Math.abs(s - a.s) < BEND_M) return a
    if (Math.abs(s - b.s) < BEND_M) return b
    return { ...a, at: mix(a.at, b.at, (s - a.s) / (b.s - a.s)), s }
  }
  return run[0]
}

interface Pair {
  s: number
  right: Corner
  left: Corner
}

/** Puts the faces of one piece together. All stand on shared corners, so that it is closed. */
class PieceMesh {
  private readonly skin: WallSkin
  private readonly strip: WallStrip
  private readonly base: number
  private readonly height: number

  constructor(skin: WallSkin, strip: WallStrip, base: number, height: number) {
    this.skin = skin
    this.strip = strip
    this.base = base
    this.height = height
  }

  /**
   * The parts before the first column and after the last, of full height: rings of corners whose
   * edge from the last to the first is inside of the wall; without columns, the ring of the whole
   * wall.
   */
  ends(rings: readonly (readonly Corner[])[], columns: readonly WallColumn[] = []): void {
    const full = [0, this.height]
    const first = columns.length > 0 ? breaksAt(undefined, columns[0], this.height) : full
    const last = columns.length > 0 ? breaksAt(columns.at(-1), undefined, this.height) : full
    for (const [index, ring] of rings.entries()) {
      const { body } = this.skin
      body.face(ring.map(({ at }) => this.space(at, this.height)))
      body.face(ring.map(({ at }) => this.space(at, 0)).reverse())
      const inner = index === 0 ? first : last
      const edges = columns.length > 0 ? ring.length - 1 : ring.length
      for (let i = 0; i < edges; i++) {
        const isFirst = columns.length > 0 && i === 0
        const isLast = columns.length > 0 && i === edges - 1
        const [a, b] = [ring[i], ring[(i + 1) % ring.length]]
        this.upright(a, b, isFirst ? inner : full, isLast ? inner : full)
      }
    }
  }

  columns(columns: readonly WallColumn[], pair: (s: number) => Pair): void {
    let here = pair(columns[0].from)
    let low = breaksAt(undefined, columns[0], this.height)
    this.jambs(undefined, columns[0], here, low)
    for (const [index, column] of columns.entries()) {
      const next = columns[index + 1]
      const there = pair(column.to)
      const high = breaksAt(column, next, this.height)
      for (const solid of column.solids) {
        const from = within(low, solid.low[0], solid.high[0])
        const to = within(high, solid.low[1], solid.high[1])
        this.upright(here.right, there.right, from, to)
        this.upright(there.left, here.left, to, from)
        this.level(here, there, solid.high, false)
        this.level(here, there, solid.low, true)
      }
      this.jambs(column, next, there, high)
      here = there
      low = high
    }
  }

  private space([x, z]: Point, y: number): Point3 {
    return [x, this.base + y, z]
  }

  /**
   * An upright strip from `a` to `b`, the outside to the right, between corners at the heights
   * given.
   */
  private upright(a: Corner, b: Corner, ya: readonly number[], yb: readonly number[]): void {
    const isRight = a.isRight && b.isRight
    const isLeft = a.isLeft && b.isLeft && !isRight
    const builder = this.skin[isRight ? 'right' : isLeft ? 'left' : 'body']
    const flat = flatNormal(a.at, b.at)
    const normal = (corner: Corner): Point3 => {
      if (!this.strip.path.arc || !(isLeft || isRight)) return flat
      const [x, z] = leftOf(this.strip.path.direction(corner.s))
      return isLeft ? [x, 0, z] : [-x, 0, -z]
    }
    const [na, nb] = [normal(a), normal(b)]
    const first = ya.map((y) => builder.corner(this.space(a.at, y), na))
    const second = yb.map((y) => builder.corner(this.space(b.at, y), nb))
    let [i, j] = [0, 0]
    while (i < ya.length - 1 || j < yb.length - 1) {
      const isFirst = j === yb.length - 1 || (i < ya.length - 1 && ya[i + 1] < yb[j + 1])
      if (isFirst) {
        builder.triangle(first[i], second[j], first[i + 1])
        i++
      } else {
        builder.triangle(first[i], second[j], second[j + 1])
        j++
      }
    }
  }

  /** The upper edge of a solid between two stations, or its lower one. */
  private level(here: Pair, there: Pair, [ya, yb]: [number, number], isUnder: boolean): void {
    const corners = [
      this.space(here.right.at, ya),
      this.space(there.right.at, yb),
      this.space(there.left.at, yb),
      this.space(here.left.at, ya),
    ]
    if (isUnder) corners.reverse()
    this.quad(corners, ya === yb ? [0, isUnder ? -1 : 1, 0] : newellNormal(corners))
  }

  /** A flat face of four corners of which none turns inward. */
  private quad(corners: readonly Point3[], normal: Point3): void {
    const { body } = this.skin
    const [a, b, c, d] = corners.map((corner) => body.corner(corner, normal))
    body.triangle(a, b, c)
    body.triangle(a, c, d)
  }

  /** Across the wall where on one side of the station there is wall and on the other none. */
  private jambs(
    before: WallColumn | undefined,
    after: WallColumn | undefined,
    { right, left }: Pair,
    breaks: readonly number[],
  ): void {
    for (let i = 1; i < breaks.length; i++) {
      const middle = (breaks[i - 1] + breaks[i]) / 2
      const isBefore = isSolid(before, middle, 1)
      if (isBefore === isSolid(after, middle, 0)) continue
      const [a, b] = isBefore ? [right.at, left.at] : [left.at, right.at]
      const [low, high] = [breaks[i - 1], breaks[i]]
      const corners = [
        this.space(a, low),
        this.space(b, low),
        this.space(b, high),
        this.space(a, high),
      ]
      this.quad(corners, flatNormal(a, b))
    }
  }
}

/**
 * Heights at which the faces at a station have corners; beyond the columns there is wall, whole.
 */
function breaksAt(
  before: WallColumn | undefined,
  after: WallColumn | undefined,
  height: number,
): number[] {
  const heights = new Set<number>()
  for (const [column, side] of [
    [before, 1],
    [after, 0],
  ] as const) {
    if (!column) heights.add(0).add(height)
    for (const { low, high } of column?.solids ?? []) heights.add(low[side]).add(high[side])
  }
  return [...heights].sort((a, b) => a - b)
}

const within = (breaks: readonly number[], low: number, high: number): number[] =>
  breaks.filter((y) => y >= low && y <= high)

const isSolid = (column: WallColumn | undefined, y: number, side: 0 | 1): boolean =>
  !column || column.solids.some(({ low, high }) => low[side] < y && y < high[side])

function flatNormal([ax, az]: Point, [bx, bz]: Point): Point3 {
  const size = Math.hypot(bx - ax, bz - az)
  return [-(bz - az) / size, 0, (bx - ax) / size]
}
