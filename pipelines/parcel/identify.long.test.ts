import { expect, test } from 'vitest'
import { withDatabase } from '../../tests/fixtures/partition-run.ts'
import { Tally } from '../stages/tally.ts'
import { identifyParcels } from './identify.ts'

test('a county of more parcels than any buffer holds loses none of them', async () => {
  const parcels = 450_000
  await withDatabase(async (staging, database) => {
    // Shapes are only hashed where nothing is merged: four bytes do.
    await staging.run(`
      CREATE TABLE mapped AS SELECT i AS feature_number, 'R-' || i AS county_id,
        NULL::VARCHAR AS unit, hash(i) AS values_hash, encode(i::VARCHAR) AS wkb, md5(wkb) AS shape_hash
      FROM range(${parcels}) numbers(i)`)
    const secret = Buffer.from('a secret of the test')
    await identifyParcels(database, '99001', secret, 'mapped.county_id', new Tally())
    const counted = await staging.runAndReadAll(
      'SELECT count(*)::INTEGER, count(DISTINCT parcel_key)::INTEGER FROM parcel_keys',
    )
    expect(counted.getRows()).toEqual([[parcels, parcels]])
  })
})
