import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import gdal from 'gdal-async'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleCounty } from '../tests/sample/shared-county.ts'
import type { County } from './county.ts'
import { NAL_COLUMNS } from './files/roll-columns.ts'
import { generateSample, SAMPLE_FILE_NAMES, type SampleFile } from './generate-sample.ts'

let folder: string
let files: SampleFile[]
let county: County

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sample-county-'))
  files = await generateSample(folder)
  county = sampleCounty()
})
afterAll(() => rm(folder, { recursive: true }))

function openLayer(archive: string, member: string): gdal.Layer {
  return gdal.open(`/vsizip/${join(folder, archive)}/${member}`).layers.get(0)
}

/** Rows of a layer, read with GDAL. Dates come as year/month/day. */
function readRows(archive: string, member: string): Record<string, unknown>[] {
  const rows: Record<string, unknown>[] = []
  openLayer(archive, member).features.forEach((feature) => {
    rows.push(feature.fields.toObject())
  })
  return rows
}

function countBy(values: unknown[]): Map<unknown, number> {
  const counts = new Map<unknown, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

test('the same seed gives the same bytes, another seed gives other bytes', async () => {
  const again = await generateSample(join(folder, 'again'))
  const other = await generateSample(join(folder, 'other'), { seed: 7 })
  expect(again.map(({ sha256 }) => sha256)).toEqual(files.map(({ sha256 }) => sha256))
  for (const [i, { sha256 }] of other.entries()) expect(sha256).not.toBe(files[i].sha256)
})

test('the bytes are those that the lock of the sample records', () => {
  expect(
    Object.fromEntries(files.map(({ name, sha256 }) => [name, sha256])),
  ).toMatchInlineSnapshot(`
    {
      "sample_3dep_13.zip": "8c94e5464c515b20c5db3fde8c59573f44c92f6ba7e02447fd120612967538c1",
      "sample_addresses_99.zip": "c63a6efcc2483a1aa7c86477aaa3d6eb3550db4c2c50fd67a67d2b317d9ee302",
      "sample_addrfeat_99001.zip": "20094f38fce499f710f2f141dc0337b5c7acc4c11f1dfa8b85f8606a98115752",
      "sample_code_basis_99.zip": "b72b414cbf68def73d703a4ac20a25dd99b2e7a93bd5b1b7f0f2a88a4d01f9be",
      "sample_county.zip": "73606e332e25b6b47aed44198069b7f524cf42cb2d3f2b307fd6af7fbaba1095",
      "sample_electric_99.zip": "772bba9cde56368fe339962550bdaefb71ec6c1352ac0e387c1cf6ae16630f54",
      "sample_estimates_2025.zip": "e7cdbea39c0e76e50a7a8919333b672c1fd9801528d320b2818a59f712d564e2",
      "sample_flwmi_99.zip": "f523202afca247d51c42d8431d45938e36b763b55d24f9659bc2f68a923f51b3",
      "sample_footprints_99.zip": "1388d25b8c67badb287a40b7904d0e635492679bea8ac967b6ce83c606f3f9e1",
      "sample_glo30.zip": "e9e60dbc92f6d72fec71944087765ac255a0b2fc84ef1e11a0e4e047e33d2586",
      "sample_market_2025.zip": "69ea231205c4d238aa8b1760786590f6a856b0d9008dae2727043aabd39b3549",
      "sample_market_points_2025.zip": "a5bf70362be9ee7ccaef2538e9e21dcfa07d0cb2bd2f4fc1504d8e4279f8c97e",
      "sample_nal_2025.zip": "1109a6d703cb2383e4ef6d49005d94e7b91af053c9079d8bb12b76ed5ab10e24",
      "sample_nfhl_99001C.zip": "aecb7060ccb868a7caafbfd75942cf6bab256b41a7ace42faab4ebb89a709846",
      "sample_nsi_99001.zip": "89bc88fbde1d6b4c55c77f6cf3b52a99d468fdd9eccfe06b2934a9403ce06a70",
      "sample_nwi_99.zip": "e79507001ec6271b7ea834e91aa18d00083e1381a8d8e950025aa35252571a82",
      "sample_parcels_2025.zip": "c69ed7d251d682ed75610a2fdfee16c5f1ecc1d91b7463a60a2e7fc90592bf1c",
      "sample_permits_99.zip": "eef0f21e0c7014f12d54137bc89f00600340b9ad07ff28c3f6dc7ac7d66c0b02",
      "sample_place_99.zip": "971bdd3694f7d262c12b67faba3cc66c9fbf1c4f4c87df685e4fe20a79c1e6fa",
      "sample_sdf_2025.zip": "76f40ca2dbc7b15d914676cb5c4ba32f8450ecd949e51a0f9c6b540a4af37d15",
      "sample_ssurgo_ZZ001.zip": "0773043bde3c864b2c89e8b9d112629356425137fb9f650e6afde076e0ceaca5",
      "sample_tiger_99.zip": "558fe135e105c686c9d923e9306f2bbc3c8c27129e5e22349b37aed9470f0381",
      "sample_usa_structures_99001.zip": "ec352540a90b3d728be936c33519d090b7b9d929ab65e974023986d9bd0ee4ba",
      "sample_water_99.zip": "36140a78e2a29ff9bd57aa71c22929fb4254304bac2faaaf4069d9f70127a99a",
      "sample_zoning_99.zip": "df8201fbf540bc485460995d7d5e460ace09fd562d7f1b8171048cd5fdfc502b",
      "sample_zoning_sampleton.zip": "d55980305442c0edaf08f1e3d2ad101c489338796f787c0b475e35363a3c9454",
    }
  `)
})

test('the named archives are written and nothing else is left in the folder', async () => {
  const names = (await readdir(folder)).filter((name) => name.includes('.'))
  expect(names.sort()).toEqual([...SAMPLE_FILE_NAMES].sort())
})

test('parcels are in metres of the county CRS and hold the stated oddities', () => {
  const layer = openLayer('sample_parcels_2025.zip', 'sample_parcels_2025.shp')
  expect(layer.fields.getNames()).toEqual(['PARCELNO', 'CO_NO', 'ASMNT_YR', 'NOTICE'])
  expect(layer.srs?.isProjected()).toBe(true)
  const ids = readRows('sample_parcels_2025.zip', 'sample_parcels_2025.shp').map(
    (row) => row.PARCELNO as string | null,
  )
  expect(ids.length).toBe(county.parcels.length)
  expect(ids.length).toBeGreaterThan(4000)
  expect(ids.filter((id) => id === null).length).toBe(3)
  // Two parcels of two pieces and two repeated records.
  const repeated = [...countBy(ids.filter((id) => id !== null))].filter(([, count]) => count > 1)
  expect(repeated.map(([, count]) => count)).toEqual([2, 2, 2, 2])
  const stacks = countBy(ids.filter((id) => id?.includes('-U')).map((id) => id?.split('-U')[0]))
  expect(stacks.size).toBeGreaterThanOrEqual(3)
  for (const units of stacks.values()) {
    expect(units).toBeGreaterThanOrEqual(10)
    expect(units).toBeLessThanOrEqual(24)
  }
})

test('only the bow-tie is an invalid polygon, and only the farm has a hole', () => {
  const invalid: number[] = []
  const holed: number[] = []
  openLayer('sample_parcels_2025.zip', 'sample_parcels_2025.shp').features.forEach((feature) => {
    const polygon = feature.getGeometry() as gdal.Polygon
    if (!polygon.isValid()) invalid.push(feature.fid)
    if (polygon.rings.count() > 1) holed.push(feature.fid)
  })
  const at = (oddity: string) =>
    county.parcels.flatMap((parcel, i) => (parcel.oddity === oddity ? [i] : []))
  expect(invalid).toEqual(at('bow_tie'))
  expect(holed).toEqual(at('with_hole'))
})

test('the roll has the 165 NAL columns in order and never names an owner', () => {
  const rows = readRows('sample_nal_2025.zip', 'NAL99F202501.csv')
  expect(NAL_COLUMNS.length).toBe(165)
  expect(Object.keys(rows[0])).toEqual(NAL_COLUMNS)
  expect(rows.length).toBe(county.roll.length)
  expect(new Set(rows.map((row) => row.CO_NO))).toEqual(new Set(['99']))
  expect(rows.filter((row) => !/^0\d\d$/.test(String(row.DOR_UC)))).toEqual([])
  const owners = NAL_COLUMNS.filter((column) => /^(OWN|FIDU)_/.test(column))
  expect(owners.length).toBe(14)
  expect(rows.filter((row) => owners.some((column) => row[column] !== ''))).toEqual([])
  expect(new Set(rows.map((row) => row.PARCEL_ID)).size).toBe(rows.length)
})

test('some parcels have no roll row and some roll rows have no parcel', () => {
  const mapped = new Set(county.parcels.map(({ id }) => id))
  const rolled = new Set(county.roll.map((row) => row.PARCEL_ID))
  const unrolled = [...mapped].filter((id) => id !== null && !rolled.has(id))
  const unmapped = [...rolled].filter((id) => !mapped.has(String(id)))
  expect(unrolled.length).toBeGreaterThanOrEqual(5)
  // Nine retired parcels and the three whose id the fabric left out.
  expect(unmapped.length).toBe(12)
})

test('the flood zones use FEMA codes, sentinels and datums', () => {
  const rows = readRows('sample_nfhl_99001C.zip', 'S_FLD_HAZ_AR.shp')
  expect(Object.keys(rows[0]).join(' ')).toBe(
    'DFIRM_ID VERSION_ID FLD_AR_ID STUDY_TYP FLD_ZONE ZONE_SUBTY SFHA_TF STATIC_BFE V_DATUM ' +
      'DEPTH LEN_UNIT VELOCITY VEL_UNIT AR_REVERT AR_SUBTRV BFE_REVERT DEP_REVERT DUAL_ZONE SOURCE_CIT',
  )
  expect(new Set(rows.map((row) => row.FLD_ZONE))).toEqual(
    new Set(['A', 'AE', 'AH', 'AO', 'VE', 'X', 'D', 'OPEN WATER', 'AREA NOT INCLUDED']),
  )
  const bfes = new Set(rows.filter((row) => row.FLD_ZONE === 'AE').map((row) => row.STATIC_BFE))
  for (const bfe of [14, 12, 9, 0, -2, -8888, -9999]) expect(bfes).toContain(bfe)
  const datums = countBy(rows.map((row) => row.V_DATUM))
  expect(datums.get('NGVD29')).toBe(2) // one reach, one polygon on each bank
  expect(rows.find((row) => row.FLD_ZONE === 'AO')?.DEPTH).toBe(2)
})

test('sixteen panels, one not printed, and 9999-09-09 where there was no edition before', () => {
  const rows = readRows('sample_nfhl_99001C.zip', 'S_FIRM_PAN.shp')
  expect(rows.length).toBe(16)
  const types = countBy(rows.map((row) => row.PANEL_TYP))
  expect(types.get('Countywide, Not Printed')).toBe(1)
  expect(rows[0]).toMatchObject({
    FIRM_PAN: '99001C0105A',
    PRE_DATE: { year: 9999, month: 9, day: 9 },
  })
  expect(rows[0].EFF_DATE).toMatchObject({ year: 2021, month: 3, day: 15 })
})

test('the county polygon holds every panel and every parcel', () => {
  const boundary = openLayer('sample_county.zip', 'sample_county.shp').features.first()
  expect(boundary.fields.toObject()).toMatchObject({
    GEOID: '99001',
    NAMELSAD: 'Sample County (fictional)',
  })
  const corners = new gdal.MultiPoint()
  for (const ring of [...county.panels.map((panel) => panel.ring), ...lotRings()]) {
    for (const [lng, lat] of ring) corners.children.add(new gdal.Point(lng, lat))
  }
  expect(boundary.getGeometry()?.contains(corners.convexHull())).toBe(true)
})

const lotRings = () => county.parcels.map(({ rings }) => rings[0])
