import type { Client } from 'pg'
import { polygonsToWkb } from '../../geometry/wkb.ts'
import type { Pack } from '../../packs/pack-reader.ts'
import type { PrivatePostgres } from './postgres.ts'
import type { SamplePoint } from './sample-points.ts'

/**
 * The peer of the lookup bench: the same rows, flood polygons cut by ST_Subdivide, GiST on both.
 */
export async function loadPeer(
  postgres: PrivatePostgres,
  packs: { parcels: Pack; flood: Pack },
): Promise<void> {
  const client = await postgres.connect()
  await client.query(`
    CREATE UNLOGGED TABLE parcels (id int, geom geometry);
    CREATE UNLOGGED TABLE flood_whole (id int, geom geometry);`)
  await postgres.copyFrom('parcels', wkbLines(packs.parcels))
  await postgres.copyFrom('flood_whole', wkbLines(packs.flood))
  await client.query(`
    CREATE UNLOGGED TABLE flood AS SELECT id, ST_Subdivide(geom, 256) AS geom FROM flood_whole;
    CREATE INDEX ON parcels USING gist (geom);
    CREATE INDEX ON flood USING gist (geom);
    CREATE UNIQUE INDEX ON parcels (id);`)
  // A vacuum runs in no transaction, and a statement of several is one.
  await client.query('VACUUM ANALYZE parcels')
  await client.query('VACUUM ANALYZE flood')
  await client.end()
}

function* wkbLines(pack: Pack): Generator<string> {
  for (let row = 0; row < pack.rows; row++)
    yield `${row}\t${Buffer.from(polygonsToWkb(pack.polygons(row))).toString('hex')}`
}

const AT_POINT = `
  SELECT 0 AS of, id FROM parcels WHERE ST_Intersects(geom, ST_Point($1, $2))
  UNION ALL
  SELECT DISTINCT 1, id FROM flood WHERE ST_Intersects(geom, ST_Point($1, $2))`

const ON_PARCEL = `
  SELECT f.id, sum(ST_Area(ST_Intersection(p.geom, f.geom))) / ST_Area(min(p.geom)) AS share
  FROM parcels p JOIN flood f ON ST_Intersects(p.geom, f.geom)
  WHERE p.id = $1 GROUP BY f.id`

/**
 * Both questions in one statement each, prepared, over the socket: as a service would send them.
 */
export class PeerQueries {
  private readonly client: Client

  constructor(client: Client) {
    this.client = client
  }

  async atPoint({ lng, lat }: SamplePoint): Promise<{ parcels: number[]; flood: number[] }> {
    const query = { name: 'at_point', text: AT_POINT, values: [lng, lat], rowMode: 'array' }
    const { rows } = (await this.client.query(query)) as unknown as { rows: number[][] }
    const idsOf = (table: number) =>
      rows
        .filter(([of]) => of === table)
        .map(([, id]) => id)
        .sort((a, b) => a - b)
    return { parcels: idsOf(0), flood: idsOf(1) }
  }

  /** Share of the parcel under each flood polygon. */
  async onParcel(parcelRow: number): Promise<Map<number, number>> {
    const query = { name: 'on_parcel', text: ON_PARCEL, values: [parcelRow], rowMode: 'array' }
    const { rows } = (await this.client.query(query)) as unknown as { rows: [number, number][] }
    return new Map(rows)
  }

  /** Time that the server reports for execution, without the connection, in ms. */
  async serverMs(
    points: readonly SamplePoint[],
  ): Promise<{ atPoint: number[]; onParcel: number[] }> {
    await this.client.query(`PREPARE p1(float8, float8) AS ${AT_POINT}`)
    await this.client.query(`PREPARE p2(int) AS ${ON_PARCEL}`)
    const spent = async (call: string) => {
      const text = `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE ${call}`
      const { rows } = await this.client.query(text)
      return rows[0]['QUERY PLAN'][0]['Execution Time'] as number
    }
    const atPoint: number[] = []
    const onParcel: number[] = []
    for (const { lng, lat, parcelRow } of points) {
      atPoint.push(await spent(`p1(${lng}, ${lat})`))
      if (parcelRow !== null) onParcel.push(await spent(`p2(${parcelRow})`))
    }
    return { atPoint, onParcel }
  }
}
