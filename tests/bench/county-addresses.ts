import { streetKey } from '../../geocoder/parsing/street-name.ts'
import { anchorOf } from '../../geometry/anchor.ts'
import type { Lines } from '../../geometry/lines.ts'
import { addressPoints, streetRanges, zipPoints } from '../../layers/addresses/tables.ts'
import { draw } from '../fixtures/drawn-number.ts'
import { CELL_WIDTH, type CountyPlan, countyBox, countyParcels } from './county.ts'
import { zipOf } from './county-parcels.ts'
import { addressOf, LOTS_A_STREET } from './county-streets.ts'
import { type BenchRow, type BenchTable, benchRow, PARTITION } from './county-table.ts'

/** One parcel in five has a published point as well as its roll. */
const POINT_SHARE = 0.2
const STATE = 'ZZ'

/** The first parcel of each polygon, with its place in the lattice. */
function* lots(plan: CountyPlan) {
  for (const batch of countyParcels(plan, 'hilbert'))
    for (const { roll, polygons } of batch)
      if (roll.UNIT === '' || roll.UNIT === '1')
        yield { place: Number(roll.MAP_LOT.slice(1)), polygons }
}

function* pointRows(plan: CountyPlan): Generator<BenchRow> {
  const box = countyBox(plan)
  for (const { place, polygons } of lots(plan)) {
    if (draw(plan.seed, place, 0, 45) >= POINT_SHARE) continue
    const { street, number } = addressOf(plan.seed, place)
    const zip = zipOf(box, polygons.coords)
    yield benchRow(anchorOf(polygons), {
      address_key: `${PARTITION}:${place}`,
      number: `${number}`,
      street,
      unit: null,
      city: 'Bench',
      state: STATE,
      zip,
    })
  }
}

/** The odd side of each street, drawn along its lots: the fabric has only that side. */
function* rangeRows(plan: CountyPlan): Generator<BenchRow> {
  const box = countyBox(plan)
  for (const { place, polygons } of lots(plan)) {
    if (place % LOTS_A_STREET !== 0) continue
    const { street, number } = addressOf(plan.seed, place)
    const [west, south] = polygons.coords
    const coords = Int32Array.of(west, south, west + LOTS_A_STREET * CELL_WIDTH, south)
    const shape: Lines = { coords, lineEnds: Uint32Array.of(2) }
    yield benchRow(shape, {
      range_key: `${PARTITION}:${place}:left`,
      street,
      street_key: streetKey(street),
      side: 'left',
      from_number: number,
      to_number: number + 2 * (LOTS_A_STREET - 1),
      parity: 'odd',
      city: 'Bench',
      state: STATE,
      zip: zipOf(box, polygons.coords),
    })
  }
}

/** The first lot of each ZIP code is its point. */
function* zipRows(plan: CountyPlan): Generator<BenchRow> {
  const box = countyBox(plan)
  const seen = new Set<string>()
  for (const { polygons } of lots(plan)) {
    const zip = zipOf(box, polygons.coords)
    if (seen.has(zip)) continue
    seen.add(zip)
    yield benchRow(anchorOf(polygons), { zip, state: STATE })
  }
}

export const addressTables: BenchTable[] = [
  { table: addressPoints, rows: pointRows },
  { table: streetRanges, rows: rangeRows },
  { table: zipPoints, rows: zipRows },
]
