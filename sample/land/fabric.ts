import type { Box } from '../plan/box.ts'
import type { LngLat, PlanPoint } from '../plan/plan.ts'
import type { Terrain } from '../plan/terrain.ts'
import type { Lot } from './lots.ts'

/** Rings of a lot on the globe, open, counter-clockwise, the hole (if any) second. */
export type LotRings = LngLat[][]

/** An edge longer than this gets vertices in between, so that it follows the warp. */
const LONG_EDGE = 80

/** Distance of the vertices along a bank, in metres. */
const BANK_STEP = 6

/**
 * The rings of all lots as one fabric: neighbours share exact vertices. A corner of one lot that
 * falls on the edge of another becomes a vertex of both, so there is no gap at a T-junction.
 */
export function weaveFabric(lots: readonly Lot[], terrain: Terrain): LotRings[] {
  const lines = new CornerLines()
  for (const lot of lots) {
    lines.addBox(lot.box)
    if (lot.hole !== null) lines.addBox(lot.hole)
  }
  lines.sort()
  return lots.map((lot) => {
    const rings = [ringOf(lot.box, lot.bank, lines, terrain)]
    if (lot.hole !== null) rings.push(ringOf(lot.hole, null, lines, terrain))
    return rings.map((ring) => ring.map(terrain.place))
  })
}

/** The corners on every horizontal and vertical line of the plan. */
class CornerLines {
  private readonly along = new Map<string, number[]>()

  addBox([u0, v0, u1, v1]: Box): void {
    this.addEdge(`v${v0}`, u0, u1)
    this.addEdge(`v${v1}`, u0, u1)
    this.addEdge(`u${u0}`, v0, v1)
    this.addEdge(`u${u1}`, v0, v1)
  }

  private addEdge(line: string, from: number, to: number): void {
    const corners = this.along.get(line) ?? []
    this.along.set(line, corners)
    corners.push(from, to)
    if (to - from <= LONG_EDGE) return
    const step = LONG_EDGE / 2
    // Whole multiples of the step; none within a metre of a corner.
    for (let k = Math.ceil((from + 1) / step); k * step < to - 1; k++) corners.push(k * step)
  }

  sort(): void {
    for (const [line, corners] of this.along) {
      this.along.set(
        line,
        [...new Set(corners)].sort((a, b) => a - b),
      )
    }
  }

  /** The vertices strictly between two corners of a line, in rising order. */
  between(line: string, from: number, to: number): number[] {
    const corners = this.along.get(line) ?? []
    return corners.slice(lowerBound(corners, from + 0.05), lowerBound(corners, to - 0.05))
  }
}

function lowerBound(sorted: number[], value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle] < value) low = middle + 1
    else high = middle
  }
  return low
}

function ringOf(
  [u0, v0, u1, v1]: Box,
  bank: Lot['bank'],
  lines: CornerLines,
  terrain: Terrain,
): PlanPoint[] {
  const us = (v: number): number[] => [u0, ...lines.between(`v${v}`, u0, u1), u1]
  const vs = (u: number): number[] => lines.between(`u${u}`, v0, v1)
  const water = (sign: 1 | -1): PlanPoint[] => bankPoints(u0, u1, (u) => sign * terrain.bank(u))
  const south = bank === 'south' ? water(1) : us(v0).map((u): PlanPoint => [u, v0])
  const north = bank === 'north' ? water(-1) : us(v1).map((u): PlanPoint => [u, v1])
  // Vertices of the side edges that a bank cut off are under water.
  const dry = ([u, v]: PlanPoint): boolean => bank === null || Math.abs(v) > terrain.bank(u) + 1
  const east = vs(u1).map((v): PlanPoint => [u1, v])
  const west = vs(u0).map((v): PlanPoint => [u0, v])
  return [...south, ...east.filter(dry), ...north.reverse(), ...west.reverse().filter(dry)]
}

function bankPoints(u0: number, u1: number, v: (u: number) => number): PlanPoint[] {
  const points: PlanPoint[] = [[u0, v(u0)]]
  for (let k = Math.ceil((u0 + 1) / BANK_STEP); k * BANK_STEP < u1 - 1; k++) {
    points.push([k * BANK_STEP, v(k * BANK_STEP)])
  }
  points.push([u1, v(u1)])
  return points
}
