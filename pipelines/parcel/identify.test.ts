import { expect, test } from 'vitest'
import { withDatabase } from '../crafted-partition.ts'
import { Tally } from '../stages/tally.ts'
import { identifyParcels } from './identify.ts'

test('a county of more parcels than any buffer holds keeps every one of them', async () => {
  const parcels = 450_000
  await withDatabase(async (staging) => {
    // Shapes are only hashed where nothing is merged: four bytes do.
    await staging.run(`
      CREATE TABLE fabric AS SELECT i AS feature_number, encode(i::VARCHAR) AS wkb
      FROM range(${parcels}) numbers(i)`)
    await staging.run(`
      CREATE TABLE mapped AS SELECT feature_number, 'R-' || feature_number AS county_id,
        NULL::VARCHAR AS unit, hash(feature_number) AS facts, md5(wkb) AS shape_hash FROM fabric`)
    const secret = Buffer.from('a secret of the test')
    await identifyParcels(staging, '99001', secret, 'mapped.county_id', new Tally())
    const counted = await staging.runAndReadAll(
      'SELECT count(*)::INTEGER, count(DISTINCT parcel_key)::INTEGER FROM identified',
    )
    expect(counted.getRows()).toEqual([[parcels, parcels]])
  })
})
