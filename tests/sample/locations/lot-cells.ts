import type { Lot } from '../../../sample/land/lots.ts'
import { twiceArea } from '../../../sample/plan/areas.ts'
import type { PlanPoint } from '../../../sample/plan/plan.ts'
import type { Terrain } from '../../../sample/plan/terrain.ts'

/** A small piece of a lot: its middle in the plan, and its weight, which is its bent area. */
export interface LotCell {
  middle: PlanPoint
  weight: number
}

const PER_SIDE = 48

/** Error of a share that is added up from cells: about one row of cells. */
export const SHARE_TOLERANCE = 0.02

/** The lots cut into cells, without what lies under water or in a hole. */
export function lotCells(terrain: Terrain, lots: readonly Lot[]): LotCell[] {
  return lots.flatMap(({ box: [u0, v0, u1, v1], bank, hole }) => {
    const u = (i: number): number => u0 + ((u1 - u0) * i) / PER_SIDE
    const v = (j: number): number => v0 + ((v1 - v0) * j) / PER_SIDE
    const bent = Array.from({ length: PER_SIDE + 1 }, (_, i) =>
      Array.from({ length: PER_SIDE + 1 }, (_, j) => terrain.ground.apply([u(i), v(j)])),
    )
    const cells: LotCell[] = []
    for (let i = 0; i < PER_SIDE; i++) {
      for (let j = 0; j < PER_SIDE; j++) {
        const middle: PlanPoint = [u(i + 0.5), v(j + 0.5)]
        if (bank !== null && Math.abs(middle[1]) < terrain.bank(middle[0])) continue
        if (hole !== null && isIn(hole, middle)) continue
        const corners = [bent[i][j], bent[i + 1][j], bent[i + 1][j + 1], bent[i][j + 1]]
        cells.push({ middle, weight: twiceArea(corners) / 2 })
      }
    }
    return cells
  })
}

const isIn = ([u0, v0, u1, v1]: Lot['box'], [u, v]: PlanPoint): boolean =>
  u > u0 && u < u1 && v > v0 && v < v1

/** Shares of the cells' weight by value, largest first; cells without a value have no entry. */
export function sharesOf<T>(
  cells: readonly LotCell[],
  valuesAt: (middle: PlanPoint) => readonly T[],
): { value: T; share: number }[] {
  const weights = new Map<T, number>()
  let whole = 0
  for (const { middle, weight } of cells) {
    whole += weight
    for (const value of valuesAt(middle)) weights.set(value, (weights.get(value) ?? 0) + weight)
  }
  return [...weights]
    .map(([value, weight]) => ({ value, share: weight / whole }))
    .sort((a, b) => b.share - a.share)
}
