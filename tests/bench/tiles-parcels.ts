import { tileIdToZxy } from 'pmtiles'
import type { LandUse } from '../../layers/use-group.ts'
import type { TileFeature } from '../../pipelines/archive/tile-archive.ts'
import { draw } from '../fixtures/drawn-number.ts'

// About 30 m by 40 m at 40 degrees north, in 1e-7 degree.
const WIDTH = 3500
const HEIGHT = 3600
const WEST = -830_000_000
const SOUTH = 400_000_000
const USES = ['R1', 'R2', 'R3', 'C1', 'C2', 'I1', 'A', 'V']

/** Lots of a block along its sides. */
const BLOCK = { columns: 12, rows: 8 }

/**
 * Use of a parcel: shops along the main streets, some blocks of one use, and among the houses of
 * the others shops and vacant lots.
 */
function useOf(column: number, row: number): LandUse {
  const [x, y] = [Math.floor(column / BLOCK.columns), Math.floor(row / BLOCK.rows)]
  const [block, lot] = [draw(5, x, y), draw(6, column, row)]
  const among = (shares: [LandUse, number][]) =>
    shares.find(([, most]) => lot < most)?.[0] ?? 'residential'
  if (x % 7 === 0 || y % 9 === 0)
    return among([
      ['commercial', 0.6],
      ['mixed_use', 0.8],
    ])
  if (block < 0.09) return block < 0.05 ? 'public' : 'industrial'
  return among([
    ['commercial', 0.03],
    ['vacant', 0.08],
  ])
}

/** Changes of a later edition, by the column and row of a parcel and of its south-west corner. */
export interface ParcelEdits {
  /** Parcels with other properties. */
  isRevalued?(i: number, j: number): boolean
  /** Corners that have moved, in all of the parcels around them. */
  isMoved?(i: number, j: number): boolean
  /** Parcels that are there twice, so that the ids of all later ones change. */
  isDoubled?(i: number, j: number): boolean
}

/** A corner of the lattice, moved by up to a tenth of a parcel; all parcels around it share it. */
function corner(seed: number, i: number, j: number): [number, number] {
  return [
    WEST + i * WIDTH + Math.round((draw(seed, i, j) - 0.5) * 0.2 * WIDTH),
    SOUTH + j * HEIGHT + Math.round((draw(seed + 1, i, j) - 0.5) * 0.2 * HEIGHT),
  ]
}

/** `count` near-rectangular parcels in Hilbert order, in batches of 10,000. */
export async function* syntheticParcels(
  count: number,
  seed: number,
  { isRevalued, isMoved, isDoubled }: ParcelEdits = {},
): AsyncGenerator<TileFeature[]> {
  const side = Math.ceil(Math.sqrt(count))
  const zoom = Math.ceil(Math.log2(side))
  const ringEnds = Uint32Array.of(4)
  const polygonEnds = Uint32Array.of(1)
  let batch: TileFeature[] = []
  const first = (4 ** zoom - 1) / 3
  const cornerAt = (i: number, j: number) => corner(isMoved?.(i, j) ? seed + 20 : seed, i, j)
  for (let along = 0, id = 1; id <= count && along < 4 ** zoom; along++) {
    const [, i, j] = tileIdToZxy(first + along)
    if (i >= side || j >= side) continue
    const coords = Int32Array.of(
      ...cornerAt(i, j),
      ...cornerAt(i + 1, j),
      ...cornerAt(i + 1, j + 1),
      ...cornerAt(i, j + 1),
    )
    const drawn = isRevalued?.(i, j) ? seed + 10 : seed
    const properties = {
      use_code: USES[Math.floor(draw(drawn + 2, i, j) * USES.length)],
      use_group: useOf(i, j),
      year_built: 1900 + Math.floor(draw(drawn + 3, i, j) * 120),
    }
    const polygons = { coords, ringEnds, polygonEnds }
    if (isDoubled?.(i, j)) batch.push({ id: id++, polygons, properties })
    batch.push({ id: id++, polygons, properties })
    if (batch.length >= 10_000) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}
