import { addressPoints, streetRanges, zipPoints } from '../../layers/addresses/tables.ts'
import type { GridPoint } from '../../layers/geometry/grid-point.ts'
import { LinesBuilder } from '../../layers/geometry/lines-builder.ts'
import {
  CELL_HEIGHT,
  CELL_WIDTH,
  type CountyPlan,
  countyBox,
  countyUnits,
  draw,
  rollOf,
} from './county.ts'
import { overlayRows } from './county-sizes.ts'
import { type BenchRow, type BenchTable, PARTITION } from './county-table.ts'

const [SALT, RANGE_SALT, ZIP_SALT] = [700, 720, 740]
const STATE = 'ZZ'
/** A stretch passes so many lots, with a vertex beside each. */
const LOTS_A_STRETCH = 12
/** ZIP codes of the county, in a lattice of so many a side. */
const ZIPS_A_SIDE = 8

/** The address of a lot's roll, at the lot. */
function* pointRows(plan: CountyPlan): Generator<BenchRow> {
  const share = overlayRows(plan, 'addressPoints') / plan.parcels
  for (const { i, j, place, unit } of countyUnits(plan, 'hilbert')) {
    if (draw(plan.seed, place, unit, SALT) >= share) continue
    const [number, ...street] = rollOf(plan.seed, place, unit).PROP_ADDRS.split(' ')
    yield {
      shape: placeOf(plan, i + 0.5, j + 0.3),
      values: {
        address_key: `${PARTITION}:${place}:${unit}`,
        partition: PARTITION,
        number,
        street: street.join(' '),
        unit: unit > 0 ? `APT ${unit}` : null,
        city: 'Bench',
        state: STATE,
        zip: zipAt(plan, i, j),
      },
    }
  }
}

/** Stretches along the southern edge of lots, both sides of each numbered. */
function* rangeRows(plan: CountyPlan): Generator<BenchRow> {
  const total = Math.ceil(overlayRows(plan, 'streetRanges') / 2)
  let drawn = 0
  for (const { i, j, place, unit } of countyUnits(plan, 'hilbert')) {
    if (drawn >= total) return
    if (unit > 1 || i % LOTS_A_STRETCH !== 0) continue
    drawn++
    const builder = new LinesBuilder()
    for (let lot = 0; lot <= LOTS_A_STRETCH; lot++) {
      const sway = (draw(plan.seed, place, lot, RANGE_SALT) - 0.5) * 0.1
      builder.gridPoint(...placeOf(plan, i + lot, j + sway))
    }
    builder.endLine()
    const lines = builder.finish()
    const first = 100 + (i % 9_000)
    for (const side of ['left', 'right'] as const)
      yield {
        shape: lines,
        values: {
          range_key: `${PARTITION}:${place}:${side}`,
          partition: PARTITION,
          street: `Bench Row ${j}`,
          side,
          from_number: first * 2 + (side === 'left' ? 1 : 0),
          to_number: (first + LOTS_A_STRETCH) * 2 - (side === 'left' ? 1 : 2),
          parity: side === 'left' ? 'odd' : 'even',
          city: null,
          state: STATE,
          zip: zipAt(plan, i, j),
        },
      }
  }
}

function* zipRows(plan: CountyPlan): Generator<BenchRow> {
  const [west, south, east, north] = countyBox(plan)
  for (let at = 0; at < ZIPS_A_SIDE ** 2; at++) {
    const [i, j] = [at % ZIPS_A_SIDE, Math.floor(at / ZIPS_A_SIDE)]
    const aside = draw(plan.seed, i, j, ZIP_SALT) * 0.5
    yield {
      shape: [
        Math.round(west + ((east - west) * (i + 0.25 + aside)) / ZIPS_A_SIDE),
        Math.round(south + ((north - south) * (j + 0.25 + aside)) / ZIPS_A_SIDE),
      ],
      values: { zip: `${99_000 + at}`, partition: PARTITION, state: STATE },
    }
  }
}

/** The point at so many cells from the county's south-west corner. */
function placeOf(plan: CountyPlan, i: number, j: number): GridPoint {
  const [west, south] = countyBox(plan)
  return [Math.round(west + i * CELL_WIDTH), Math.round(south + j * CELL_HEIGHT)]
}

function zipAt(plan: CountyPlan, i: number, j: number): string {
  const [west, , east] = countyBox(plan)
  const side = (east - west) / CELL_WIDTH / ZIPS_A_SIDE
  const cell = (along: number) => Math.min(ZIPS_A_SIDE - 1, Math.floor(along / side))
  return `${99_000 + cell(j) * ZIPS_A_SIDE + cell(i)}`
}

export const addressTables: BenchTable[] = [
  { table: addressPoints, rows: pointRows },
  { table: streetRanges, rows: rangeRows },
  { table: zipPoints, rows: zipRows },
]
