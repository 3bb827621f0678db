import type { DuckDBBlobValue, DuckDBConnection } from '@duckdb/node-api'
import { areaM2 } from '../../geometry/geodesic-area.ts'
import { wkbToPolygons } from '../../geometry/wkb.ts'
import { writeParcelKeys } from '../parcel-key.ts'
import { derive } from '../stages/convert.ts'
import { StagingTable } from '../stages/load.ts'
import { union } from '../stages/repair.ts'
import type { StagingDatabase } from '../stages/staging-database.ts'
import type { Tally } from '../stages/tally.ts'

/** Pieces of one parcel that overlap by more than this share were not pieces but duplicates. */
const OVERLAP_SHARE = 0.001

/**
 * Makes one row per parcel out of `mapped` (feature_number, county_id, unit, values_hash,
 * shape_hash, wkb) and gives each its key, by the rule of docs/decisions/012-parcel-keys.md. Leaves
 * `parcel_keys` (feature_number, parcel_key) and `merged_pieces` (feature_number and the derived
 * columns of united shapes). Every case is counted.
 *
 * Only numbers, ids and hashes are grouped here; shapes stay where they are until rows are written.
 *
 * `valuesText` is SQL over `mapped` for a row's values as one text, for ties that nothing else
 * breaks: it must be the same in every release, which DuckDB's `hash` need not.
 */
export async function identifyParcels(
  database: StagingDatabase,
  fips: string,
  secret: Uint8Array,
  valuesText: string,
  tally: Tally,
): Promise<void> {
  const { staging } = database
  await findSharedIds(staging)
  await mergeIdentical(staging, tally)
  await mergePieces(staging, tally)
  await chooseKeyTexts(staging, valuesText, tally)
  await makeKeys(database, fips, secret)
}

/** Makes `shared_ids`: most rows have an id of their own, and are compared no further. */
async function findSharedIds(staging: DuckDBConnection): Promise<void> {
  await staging.run(`
    CREATE OR REPLACE TABLE shared_ids AS
    SELECT county_id FROM mapped WHERE county_id IS NOT NULL
    GROUP BY county_id HAVING count(*) > 1`)
}

/** SQL that is true of such a row. */
const IS_ALONE = 'county_id IS NOT NULL AND county_id NOT IN (FROM shared_ids)'

/** Merges rows equal in id, unit, values and shape: one parcel written twice. */
async function mergeIdentical(staging: DuckDBConnection, tally: Tally): Promise<void> {
  await staging.run(`
    CREATE OR REPLACE TABLE distinct_parcels AS
    SELECT min(feature_number) AS feature_number, county_id, unit, values_hash, shape_hash,
      count(*) AS rows
    FROM mapped WHERE NOT (${IS_ALONE}) GROUP BY county_id, unit, values_hash, shape_hash`)
  const merged = await count(staging, 'distinct_parcels', 'coalesce(sum(rows - 1), 0)')
  tally.add('key.merged_identical', merged)
  tally.add('key.null_id', await count(staging, 'distinct_parcels WHERE county_id IS NULL'))
}

/** Unites rows equal in id, unit and values that differ in shape: pieces of one parcel. */
async function mergePieces(staging: DuckDBConnection, tally: Tally): Promise<void> {
  await staging.run(`
    CREATE OR REPLACE TABLE pieces AS
    WITH groups AS (
      SELECT min(feature_number) AS first, county_id, unit, values_hash
      FROM distinct_parcels WHERE county_id IS NOT NULL
      GROUP BY county_id, unit, values_hash HAVING count(*) > 1)
    SELECT feature_number, shape_hash, first FROM distinct_parcels d JOIN groups g
      ON d.county_id = g.county_id AND d.values_hash = g.values_hash
      AND d.unit IS NOT DISTINCT FROM g.unit`)
  const wkbs = await staging.runAndReadAll(`
    SELECT first, wkb FROM pieces p JOIN mapped USING (feature_number)
    ORDER BY first, p.shape_hash`)
  const groups = new Map<number, Uint8Array[]>()
  for (const [first, wkb] of wkbs.getRows()) {
    const group = groups.get(Number(first)) ?? []
    group.push((wkb as DuckDBBlobValue).bytes)
    groups.set(Number(first), group)
  }
  const merged = await StagingTable.create(staging, 'merged_pieces', [
    { name: 'feature_number', type: 'integer', nullable: false, comment: '' },
  ])
  for (const [feature_number, group] of groups) {
    const pieces = group.map(wkbToPolygons)
    const whole = union(pieces)
    const sum = pieces.reduce((total, piece) => total + areaM2(piece), 0)
    if (areaM2(whole) < sum * (1 - OVERLAP_SHARE)) tally.add('key.overlapping_pieces')
    tally.add('key.merged_pieces', pieces.length - 1)
    merged.add([{ values: { feature_number }, ...derive(whole) }])
  }
  merged.finish()
  await staging.run(`
    CREATE OR REPLACE TABLE whole_parcels AS
    SELECT d.feature_number, d.unit,
      coalesce(md5(m.wkb), d.shape_hash) AS shape_hash,
      coalesce(d.county_id, 'shape:' || d.shape_hash) AS id
    FROM distinct_parcels d LEFT JOIN merged_pieces m USING (feature_number)
    WHERE d.feature_number NOT IN (SELECT feature_number FROM pieces WHERE feature_number <> first)`)
}

/** Chooses key texts: the id where it is unique, else with the unit, the shape or the values. */
async function chooseKeyTexts(
  staging: DuckDBConnection,
  valuesText: string,
  tally: Tally,
): Promise<void> {
  await staging.run(`
    CREATE OR REPLACE TABLE key_texts AS
    WITH tied_ids AS (SELECT id FROM whole_parcels GROUP BY id HAVING count(*) > 1),
    tied AS (
      SELECT w.*, md5(${valuesText}) AS values_md5,
        count(*) OVER (PARTITION BY w.id, w.unit) AS of_unit,
        count(*) OVER (PARTITION BY w.id, w.unit, w.shape_hash) AS of_shape
      FROM whole_parcels w JOIN mapped USING (feature_number)
      WHERE w.id IN (SELECT id FROM tied_ids))
    SELECT feature_number, 'id' AS distinguished_by, id AS key_text
    FROM whole_parcels WHERE id NOT IN (SELECT id FROM tied_ids)
    UNION ALL
    SELECT feature_number, 'id', county_id FROM mapped WHERE ${IS_ALONE}
    UNION ALL
    SELECT feature_number,
      CASE WHEN of_unit = 1 AND unit IS NOT NULL THEN 'unit'
           WHEN of_shape = 1 THEN 'shape' ELSE 'facts' END,
      concat_ws('|', id, 'unit:' || unit,
        CASE WHEN of_unit > 1 OR unit IS NULL THEN 'shape:' || shape_hash END,
        CASE WHEN of_shape > 1 THEN 'facts:' || values_md5 END)
    FROM tied`)
  for (const means of ['unit', 'shape', 'facts']) {
    const tied = await count(staging, `key_texts WHERE distinguished_by = '${means}'`)
    tally.add(`key.tied_told_by_${means}`, tied)
  }
}

async function makeKeys(
  database: StagingDatabase,
  fips: string,
  secret: Uint8Array,
): Promise<void> {
  const source = { table: 'key_texts', number: 'feature_number', text: 'key_text' }
  await writeParcelKeys(database, source, fips, secret)
  const { staging } = database
  const keys = await staging.runAndReadAll('SELECT count(DISTINCT parcel_key) FROM parcel_keys')
  const [distinct, parcels] = [Number(keys.getRows()[0][0]), await count(staging, 'key_texts')]
  if (distinct !== parcels) throw new Error(`${parcels} parcels have ${distinct} different keys`)
}

async function count(staging: DuckDBConnection, from: string, sql = 'count(*)'): Promise<number> {
  return Number((await staging.runAndReadAll(`SELECT ${sql} FROM ${from}`)).getRows()[0][0])
}
