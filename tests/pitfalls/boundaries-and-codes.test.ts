import { afterAll, beforeAll, expect, test } from 'vitest'
import { readLock } from '../../catalog/lock.ts'
import type { BoundariesData } from '../../layers/boundaries/data.ts'
import type { CodeBasisData } from '../../layers/code_basis/data.ts'
import { codeBasis } from '../../pipelines/code_basis/pipeline.ts'
import {
  climateLine,
  climateText,
  designText,
  pfdsText,
} from '../fixtures/code_basis/code-lists.ts'
import { box } from '../fixtures/ground.ts'
import { boundariesPart } from './parts/boundaries-part.ts'
import { codeBasisPart } from './parts/code-basis-parts.ts'
import { parcelPart } from './parts/parcel-part.ts'
import { openBuild, type SmallBuild, withBuild } from './small-build.ts'

const file = (member: string) => ({ asset: 'all.zip', member })

/** A list of climate zones in one edition. */
const climate = (edition: string, ...lines: string[]) =>
  codeBasisPart(
    [{ table: 'climate_zones', ...file('climate.csv'), edition }],
    { 'climate.csv': climateText(...lines) },
    { partition: edition.toLowerCase().replace(' ', '-'), vintage: `${edition} (fictional list)` },
  )

/** Counties side by side from west to east, 4 wide. */
const COUNTIES = '09190 09130 09013 02063 02261 41991 53991 99001 99003 99005'.split(' ')
function squareOf(geoid: string) {
  const west = COUNTIES.indexOf(geoid) * 4
  return box(west, 0, west + 4, 10)
}
const drawn = boundariesPart(
  COUNTIES.map((geoid) => ({ geoid, name: `County ${geoid}`, wkt: squareOf(geoid) })),
)
/** The only estimate of rainfall; its declared coverage is its county. */
const rain = codeBasisPart(
  [{ table: 'rainfall_frequencies', ...file('pfds.csv'), county_fips: '99003' }],
  { 'pfds.csv': pfdsText('30.005', '-71.966', '12.1') },
  { partition: 'rain', covers: [squareOf('99003')] },
)
const LISTS = [
  climate('IECC 2021', climateLine(99001, 'Alder', '5', 'moist')),
  climate(
    'IECC 2012',
    climateLine(9001, 'Fairfield', '5', 'moist'),
    climateLine(9005, 'Litchfield', '6', 'moist'),
    climateLine(9007, 'Middlesex', '5', 'moist'),
    climateLine(9011, 'New London', '5', 'moist'),
    climateLine(9110, 'Capitol', '5', 'moist'),
    climateLine(9150, 'Northeastern', '5', 'moist'),
    climateLine(2261, 'Valdez-Cordova', '7', ''),
    climateLine(41991, 'Dune', '4', 'marine'),
    climateLine(53991, 'Sound', '4', 'marine'),
    climateLine(99001, 'Alder', '6', 'moist'),
    climateLine(99003, 'Birch', '6', 'moist'),
    climateLine(99005, 'Cedar', '2', 'moist'),
  ),
  codeBasisPart(
    [{ table: 'design_values', ...file('design.csv') }],
    {
      'design.csv': designText(
        '02063,ASCE 7-16,5,100,D,0.9,0.4,120,false,Doc,,',
        '02066,ASCE 7-16,5,90,D,0.8,0.4,120,false,Doc,,',
        '99001,ASCE 7-10,3,30,B,0.2,0.1,115,false,Doc,,',
        '99003,ASCE 7-16,3,30,B,0.2,0.1,115,false,Doc,,',
        '99005,ASCE 7-22,3,30,B,0.2,0.1,115,false,Doc,,',
      ),
    },
    { partition: 'design' },
  ),
]

let shared: SmallBuild
beforeAll(async () => {
  shared = await openBuild([drawn, ...LISTS, rain])
})
afterAll(() => shared.close())

/** The code basis in the middle of each county. */
const codesOf = (geoids: readonly string[], build = shared) =>
  geoids.map((geoid) =>
    build.section<CodeBasisData>('code_basis', [COUNTIES.indexOf(geoid) * 4 + 2, 5]),
  )

test('19: the ZIP of a point is a ZCTA, and the note states it; where no ZCTA is drawn it is null, even if the roll has a ZIP', async () => {
  // The fixture's ZCTAs end 1 west of the county's border: the lot there has a ZIP on the roll.
  const boundaries = boundariesPart([
    { geoid: '99001', name: 'Alder County', wkt: box(0, 0, 20, 10) },
  ])
  const line = { PHY_ZIPCD: '345990001' }
  const lots = parcelPart([{ id: '01-0001', wkt: box(18.2, 1, 19.8, 2), line }])
  await withBuild([boundaries, lots], (build) => {
    const [inside, outside] = [1, 19].map((x) =>
      build.section<BoundariesData>('boundaries', [x, 1.5]),
    )
    expect(inside.data!.zip).toBe('34501')
    expect(inside.summary).toContain('ZCTA 34501')
    expect(inside.source!.note).toContain('The ZIP is a ZCTA')
    expect(inside.source!.note).toContain('it is not a ZIP code')
    expect(outside.data).toMatchObject({ zip: null, precision: 'boundary_file' })
    expect(outside.source!.note).toContain('No ZCTA is drawn at this location')
    expect(JSON.stringify(outside)).not.toContain('34599')
  })
})

test('20: Connecticut’s planning regions find the rows of its old counties, and old counties those of regions; Valdez-Cordova likewise; rows that differ give no value', () => {
  const answers = codesOf(['09190', '09130', '09013', '02063', '02261', '99005'])
  expect(answers.map(({ data }) => data!.climate_zone_iecc)).toEqual([
    null, // cut from Fairfield and Litchfield, which differ
    '5A',
    '5A',
    '7',
    '7',
    '2A',
  ])
  const notes = answers.map(({ source }) => source!.note!)
  expect(notes[0]).toContain('The rows found differ in climate zone: no value is given.')
  expect(notes[1]).toContain('The lists have no county 09130: 09007 and 09011')
  expect(notes[2]).toContain('The lists have no county 09013: 09110 and 09150')
  expect(notes[3]).toContain('The lists have no county 02063: 02261')
  expect(notes[5]).not.toContain('another scheme')
  // Chugach and Copper River, once one county, agree on frost and wind but not on snow.
  expect(answers[4].data).toMatchObject({
    frost_depth_ft: 5,
    wind_speed_mph: 120,
    ground_snow_load_psf: null,
  })
  const { data, source } = shared.section<BoundariesData>('boundaries', [2, 5])
  expect(data).toMatchObject({ state: 'CT', county: { fips: '09190' } })
  expect(source!.note).toContain('under the county code 09001, 09005')
})

test('21: the vintage and the note name the edition of a climate zone; the later of two editions answers, and they are never mixed', async () => {
  const answers = codesOf(['99001', '99003'])
  expect(answers.map(({ data }) => data!.climate_zone_iecc)).toEqual(['5A', '6A'])
  for (const [i, edition] of ['IECC 2021', 'IECC 2012'].entries()) {
    const { source } = answers[i]
    expect(source!.vintage).toBe(`${edition} (fictional list)`)
    expect(source!.note).toContain(`Zones of ${edition}.`)
    expect(source!.note).toContain('the edition that the jurisdiction adopted may differ')
  }
  // The same holds for the lists of the repository: an answer shows the label of the lockfile.
  const { lock, inputs } = (await codeBasis.partitions()).get('us')!
  const { vintage } = await readLock(lock)
  const editions = inputs.flatMap((each) => (each.table === 'climate_zones' ? each.edition : []))
  expect(editions).not.toEqual([])
  for (const edition of editions) expect(vintage.label).toContain(edition)
})

test('22: design values name their edition of ASCE 7 and the site class they assume, which is not the default class of 7-22', () => {
  const answers = codesOf(['99001', '99003', '99005'])
  const all = answers.map(({ source, sources = [] }) => [source!, ...sources])
  const notes = all.map((sources) => sources.map(({ note }) => note).join(' '))
  for (const [i, edition] of ['ASCE 7-10', 'ASCE 7-16', 'ASCE 7-22'].entries()) {
    expect(all[i].map(({ vintage }) => vintage).join(' ')).toContain(edition)
    expect(notes[i]).toContain(`Values of ${edition}`)
    expect(notes[i]).toContain('assume Site Class D')
  }
  expect(notes.map((note) => note.includes('not the Default class of this edition'))).toEqual([
    false,
    false,
    true,
  ])
  expect(answers[2].data).toMatchObject({ seismic_sds: 0.2, wind_exposure: null })
})

test('23: NOAA Atlas 14 has no volume for Oregon and Washington: rainfall is null there and Atlas 2 is named, even where nothing else is known', async () => {
  const ATLAS_2 = /NOAA Atlas 14 has no volume for (Oregon|Washington): NOAA Atlas 2 \(1973\)/
  const answers = codesOf(['41991', '53991', '99001', '99003'])
  expect(answers.map(({ data }) => data!.rainfall_100yr_24hr_in)).toEqual([null, null, null, 12.1])
  expect(answers.map(({ source }) => ATLAS_2.test(source!.note!))).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(answers[3].data!.rainfall_source).toContain('NOAA Atlas 14 Volume 98')
  await withBuild([drawn, rain], (build) => {
    const unknown = codesOf(['41991', '53991', '99001'], build)
    for (const each of unknown) expect(each).toMatchObject({ status: 'not_covered', data: null })
    expect(unknown.map(({ hint }) => ATLAS_2.test(hint!))).toEqual([true, true, false])
  })
})
