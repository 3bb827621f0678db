import { execFileSync } from 'node:child_process'
import type { IngestCase } from './ingest-run.ts'
import type { PrivatePostgres } from './postgres.ts'
import { rounded, seconds } from './results.ts'

/** Whether `ogr2ogr` is on PATH, and which. */
export function ogrVersion(): string | null {
  try {
    return execFileSync('ogr2ogr', ['--version'], { encoding: 'utf8' }).trim().split(',')[0]
  } catch {
    return null
  }
}

/** What our pipeline does after loading, as one statement of SQL. */
const DUTIES = `
  CREATE UNLOGGED TABLE ordered AS
  SELECT *, ST_Area(ST_Transform(geom, 6933)) AS area_m2, md5(ST_AsBinary(geom)) AS shape_hash,
    md5(ogc_fid::text) AS parcel_key
  FROM (
    SELECT ogc_fid, CASE WHEN ST_IsValid(wkb_geometry) THEN wkb_geometry
                         ELSE ST_MakeValid(wkb_geometry) END AS geom
    FROM peer OFFSET 0) AS sound
  ORDER BY geom`

/**
 * `ogr2ogr` into PostGIS by COPY, with the same columns: alone, then with a GiST index and
 * ANALYZE, then also checked, measured and ordered as our tables are.
 */
export async function runPeer(
  postgres: PrivatePostgres,
  { file, columns, isProjected }: IngestCase,
) {
  const client = await postgres.connect()
  const copy_s = await seconds(() => {
    const into = ['-f', 'PostgreSQL', postgres.ogrName, file, '-nln', 'peer', '-overwrite']
    const geometry = ['-nlt', 'PROMOTE_TO_MULTI', '-lco', 'SPATIAL_INDEX=NONE']
    const names = ['-lco', 'GEOMETRY_NAME=wkb_geometry', '-lco', 'FID=ogc_fid']
    const fast = ['-lco', 'UNLOGGED=ON', '-gt', 'unlimited', '-select', columns.join(',')]
    const frame = [isProjected ? '-t_srs' : '-a_srs', 'EPSG:4269']
    execFileSync('ogr2ogr', [...into, ...geometry, ...names, ...fast, ...frame], {
      env: { ...process.env, PG_USE_COPY: 'YES' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  })
  const index_s = await seconds(async () => {
    await client.query('CREATE INDEX ON peer USING gist (wkb_geometry)')
    await client.query('ANALYZE peer')
  })
  const duties_s = await seconds(() => client.query(DUTIES))
  const { rows } = await client.query('SELECT count(*)::int AS n FROM peer')
  await client.query('DROP TABLE peer, ordered')
  await client.end()
  return {
    rows: rows[0].n as number,
    copy_s: rounded(copy_s, 2),
    with_index_s: rounded(copy_s + index_s, 2),
    with_duties_s: rounded(copy_s + duties_s, 2),
  }
}
