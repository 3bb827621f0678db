import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { areaM2 } from '../../geometry/geodesic-area.ts'
import { GRID } from '../../geometry/polygons.ts'
import { csvLine } from '../../sample/files/csv.ts'
import { PARCEL_FIELDS } from '../../sample/files/parcel-file.ts'
import { NAL_COLUMNS } from '../../sample/files/roll-columns.ts'
import { NAL_TEXTS } from '../../sample/files/roll-file.ts'
import { STRUCTURE_FIELDS } from '../../sample/files/structures-file.ts'
import { ALBERS_WKT, projectAlbers } from '../../sample/plan/albers.ts'
import { WGS84_WKT } from '../../sample/plan/transverse-mercator.ts'
import { rollOf } from '../bench/county.ts'
import { ShapefileStream } from '../bench/shapefile-stream.ts'
import { draw } from '../fixtures/drawn-number.ts'
import { changedRows } from './changed-rows.ts'
import { countyLots, type Lot } from './lots.ts'
import { placeOn, polygonOn, type RehearsalCounty } from './rehearsal-plan.ts'

/** Buildings of a parcel in the mean. */
const BUILT_SHARE = 0.8
const ROLL_YEAR = 2025
const SQUARE_FEET = 10.7639104
const SALT = 300

/**
 * Writes the fabric, the roll and the buildings of a county, lot by lot: `parcels.*`, `roll.csv`
 * and `ZZ_Structures.*`. `change` is the share of rows with other values: of a parcel its values on
 * the roll, of a building its place by a metre.
 */
export function writeLandFiles(county: RehearsalCounty, folder: string, change: number): void {
  const fabric = new ShapefileStream(join(folder, 'parcels'), PARCEL_FIELDS, {
    wkt: ALBERS_WKT,
    project: projectAlbers,
  })
  const buildings = new ShapefileStream(join(folder, 'ZZ_Structures'), STRUCTURE_FIELDS, {
    wkt: WGS84_WKT,
  })
  const roll = new LineFile(join(folder, 'roll.csv'))
  roll.add(NAL_COLUMNS.join(','))
  const isChanged = changedRows(county, 'parcels', change)
  const hasMoved = changedRows(county, 'structures', change)
  for (const lot of countyLots(county)) {
    const id = parcelId(county, lot)
    fabric.add(polygonOn(county, lot.ring_m), {
      PARCELNO: id,
      CO_NO: localCode(county),
      ASMNT_YR: ROLL_YEAR,
      NOTICE: 'FICTIONAL',
    })
    roll.add(csvLine(NAL_COLUMNS, rollRow(county, lot, id, isChanged(lot.number)), NAL_TEXTS))
    if (!isBuilt(county, lot)) continue
    const aside_m = hasMoved(lot.number) ? 1 : 0
    const polygons = polygonOn(county, buildingRing(county, lot, aside_m))
    buildings.add(polygons, buildingRow(county, lot, areaM2(polygons)))
  }
  fabric.finish()
  buildings.finish()
  roll.finish()
}

/** The county's own number on the roll. */
export function localCode({ number }: RehearsalCounty): number {
  return 100 + number
}

function parcelId({ number }: RehearsalCounty, lot: Lot): string {
  const [county, own] = [`${number}`.padStart(3, '0'), `${lot.number}`.padStart(7, '0')]
  return `R${county}-${own.slice(0, 4)}-${own.slice(4)}`
}

function isBuilt({ seed }: RehearsalCounty, { number }: Lot): boolean {
  return draw(seed, number, 0, SALT) < BUILT_SHARE
}

const USE_CODES: Record<Lot['kind'], readonly string[]> = {
  town: ['001', '001', '008', '011', '017'],
  suburb: ['001', '001', '001', '002', '000'],
  countryside: ['001', '002', '000', '069'],
  farm: ['051', '060', '055'],
}

function rollRow(county: RehearsalCounty, lot: Lot, id: string, isChanged: boolean) {
  const { seed, number } = county
  const own = (what: number) => draw(seed, lot.number, 0, SALT + 10 + what)
  const values = rollOf(seed, lot.number, 0)
  const [west, south, east, north] = lot.box_m
  const land_sqft = Math.round((east - west) * (north - south) * SQUARE_FEET)
  const built = isBuilt(county, lot)
  const land = values.VALUE_LAND + (isChanged ? 1_000 : 0)
  const just = land + (built ? values.VALUE_BLDG : 0)
  const taxable = Math.max(0, just - 25_000)
  const uses = USE_CODES[lot.kind]
  const year = 1920 + Math.floor(own(0) * 104)
  const isTown = lot.kind === 'town' || lot.kind === 'suburb'
  return {
    CO_NO: localCode(county),
    PARCEL_ID: id,
    FILE_T: 'R',
    ASMNT_YR: ROLL_YEAR,
    DOR_UC: uses[Math.floor(own(1) * uses.length)],
    JV: just,
    AV_SD: just,
    AV_NSD: just,
    TV_SD: taxable,
    TV_NSD: taxable,
    LND_VAL: land,
    LND_UNTS_CD: 2,
    NO_LND_UNTS: land_sqft,
    LND_SQFOOT: land_sqft,
    PHY_ADDR1: values.PROP_ADDRS.toUpperCase(),
    PHY_CITY: `REHEARSAL ${isTown ? 'TOWN' : 'FIELDS'} ${number} (FICTIONAL)`,
    // No place has a ZIP code that begins with 345.
    PHY_ZIPCD: 34_500 + ((2 * number + (isTown ? 0 : 1)) % 100),
    NBRHD_CD: `${Math.floor(lot.number / 500)}`.padStart(4, '0'),
    STATE_PAR_ID: `C${localCode(county)}-${id}`,
    ...(built && {
      IMP_QUAL: 2 + Math.floor(own(2) * 4),
      CONST_CLASS: '3',
      EFF_YR_BLT: year,
      ACT_YR_BLT: year,
      TOT_LVG_AREA: 700 + Math.floor(own(3) * 2_600),
      NO_BULDNG: 1,
      NO_RES_UNTS: isTown ? 1 + Math.floor(own(4) * 2) : 1,
    }),
    ...(own(5) < 0.11 && { SALE_PRC1: just + 5_000, SALE_YR1: ROLL_YEAR - 1, SALE_MO1: '03' }),
  }
}

/** A rectangle or an L within its lot. */
function buildingRing({ seed }: RehearsalCounty, lot: Lot, aside_m: number): number[] {
  const own = (what: number) => draw(seed, lot.number, 0, SALT + 20 + what)
  const [west, south, east, north] = lot.box_m
  const width = Math.min(10 + 8 * own(0), 0.7 * (east - west))
  const depth = Math.min(9 + 9 * own(1), 0.6 * (north - south))
  const x = west + (east - west - width) * (0.2 + 0.6 * own(2)) + aside_m
  const y = south + (north - south - depth) * (0.2 + 0.6 * own(3))
  const [right, top] = [x + width, y + depth]
  if (own(4) < 0.6) return [x, y, right, y, right, top, x, top]
  const [notchX, notchY] = [x + width * (0.4 + 0.3 * own(5)), y + depth * (0.4 + 0.3 * own(6))]
  return [x, y, right, y, right, notchY, notchX, notchY, notchX, top, x, top]
}

function buildingRow(county: RehearsalCounty, lot: Lot, area_m2: number) {
  const { seed, number, fips } = county
  const own = (what: number) => draw(seed, lot.number, 0, SALT + 30 + what)
  const [west, south, east, north] = lot.box_m
  const [x, y] = placeOn(county, (west + east) / 2, (south + north) / 2)
  const ground_m = 2 + 20 * own(1)
  const hex = (what: number, digits: number) =>
    Math.floor(own(what) * 16 ** digits)
      .toString(16)
      .padStart(digits, '0')
  return {
    BUILD_ID: number * 10_000_000 + lot.number,
    OCC_CLS: 'Residential',
    PRIM_OCC: lot.kind === 'farm' ? 'Manufactured Home' : 'Single Family Dwelling',
    PROP_ST: 'ZZ',
    // Most of the agency's heights are not known.
    HEIGHT: own(0) < 0.3 ? 3 + Math.round(own(2) * 60) / 10 : -99999,
    SQMETERS: area_m2,
    SQFEET: area_m2 * SQUARE_FEET,
    H_ADJ_ELEV: ground_m + 0.2,
    L_ADJ_ELEV: ground_m - 0.2,
    FIPS: fips,
    CENSUSCODE: `${fips}${`${Math.floor(lot.number / 2_000)}`.padStart(6, '0')}`,
    PROD_DATE: '20240115',
    SOURCE: 'FICTIONAL',
    LONGITUDE: x / GRID,
    LATITUDE: y / GRID,
    IMAGE_NAME: 'FICTIONAL',
    IMAGE_DATE: '20230304',
    VAL_METHOD: 'Automated',
    REMARKS: 'FICTIONAL',
    UUID: `{${hex(3, 8)}-${hex(4, 4)}-4${hex(5, 3)}-8${hex(6, 3)}-${`${number}`.padStart(4, '0')}${`${lot.number}`.padStart(8, '0')}}`,
  }
}

/** Lines that are written in blocks. */
class LineFile {
  private readonly descriptor: number
  private lines: string[] = []

  constructor(path: string) {
    this.descriptor = openSync(path, 'w')
  }

  add(line: string): void {
    this.lines.push(line)
    if (this.lines.length >= BLOCK_LINES) this.flush()
  }

  finish(): void {
    this.flush()
    closeSync(this.descriptor)
  }

  private flush(): void {
    if (this.lines.length > 0) writeSync(this.descriptor, `${this.lines.join('\r\n')}\r\n`)
    this.lines = []
  }
}

const BLOCK_LINES = 5_000
