import type { Client } from 'pg'
import { polygonsToWkb } from '../../layers/geometry/wkb.ts'
import type { Pack } from '../../layers/packs/pack-reader.ts'
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

/** The boxes of an index are of single precision: the sides decide what lies on the line. */
function inBox(at: number): string {
  const [west, south, east, north] = [0, 1, 2, 3].map((i) => `$${at + i}`)
  return `geom && ST_MakeEnvelope(${west}, ${south}, ${east}, ${north})
    AND ST_XMax(geom) >= ${west} AND ST_YMax(geom) >= ${south}
    AND ST_XMin(geom) <= ${east} AND ST_YMin(geom) <= ${north}`
}

const CONDITIONS = {
  bbox: inBox,
  county: (at: number) => `county = $${at}`,
  zip: (at: number) => `zip = $${at}`,
  use_code: (at: number) => `use_code = $${at}`,
}

/** The same page by keyset, prepared: its keys. */
export async function peerPage(client: Client, question: PageQuestion): Promise<string[]> {
  const { filters, after } = question
  const values: unknown[] = [after]
  const where = ['place > $1']
  const names = ['page']
  for (const [name, condition] of Object.entries(CONDITIONS)) {
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
