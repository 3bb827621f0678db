import { permits } from '../../layers/permits/tables.ts'
import { draw } from '../fixtures/drawn-number.ts'
import { CELL_HEIGHT, CELL_WIDTH, type CountyPlan, countyBox, countyUnits } from './county.ts'
import { overlayRows } from './county-sizes.ts'
import { type BenchRow, type BenchTable, benchRow, PARTITION, pick } from './county-table.ts'

/**
 * Permits come in towns: of blocks of 8 by 8 parcels one in five, and there at one place in four.
 */
const BLOCK = 8
const TOWN_SHARE = 0.2
const PLACE_SHARE = 0.25
/** Permits of an address, all at its one point. */
const PERMITS_A_PLACE = 4
const SALT = 440

const TYPES = ['PERMIT - RENOVATION/ALTERATION', 'PERMIT - NEW CONSTRUCTION', 'PERMIT - ELECTRICAL']
const WORKS = [
  'Replace roof, like for like',
  'Interior remodel of kitchen and bath, no structural work, as per plans',
  'New single family dwelling with attached garage',
]

function* permitRows(plan: CountyPlan): Generator<BenchRow> {
  const { seed } = plan
  const [west, south] = countyBox(plan)
  const total = overlayRows(plan, 'permits')
  let number = 0
  for (const { i, j, place, unit } of countyUnits(plan, 'hilbert')) {
    if (number >= total) return
    if (unit > 1) continue
    if (draw(seed, Math.floor(i / BLOCK), Math.floor(j / BLOCK), SALT) >= TOWN_SHARE) continue
    if (draw(seed, i, j, SALT + 1) >= PLACE_SHARE) continue
    const x = Math.round(west + (i + 0.2 + 0.6 * draw(seed, i, j, SALT + 2)) * CELL_WIDTH)
    const y = Math.round(south + (j + 0.2 + 0.6 * draw(seed, i, j, SALT + 3)) * CELL_HEIGHT)
    for (let k = 0; k < PERMITS_A_PLACE && number < total; k++) {
      const own = (what: number) => draw(seed, place, k, SALT + 4 + what)
      const year = 2010 + Math.floor(own(0) * 15)
      const permit_number = `B${year}-${String(number).padStart(7, '0')}`
      yield benchRow([x, y], {
        permit_key: `${PARTITION}:${permit_number}`,
        permit_number,
        permit_type: pick(TYPES, own(1)),
        status: pick(['ISSUED', 'COMPLETE', 'EXPIRED'], own(2)),
        description: `${pick(WORKS, own(3))} (${number})`,
        address: `${1 + (place % 9_973)} Elm Street`,
        applied_at: `${year}-02-01`,
        issued_at: `${year}-0${1 + Math.floor(own(4) * 9)}-1${k}`,
        finaled_at: own(5) < 0.5 ? null : `${year + 1}-05-05`,
        cost_usd: 100 * Math.floor(10 + own(6) * 2_000),
        url: `https://example.com/permits/${permit_number}`,
        authority: 'Building department of Bench (fictional)',
        feed: 'Permits of Bench (fictional)',
        feed_through: '2025-12-31',
      })
      number++
    }
  }
}

export const permitTables: BenchTable[] = [{ table: permits, rows: permitRows }]
