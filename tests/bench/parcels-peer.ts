import type { Client } from 'pg'
import { polygonsToWkb } from '../../geometry/wkb.ts'
import type { Pack } from '../../packs/pack-reader.ts'
import { PAGE_ROWS, type PageQuestion } from './parcels-questions.ts'
import type { PrivatePostgres } from './postgres.ts'

/** The peer of the list of parcels: an index for each filter, each in the order of the pages. */
export async function loadParcelPeer(postgres: PrivatePostgres, pack: Pack): Promise<void> {
  const client = await postgres.connect()
  await client.query(`
    CREATE UNLOGGED TABLE parcels
      (place int, parcel_key text, county text, zip text, use_code text, geom geometry)`)
  await postgres.copyFrom('parcels', lines(pack))
  await client.query(`
    CREATE UNIQUE INDEX ON parcels (place);
    CREATE INDEX ON parcels (county, place);
    CREATE INDEX ON parcels (zip, place);
    CREATE INDEX ON parcels (use_code, place);
    CREATE INDEX ON parcels USING gist (geom);`)
  // A vacuum runs in no transaction, and a statement of several is one.
  await client.query('VACUUM ANALYZE parcels')
  await client.end()
}

function* lines(pack: Pack): Generator<string> {
  for (let row = 0; row < pack.rows; row++) {
    const { parcel_key, county_fips, situs_zip, use_code } = pack.row(row)
    const wkb = Buffer.from(polygonsToWkb(pack.polygons(row))).toString('hex')
    yield [row, parcel_key, county_fips, situs_zip, use_code, wkb].join('\t')
  }
}

const inBox = (at: number) => `geom && ST_MakeEnvelope($${at}, $${at + 1}, $${at + 2}, $${at + 3})`

/** The boxes that `&&` compares are of single precision: the sides decide what lies on the line. */
const inSides = (at: number) => `${inBox(at)}
  AND ST_XMax(geom) >= $${at} AND ST_YMax(geom) >= $${at + 1}
  AND ST_XMin(geom) <= $${at + 2} AND ST_YMin(geom) <= $${at + 3}`

const CONDITIONS = {
  bbox: inBox,
  county: (at: number) => `county = $${at}`,
  zip: (at: number) => `zip = $${at}`,
  use_code: (at: number) => `use_code = $${at}`,
}

/** Plans by the values or once for all: either is far slower for some pages, so both are tried. */
export const PLAN_MODES = ['force_custom_plan', 'force_generic_plan'] as const

/** The same page by keyset, prepared: its keys. Exact to the last digit where that is requested. */
export async function peerPage(
  client: Client,
  question: PageQuestion,
  isExact = false,
): Promise<string[]> {
  const { filters, after } = question
  const values: unknown[] = [after]
  const where = ['place > $1']
  const names = [isExact ? 'exact' : 'page']
  const conditions = isExact ? { ...CONDITIONS, bbox: inSides } : CONDITIONS
  for (const [name, condition] of Object.entries(conditions)) {
    const value = filters[name as keyof typeof CONDITIONS]
    if (value === undefined) continue
    names.push(name)
    where.push(condition(values.length + 1))
    values.push(...[value].flat())
  }
  const text = `
    SELECT parcel_key FROM parcels WHERE ${where.join(' AND ')}
    ORDER BY place LIMIT ${PAGE_ROWS + 1}`
  const query = { name: names.join(), text, values, rowMode: 'array' }
  const { rows } = (await client.query(query)) as unknown as { rows: string[][] }
  return rows.map(([key]) => key)
}
