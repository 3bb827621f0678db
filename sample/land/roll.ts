import { between, wholeBetween } from '../../random/choices.ts'
import { type Random, seededRandom } from '../../random/seeded-random.ts'
import { LAND_USES } from './land-uses.ts'
import { lotId, type Parcel } from './parcels.ts'
import { CITY, StreetNames, zipOf } from './street-names.ts'

/** One row of the roll, by NAL column name. Columns that are not named are empty. */
export type RollRow = Readonly<Record<string, string | number>>

/** Assessed as of 1 January of this year. */
export const ROLL_YEAR = 2025

/** The county's number at the state. Florida's counties are 11 to 77, so no real county has it. */
export const COUNTY_NUMBER = 99

const SQUARE_FEET = 10.7639104

/** Every 340th parcel has no roll row (like a new split), and 9 rows have no parcel. */
const UNROLLED_EVERY = 340
const WITHOUT_PARCEL = 9

/** Rows of the roll, one per parcel id, in the order of the fabric. No owner is ever named. */
export function buildRoll(seed: number, parcels: readonly Parcel[]): RollRow[] {
  const random = seededRandom(seed, 'roll')
  const streets = new StreetNames()
  const rows: RollRow[] = []
  const seen = new Set<string>()
  for (const [index, parcel] of parcels.entries()) {
    // An agency that omits the id from its map still has the property on its roll.
    const id = parcel.id ?? lotId(parcel.lot)
    if (seen.has(id)) continue
    seen.add(id)
    const pieces = parcel.oddity === 'two_pieces' ? parcels.filter((p) => p.id === id) : [parcel]
    const area = pieces.reduce((sum, piece) => sum + piece.area, 0)
    const row = rollRow(id, parcel, area * SQUARE_FEET, streets, random)
    const isPlain = parcel.oddity === 'plain'
    if (isPlain && index % UNROLLED_EVERY === UNROLLED_EVERY - 1) continue
    rows.push(row)
    if (isPlain && rows.length % 400 === 0 && rows.length / 400 <= WITHOUT_PARCEL) {
      rows.push({ ...row, PARCEL_ID: `${parcel.lot.block}-9990`, PHY_ADDR1: 'RETIRED PARCEL' })
    }
  }
  return rows.map((row, index) => ({ ...row, SEQ_NO: index + 1 }))
}

function rollRow(
  id: string,
  parcel: Parcel,
  lotFeet: number,
  streets: StreetNames,
  random: Random,
): RollRow {
  const { lot, unit } = parcel
  const use = LAND_USES[lot.use]
  const round = (value: number, to: number): number => Math.round(value / to) * to
  const landFeet = unit === null ? Math.round(lotFeet) : 0
  // An acre in the country costs a fraction of an acre in town.
  const price =
    between(random, ...use.land) * (lot.character === 'rural' && use.units[0] > 0 ? 0.2 : 1)
  const land = round(landFeet * price, 100)
  const year = builtIn(parcel, random)
  const living =
    unit !== null
      ? wholeBetween(random, 720, 1900)
      : Math.min(
          lotFeet * between(random, ...(use.building?.share ?? [0, 0])),
          use.building?.most ?? 0,
        )
  const quality = wholeBetween(random, 2, 5)
  const wear = 1 - Math.min(0.55, (ROLL_YEAR - year) * 0.006)
  const worth = living * (use.building?.cost ?? 0) * (0.6 + 0.14 * quality) * wear
  const just = land + round(worth, 100)
  const homestead = lot.use === 'house' && random() < 0.62
  const assessed = homestead ? round(just * between(random, 0.55, 1), 10) : just
  const taxable = use.exempt ? 0 : Math.max(0, assessed - (homestead ? 50000 : 0))
  const row: Record<string, string | number> = {
    CO_NO: COUNTY_NUMBER,
    PARCEL_ID: id,
    FILE_T: 'R',
    ASMNT_YR: ROLL_YEAR,
    DOR_UC: use.code,
    JV: just,
    AV_SD: assessed,
    AV_NSD: assessed,
    // The second 25,000 of the homestead exemption does not count for schools.
    TV_SD: use.exempt ? 0 : Math.max(0, assessed - (homestead ? 25000 : 0)),
    TV_NSD: taxable,
    LND_VAL: land,
    PHY_ADDR1: streets.addressOf(lot),
    PHY_ADDR2: unit === null ? '' : `UNIT ${unit}`,
    PHY_CITY: lot.character === 'rural' && random() < 0.3 ? '' : CITY,
    PHY_ZIPCD: zipOf(lot),
    CENSUS_BK: `9900199${lot.block.slice(0, 2)}00${lot.block[2] === '5' ? 2 : 1}`,
    NBRHD_CD: lot.block.slice(0, 4),
    TAX_AUTH_CD: lot.character === 'rural' ? '0001' : '0002',
    STATE_PAR_ID: `C99-001-${id.replaceAll('-', '')}`,
  }
  if (unit === null)
    Object.assign(row, { LND_UNTS_CD: 2, NO_LND_UNTS: landFeet, LND_SQFOOT: landFeet })
  if (homestead)
    Object.assign(row, { JV_HMSTD: just, AV_HMSTD: assessed, EXMPT_01: 25000, EXMPT_02: 25000 })
  if (use.building !== null) {
    Object.assign(row, {
      IMP_QUAL: quality,
      CONST_CLASS: String(wholeBetween(random, 3, 4)),
      EFF_YR_BLT: Math.min(
        ROLL_YEAR - 1,
        year + (random() < 0.3 ? wholeBetween(random, 3, 25) : 0),
      ),
      ACT_YR_BLT: year,
      TOT_LVG_AREA: Math.round(living),
      NO_BULDNG: lot.use === 'apartments' || lot.use === 'school' ? wholeBetween(random, 2, 7) : 1,
      NO_RES_UNTS: wholeBetween(random, ...use.units),
    })
  }
  if (!use.exempt && random() < 0.11) addSale(row, just, use.building === null, random)
  return row
}

function addSale(
  row: Record<string, string | number>,
  just: number,
  vacant: boolean,
  random: Random,
) {
  // The NAL carries the sales of the year before the assessment and of its first months.
  const isNew = random() < 0.3
  const isArmsLength = random() < 0.7
  Object.assign(row, {
    QUAL_CD1: isArmsLength ? '01' : '11',
    VI_CD1: vacant ? 'V' : 'I',
    SALE_PRC1: isArmsLength ? Math.round((just * between(random, 0.95, 1.3)) / 500) * 500 : 100,
    SALE_YR1: isNew ? ROLL_YEAR : ROLL_YEAR - 1,
    SALE_MO1: String(wholeBetween(random, 1, isNew ? 5 : 12)).padStart(2, '0'),
  })
}

/** The town was built first, the beach last. A stack of condominiums has one year. */
function builtIn({ lot, unit }: Parcel, random: Random): number {
  if (unit !== null) return 1974 + ((lot.number * 7) % 40)
  const [from, to] = {
    town: [1908, 1978],
    suburb: [1955, 2012],
    estate: [1972, 2024],
    rural: [1920, 2020],
    beach: [1948, 2023],
  }[lot.character]
  return wholeBetween(random, from, to)
}
