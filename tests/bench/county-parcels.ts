import { areaM2 } from '../../geometry/geodesic-area.ts'
import type { Box } from '../../geometry/polygons.ts'
import { parcels } from '../../layers/parcel/tables.ts'
import { parcelKeyMaker } from '../../pipelines/parcel-key.ts'
import { draw } from '../fixtures/drawn-number.ts'
import {
  CELL_HEIGHT,
  CELL_WIDTH,
  type CountyPlan,
  countyBox,
  countyParcels,
  countyUnits,
  rollOf,
} from './county.ts'
import { type BenchRow, type BenchTable, benchRow, COUNTY } from './county-table.ts'

const keyOf = parcelKeyMaker(Buffer.from('bench county: a public secret'))

function parcelKey({ MAP_LOT, UNIT }: { MAP_LOT: string; UNIT: string }): string {
  return keyOf(`${COUNTY.county_fips}|${MAP_LOT}|${UNIT}`)
}

/** Keys of the parcels of which `share` is drawn, along the Hilbert curve, with their number. */
export function* drawnParcels(
  plan: CountyPlan,
  share: number,
  salt: number,
): Generator<{ number: number; parcel_key: string }> {
  let number = -1
  for (const { place, unit } of countyUnits(plan, 'hilbert')) {
    number++
    if (draw(plan.seed, place, unit, salt) >= share) continue
    yield { number, parcel_key: parcelKey(rollOf(plan.seed, place, unit)) }
  }
}

/** Cells of a ZIP code along a side: about 20,000 parcels each. */
const ZIP_CELLS = 140
/** One parcel in this many has a rare use. */
const RARE_USE_EVERY = 100_003

/** The ZIP code of the cell at which a polygon begins. */
export function zipOf([west, south]: Box, [x, y]: Int32Array): string {
  const column = Math.floor((x - west) / CELL_WIDTH / ZIP_CELLS)
  const row = Math.floor((y - south) / CELL_HEIGHT / ZIP_CELLS)
  return `${99_000 + Math.max(0, column) * 10 + Math.max(0, row)}`
}

function useCodeOf({ seed }: CountyPlan, number: number): string {
  if (number % RARE_USE_EVERY === 7) return '099'
  return `${Math.floor(draw(seed, number, 0, 38) * 40)}`.padStart(3, '0')
}

function* parcelRows(plan: CountyPlan): Generator<BenchRow> {
  const box = countyBox(plan)
  for (const batch of countyParcels(plan, 'hilbert'))
    for (const { roll, polygons, number } of batch) {
      const hasSale = draw(plan.seed, number, 0, 37) < 0.6
      yield benchRow(polygons, {
        ...COUNTY,
        parcel_key: parcelKey(roll),
        area_m2: areaM2(polygons),
        has_roll: true,
        situs_line1: roll.PROP_ADDRS,
        situs_city: 'Bench',
        situs_zip: zipOf(box, polygons.coords),
        use_code: useCodeOf(plan, number),
        use_description: roll.LAND_USE,
        assessment_year: 2025,
        assessed_value: roll.VALUE_TOT,
        taxable_value: roll.VALUE_NET,
        land_value: roll.VALUE_LAND,
        building_value: roll.VALUE_BLDG,
        last_sale_price: hasSale ? roll.VALUE_TOT + 10_000 : null,
        last_sale_year: hasSale ? 1990 + (number % 35) : null,
        year_built_actual: roll.YR_BUILT || null,
        residential_units: roll.DWLG_UNITS,
      })
    }
}

export const parcelTables: BenchTable[] = [{ table: parcels, rows: parcelRows }]
