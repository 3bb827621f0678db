import { GRID } from '../../geometry/polygons.ts'
import {
  describeCode,
  isOpenWater,
  isVegetated,
  kindOf,
  typeOf,
} from '../../layers/wetlands/classification.ts'
import { decodeCowardin } from '../../layers/wetlands/decode.ts'
import { wetlandProjects, wetlands } from '../../layers/wetlands/tables.ts'
import { draw } from '../fixtures/drawn-number.ts'
import { type CountyPlan, countyBox } from './county.ts'
import { bandAt, blobsOn } from './county-blobs.ts'
import { type Shape, sheets } from './county-shapes.ts'
import { overlayRows } from './county-sizes.ts'
import { type BenchRow, type BenchTable, benchRow, PARTITION, pick } from './county-table.ts'

/** Of 300,000 wetlands 30 are giants: swamps along rivers. The others have 8 to 600 points. */
const GIANT_SHARE = 0.0001
const GIANT_POINTS = [5_000, 60_000] as const
const GIANT_HALF_WIDTH = 0.002 * GRID
const ORDINARY_POINTS = [8, 600] as const
const GIANT_SALT = 120
const SALT = 130
const PROJECTS_A_SIDE = 12

/** Codes of wetlands, the common ones of the inventory. */
export const CODES = [
  ...['PFO1E', 'PFO6/SS3C', 'PFO2F', 'PEM1C', 'PEM1Fh', 'PSS1/EM1C', 'PUBHx', 'PUBHh', 'PABH'],
  ...['L1UBH', 'L2EM2F', 'R2UBH', 'R4SBC', 'R5UBH', 'E2EM1P', 'E1UBL', 'Pf'],
]

/** Columns that the code alone decides, made once a code. */
const READINGS = new Map(
  CODES.map((code) => {
    const decoded = decodeCowardin(code)
    if (!decoded) throw new Error(`${code} is not a Cowardin code`)
    return [
      code,
      {
        code,
        type: typeOf(decoded),
        description: describeCode(decoded),
        kind: kindOf(decoded),
        is_open_water: isOpenWater(decoded),
        is_vegetated: isVegetated(decoded),
      },
    ]
  }),
)

function* wetlandRows(plan: CountyPlan): Generator<BenchRow> {
  const { seed } = plan
  const box = countyBox(plan)
  const total = overlayRows(plan, 'wetlands')
  const giants = Math.max(2, Math.round(total * GIANT_SHARE))
  const row = (number: number, shape: Shape): BenchRow => {
    const reading = READINGS.get(pick(CODES, draw(seed, number, 0, 140)))
    return benchRow(shape, { ...reading, wetland_key: `${PARTITION}:${number}` })
  }
  const bands = { seed, box, count: giants, points: GIANT_POINTS, salt: GIANT_SALT }
  for (let number = 0; number < giants; number++)
    yield row(number, bandAt({ ...bands, halfWidth: GIANT_HALF_WIDTH }, number))
  const ordinary = { seed, box, points: ORDINARY_POINTS, salt: SALT }
  for (const { number, shape } of blobsOn(ordinary, total - giants))
    yield row(giants + number, shape)
}

function* projectRows(plan: CountyPlan): Generator<BenchRow> {
  for (const { number, polygons } of sheets(countyBox(plan), PROJECTS_A_SIDE))
    yield benchRow(polygons, {
      wetland_project_key: `${PARTITION}:${number}`,
      project: `Sheet ${number}`,
      is_mapped: true,
      image_year: 1999 + (number % 20),
    })
}

export const wetlandTables: BenchTable[] = [
  { table: wetlands, rows: wetlandRows },
  { table: wetlandProjects, rows: projectRows },
]
