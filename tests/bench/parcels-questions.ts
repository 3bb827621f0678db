import type { Box } from '../../geometry/polygons.ts'
import { GRID } from '../../geometry/polygons.ts'
import type { ParcelFilters } from '../../serve/queries/parcel-plane.ts'
import { draw } from '../fixtures/drawn-number.ts'
import { type CountyPlan, countyBox } from './county.ts'
import { COUNTY } from './county-table.ts'

/** One page that is requested. */
export interface PageQuestion {
  filters: ParcelFilters
  /** The place after which it begins, -1 for the first page. */
  after: number
}

/** Rows of a page, and one more that shows whether there is a next page. */
export const PAGE_ROWS = 25

/** Seeded questions by kind: half of them first pages, half somewhere in the middle. */
export function pageQuestions(plan: CountyPlan, each: number): Map<string, PageQuestion[]> {
  let drawn = 0
  const random = () => draw(plan.seed, drawn++, 0, 91)
  const county = countyBox(plan).map((side) => side / GRID) as Box
  const side = Math.max(1, Math.floor(Math.sqrt(plan.parcels) / 140))
  const zip = () => `${99_000 + Math.floor(random() * side) * 10 + Math.floor(random() * side)}`
  const use_code = () => `${Math.floor(random() * 40)}`.padStart(3, '0')
  const box = (share: number) => boxIn(county, share, random)
  const kinds: Record<string, () => ParcelFilters> = {
    'box of 0.5 % of the side': () => ({ bbox: box(0.005) }),
    'box of 5 % of the side': () => ({ bbox: box(0.05) }),
    'box of half the side': () => ({ bbox: box(0.5) }),
    'ZIP code': () => ({ zip: zip() }),
    county: () => ({ county: COUNTY.county_fips }),
    'land use': () => ({ use_code: use_code() }),
    'ZIP code and land use': () => ({ zip: zip(), use_code: use_code() }),
    'box of 5 % and land use': () => ({ bbox: box(0.05), use_code: use_code() }),
    'a rare land use': () => ({ use_code: '099' }),
    'a land use that nobody has': () => ({ use_code: '0990' }),
    'no filter': () => ({}),
  }
  return new Map(
    Object.entries(kinds).map(([kind, filters]) => [
      kind,
      Array.from({ length: each }, (_, i) => {
        const after = i % 2 === 0 ? -1 : Math.floor(random() * plan.parcels)
        return { filters: filters(), after }
      }),
    ]),
  )
}

function boxIn([west, south, east, north]: Box, share: number, random: () => number): Box {
  const [width, height] = [(east - west) * share, (north - south) * share]
  const w = west + random() * (east - west - width)
  const s = south + random() * (north - south - height)
  return [w, s, w + width, s + height]
}
