import { documentsText } from '../../layers/zoning/documents.ts'
import { futureLandUse, zoningDistricts, zoningDocuments } from '../../layers/zoning/tables.ts'
import { draw } from '../fixtures/drawn-number.ts'
import { type CountyPlan, countyBox } from './county.ts'
import { blobsOn } from './county-blobs.ts'
import { mosaicCells, mosaicSide } from './county-mosaic.ts'
import { type Shape, widened } from './county-shapes.ts'
import { overlayRows } from './county-sizes.ts'
import { type BenchRow, type BenchTable, benchRow, PARTITION, pick } from './county-table.ts'

/** Points of a district's edge, of a plan's. */
const DISTRICT_EDGE = 16
const PLAN_EDGE = 12
const OVERLAY_POINTS = [20, 400] as const
const [SALT, PLAN_SALT, OVERLAY_SALT] = [180, 200, 220]
/** Authorities lie side by side in squares, so many on a side; one in three is the county. */
const AUTHORITIES_A_SIDE = 4
const URL = 'https://example.com/bench-county'
const READ_AT = '2026-01-02'

const CODES = ['AG', 'RE', 'R-1', 'R-2', 'RM', 'MH', 'C-1', 'C-2', 'C-3', 'I-1', 'I-2', 'PUD', 'P']
const CATEGORIES = ['AGR', 'RUR-5', 'RES-4', 'RES-12', 'MU', 'COM', 'IND', 'CON', 'PUB']

interface Authority {
  jurisdiction: string
  authority_level: 'municipal' | 'county'
}

/** The authority that zones a cell of a mosaic. */
function authorityAt(i: number, j: number, side: number): Authority {
  const of = (k: number) => Math.floor((k * AUTHORITIES_A_SIDE) / side)
  const number = of(j) * AUTHORITIES_A_SIDE + of(i)
  return number % 3 === 0
    ? { jurisdiction: 'Bench County (fictional)', authority_level: 'county' }
    : { jurisdiction: `City ${number} of Bench (fictional)`, authority_level: 'municipal' }
}

const KINDS = [
  ['land_development_code', 'Chapter 4: Zoning Districts', '4'],
  ['building_code_administration', 'Chapter 6: Buildings', '6'],
  ['floodplain_ordinance', 'Chapter 9: Floodplain Management', '9'],
  ['permit_administration', 'Chapter 11: Permits', '11'],
  ['tree_landscaping', 'Chapter 12: Trees', '12'],
  ['impact_fees', 'Chapter 15: Impact Fees', '15'],
] as const

function documentsOf() {
  return KINDS.map(([kind, title, section]) => ({
    kind,
    title,
    section,
    url: `${URL}/code/${section}`,
    retrieved_at: READ_AT,
  }))
}
const DOCUMENTS = documentsText(documentsOf())

function standardsOf(seed: number, code: string) {
  const number = CODES.indexOf(code)
  const own = (what: number) => draw(seed, number, 0, SALT + 12 + what)
  const isConditional = code === 'PUD'
  return {
    has_standards: true,
    front_setback_ft: isConditional ? null : 10 + 5 * Math.floor(own(0) * 9),
    side_setback_ft: isConditional ? null : 5 + 5 * Math.floor(own(1) * 5),
    rear_setback_ft: isConditional ? null : 10 + 5 * Math.floor(own(2) * 5),
    max_height_ft: 35 + 10 * Math.floor(own(3) * 5),
    max_far: own(4) < 0.5 ? null : 0.5 + Math.round(own(5) * 20) / 10,
    min_lot_sqft: 5_000 + 1_000 * Math.floor(own(6) * 40),
    dimensional_note: isConditional ? 'Those of the adopted development plan.' : null,
    dimensional_source_url: `${URL}/code/4`,
    dimensional_source_section: 'Sec. 4-101',
    dimensional_source_retrieved_at: READ_AT,
    land_development_code_url: `${URL}/code`,
    governing_documents: DOCUMENTS,
  }
}

function* districtRows(plan: CountyPlan): Generator<BenchRow> {
  const { seed } = plan
  const standards = new Map(CODES.map((code) => [code, standardsOf(seed, code)]))
  const side = mosaicSide(overlayRows(plan, 'zoningDistricts'))
  const box = widened(countyBox(plan), 1 / side)
  const row = (key: string, district: string, authority: Authority, shape: Shape): BenchRow =>
    benchRow(shape, {
      ...standards.get(district),
      ...authority,
      zoning_district_key: `${PARTITION}:${key}`,
      district,
      description: `District ${district}`,
      use_group: null,
      is_overlay: false,
      has_standards: standards.has(district),
    })
  const districts = { seed, box, side, edgePoints: DISTRICT_EDGE, salt: SALT }
  for (const { i, j, polygons } of mosaicCells(districts))
    yield row(
      `${j * side + i}`,
      pick(CODES, draw(seed, i, j, SALT + 11)),
      authorityAt(i, j, side),
      polygons,
    )
  const overlays = { seed, box: countyBox(plan), points: OVERLAY_POINTS, salt: OVERLAY_SALT }
  for (const blob of blobsOn(overlays, overlayRows(plan, 'zoningOverlays'))) {
    const authority = authorityAt(blob.i, blob.j, blob.side)
    const { values, shape } = row(`overlay:${blob.number}`, 'HO', authority, blob.shape)
    yield { shape, values: { ...values, is_overlay: true } }
  }
}

function* planRows(plan: CountyPlan): Generator<BenchRow> {
  const { seed } = plan
  const side = mosaicSide(overlayRows(plan, 'futureLandUses'))
  const box = widened(countyBox(plan), 1 / side)
  const categories = { seed, box, side, edgePoints: PLAN_EDGE, salt: PLAN_SALT }
  for (const { i, j, polygons } of mosaicCells(categories)) {
    const code = pick(CATEGORIES, draw(seed, i, j, PLAN_SALT + 11))
    yield benchRow(polygons, {
      ...authorityAt(i, j, side),
      future_land_use_key: `${PARTITION}:${j * side + i}`,
      code,
      description: `Category ${code}`,
    })
  }
}

function* documentRows(): Generator<BenchRow> {
  for (const document of documentsOf())
    yield benchRow(null, {
      ...document,
      zoning_document_key: `${PARTITION}:${document.kind}`,
      jurisdiction: 'Bench County (fictional)',
      authority_level: 'county',
    })
}

export const zoningTables: BenchTable[] = [
  { table: zoningDistricts, rows: districtRows },
  { table: futureLandUse, rows: planRows },
  { table: zoningDocuments, rows: documentRows },
]
