import type { DuckDBConnection } from '@duckdb/node-api'
import { areaM2 } from '../../layers/geometry/geodesic-area.ts'
import { wkbToPolygons } from '../../layers/geometry/wkb.ts'
import { derive } from '../stages/convert.ts'
import { StagingTable } from '../stages/load.ts'
import { union } from '../stages/repair.ts'
import type { Tally } from '../stages/tally.ts'
import { parcelKeyMaker } from './parcel-key.ts'

/** What the derived columns of a staging table are called (`load`). */
const DERIVED = ['wkb', 'geometry_area_m2', 'hilbert', 'xmin', 'ymin', 'xmax', 'ymax']

/** Pieces of one parcel that overlap by more than this share were not pieces but duplicates. */
const OVERLAP_SHARE = 0.001

/**
 * Makes one row per parcel out of `mapped` (feature_number, county_id, unit, facts_hash and the
 * derived columns) and gives each its key: the ordered rule of design.md, section 3. Leaves the
 * table `identified` (feature_number, parcel_key and the derived columns). Every case is counted.
 */
export async function identifyParcels(
  staging: DuckDBConnection,
  fips: string,
  secret: Uint8Array,
  tally: Tally,
): Promise<void> {
  await mergeIdentical(staging, tally)
  await mergePieces(staging, tally)
  await chooseKeyTexts(staging, tally)
  await makeKeys(staging, fips, secret)
}

/** Rows equal in id, unit, facts and shape are one parcel written twice. */
async function mergeIdentical(staging: DuckDBConnection, tally: Tally): Promise<void> {
  await staging.run(`
    CREATE OR REPLACE TABLE distinct_parcels AS
    SELECT *, md5(wkb) AS shape_hash FROM mapped
    QUALIFY row_number() OVER (
      PARTITION BY county_id, unit, facts_hash, md5(wkb) ORDER BY feature_number) = 1`)
  tally.add(
    'key.merged_identical',
    (await count(staging, 'mapped')) - (await count(staging, 'distinct_parcels')),
  )
  tally.add('key.null_id', await count(staging, 'distinct_parcels WHERE county_id IS NULL'))
}

/** Rows equal in id, unit and facts that differ in shape are pieces of one parcel. */
async function mergePieces(staging: DuckDBConnection, tally: Tally): Promise<void> {
  const groups = await staging.runAndReadAll(`
    SELECT min(feature_number)::BIGINT, list(wkb ORDER BY shape_hash)
    FROM distinct_parcels WHERE county_id IS NOT NULL
    GROUP BY county_id, unit, facts_hash HAVING count(*) > 1 ORDER BY 1`)
  const merged = await StagingTable.create(staging, 'merged_pieces', [
    { name: 'feature_number', type: 'integer', nullable: false, comment: '' },
  ])
  for (const [first, wkbs] of groups.getRows()) {
    const pieces = (wkbs as { items: { bytes: Uint8Array }[] }).items.map(({ bytes }) =>
      wkbToPolygons(bytes),
    )
    const whole = union(pieces)
    const sum = pieces.reduce((total, piece) => total + areaM2(piece), 0)
    if (areaM2(whole) < sum * (1 - OVERLAP_SHARE)) tally.add('key.overlapping_pieces')
    tally.add('key.merged_pieces', pieces.length - 1)
    merged.add([{ values: { feature_number: Number(first) }, ...derive(whole) }])
  }
  merged.finish()
  const derived = DERIVED.map((name) => `coalesce(p.${name}, d.${name}) AS ${name}`)
  await staging.run(`
    CREATE OR REPLACE TABLE whole_parcels AS
    SELECT d.* EXCLUDE (shape_hash, ${DERIVED.join(', ')}), ${derived.join(', ')},
      md5(coalesce(p.wkb, d.wkb)) AS shape_hash
    FROM distinct_parcels d LEFT JOIN merged_pieces p USING (feature_number)
    QUALIFY d.county_id IS NULL OR row_number() OVER (
      PARTITION BY d.county_id, d.unit, d.facts_hash ORDER BY d.feature_number) = 1`)
}

/** The id where it is unique, else with the unit, then the shape, and at last the facts. */
async function chooseKeyTexts(staging: DuckDBConnection, tally: Tally): Promise<void> {
  await staging.run(`
    CREATE OR REPLACE TABLE key_texts AS
    WITH counted AS (
      SELECT feature_number, unit, shape_hash, facts_hash,
        coalesce(county_id, 'shape:' || shape_hash) AS id,
        count(*) OVER (PARTITION BY coalesce(county_id, 'shape:' || shape_hash)) AS of_id,
        count(*) OVER (PARTITION BY coalesce(county_id, 'shape:' || shape_hash), unit) AS of_unit,
        count(*) OVER (
          PARTITION BY coalesce(county_id, 'shape:' || shape_hash), unit, shape_hash) AS of_shape
      FROM whole_parcels)
    SELECT feature_number,
      CASE WHEN of_id = 1 THEN 'id'
           WHEN of_unit = 1 AND unit IS NOT NULL THEN 'unit'
           WHEN of_shape = 1 THEN 'shape' ELSE 'facts' END AS told_by,
      concat_ws('|', id,
        CASE WHEN of_id > 1 THEN 'unit:' || unit END,
        CASE WHEN of_id > 1 AND (of_unit > 1 OR unit IS NULL) THEN 'shape:' || shape_hash END,
        CASE WHEN of_id > 1 AND (of_unit > 1 OR unit IS NULL) AND of_shape > 1
          THEN 'facts:' || facts_hash END) AS key_text
    FROM counted`)
  for (const toldBy of ['unit', 'shape', 'facts'])
    tally.add(
      `key.tied_told_by_${toldBy}`,
      await count(staging, `key_texts WHERE told_by = '${toldBy}'`),
    )
}

async function makeKeys(
  staging: DuckDBConnection,
  fips: string,
  secret: Uint8Array,
): Promise<void> {
  const keyOf = parcelKeyMaker(secret)
  await staging.run(
    'CREATE OR REPLACE TABLE parcel_keys (feature_number BIGINT, parcel_key VARCHAR)',
  )
  const appender = await staging.createAppender('parcel_keys')
  const texts = await staging.stream('SELECT feature_number, key_text FROM key_texts')
  for (
    let chunk = await texts.fetchChunk();
    chunk && chunk.rowCount > 0;
    chunk = await texts.fetchChunk()
  ) {
    const numbers = chunk.getColumnValues(0)
    const keys = chunk.getColumnValues(1)
    numbers.forEach((number, i) => {
      appender.appendBigInt(number as bigint)
      appender.appendVarchar(keyOf(`${fips}|${keys[i]}`))
      appender.endRow()
    })
  }
  appender.closeSync()
  await staging.run(`
    CREATE OR REPLACE TABLE identified AS
    SELECT k.parcel_key, w.feature_number, ${DERIVED.map((name) => `w.${name}`).join(', ')}
    FROM whole_parcels w JOIN parcel_keys k USING (feature_number)`)
  const keys = await staging.runAndReadAll(
    'SELECT count(*) - count(DISTINCT parcel_key) FROM identified',
  )
  if (keys.getRows()[0][0] !== 0n) throw new Error(`${keys.getRows()[0][0]} parcels share a key`)
}

async function count(staging: DuckDBConnection, from: string): Promise<number> {
  return Number((await staging.runAndReadAll(`SELECT count(*) FROM ${from}`)).getRows()[0][0])
}
