import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SoilsData } from '../../layers/soils/data.ts'
import type { WetlandsData } from '../../layers/wetlands/data.ts'
import { box } from '../fixtures/ground.ts'
import { SURVEY, type TabularRecord, unitPolygon } from '../fixtures/soils/soil-survey.ts'
import { INVENTORY_PROJECTS, wetland } from '../fixtures/wetlands/wetland-inventory.ts'
import { parcelPart } from './parts/parcel-part.ts'
import { soilsPart } from './parts/soils-part.ts'
import { wetlandsPart } from './parts/wetlands-part.ts'
import { openBuild, type SmallBuild } from './small-build.ts'

const WETLANDS: [code: string, label: string, isOpenWater: boolean][] = [
  ['PEM1C', 'Lake', false],
  ['L1UBH', 'Freshwater Emergent Wetland', true],
  ['E2EM1P', 'Estuarine and Marine Deepwater', false],
  ['E1UBL', 'Estuarine and Marine Wetland', true],
  ['R4SBC', 'Riverine', false],
  ['Pf', 'Freshwater Pond', false],
]
const GROUPS = ['A/D', 'B/D', 'C/D', 'A', 'D']

const WET = { hydricrating: 'Yes', majcompflag: 'Yes' }
const DRY = { hydricrating: 'No', majcompflag: 'Yes' }
const MINOR = { majcompflag: 'No' }

/** Components of a unit whose own hydric percentage is blank, and the expected sum. */
const HYDRIC: [components: TabularRecord[], pct: number | null, cls: string | null][] = [
  [
    [
      { comppct_r: 60, ...WET },
      { comppct_r: 40, ...WET },
    ],
    100,
    'hydric',
  ],
  [
    [
      { comppct_r: 85, ...WET },
      { comppct_r: 15, ...DRY, ...MINOR },
    ],
    85,
    'predominantly hydric',
  ],
  [
    [
      { comppct_r: 45, ...WET },
      { comppct_r: 55, ...DRY },
    ],
    45,
    'partially hydric',
  ],
  [
    [
      { comppct_r: 89, ...DRY },
      { comppct_r: 7, ...WET, ...MINOR },
      { comppct_r: 4, ...WET, ...MINOR },
    ],
    11,
    'predominantly nonhydric',
  ],
  [[{ comppct_r: 100, ...DRY }], 0, 'nonhydric'],
  [[{ comppct_r: 100, hydricrating: 'Unranked', majcompflag: 'Yes' }], null, null],
]

/** A survey of these units, a box each from west to east. */
function surveyOf(units: { muaggatt?: TabularRecord; components?: TabularRecord[] }[]) {
  const mukey = (i: number) => `${700001 + i}`
  const record = (values: TabularRecord, i: number) => ({ ...values, mukey: mukey(i) })
  return {
    ...SURVEY,
    polygons: units.map((_, i) => unitPolygon(box(i, 0, i + 1, 4), `U${i}`, mukey(i))),
    mapunit: units.map((_, i) => record({ musym: `U${i}`, muname: `U${i} loam` }, i)),
    muaggatt: units.map(({ muaggatt = {} }, i) => record(muaggatt, i)),
    component: units.flatMap(({ components = [] }, i) =>
      components.map((values, n) => ({ ...record(values, i), cokey: `${i}${n}` })),
    ),
  }
}

/** One build for all rows: wetlands from west to east, and soil units of the next two rows. */
let build: SmallBuild
beforeAll(async () => {
  const features = WETLANDS.map(([ATTRIBUTE, WETLAND_TYPE], i) =>
    wetland(box(i, 0, i + 1, 4), { ATTRIBUTE, WETLAND_TYPE, NWI_ID: `ZZ-${i}` }),
  )
  const survey = surveyOf([
    ...GROUPS.map((hydgrpdcd) => ({ muaggatt: { hydgrpdcd } })),
    ...HYDRIC.map(([components]) => ({ components })),
  ])
  const lots = parcelPart([
    { id: '12', wkt: box(11, 5, 12, 6) },
    { id: '13', wkt: box(0, 1, GROUPS.length, 2) },
  ])
  build = await openBuild([wetlandsPart(features, INVENTORY_PROJECTS), soilsPart(survey), lots])
})
afterAll(() => build.close())

const wetlandsAt = (x: number, y: number) => build.section<WetlandsData>('wetlands', [x, y])
const soilsAt = (x: number, y: number) => build.section<SoilsData>('soils', [x, y])

test('12: the wetlands inventory is not a delineation: every answer states that and the age of its imagery, and open water is read from the code, not from the label', () => {
  for (const [i, [code, , isOpenWater]] of WETLANDS.entries()) {
    const { data, source } = wetlandsAt(i + 0.5, 3)
    expect(data!.wetlands).toMatchObject([{ code, is_open_water: isOpenWater }])
    expect(source!.note).toContain('Mapped from imagery of 1985.')
  }
  const { status, data, summary, source } = wetlandsAt(11.5, 5.5)
  expect([status, data]).toEqual(['empty', null])
  expect(summary).toContain('which does not show that there is none')
  expect(source!.note).toContain('Mapped from imagery of 2010.')
  for (const note of [source!.note, wetlandsAt(0.5, 3).source!.note])
    expect(note).toContain(
      'NWI is not a regulatory delineation; absence from NWI is not absence of wetlands.',
    )
})

test('13: a dual hydrologic group is reported verbatim, its second letter as the undrained state, and never as a mean or as D', () => {
  const { data, source } = soilsAt(0.5, 1.5)
  const groups = data!.soil_units.map(({ hydrologic_group }) => hydrologic_group)
  expect(groups.toSorted()).toEqual(GROUPS.toSorted())
  expect(source!.note).toContain(
    'Of a dual hydrologic group such as B/D the first letter holds where the soil is drained, the second where it is not.',
  )
  for (const [i, group] of ['A/D', 'B/D', 'C/D'].entries())
    expect(soilsAt(i + 0.5, 3).summary).toContain(`hydrologic group ${group} (D unless drained)`)
})

test('14: the hydric share is the sum of the hydric components, and number and class are both reported', () => {
  const units = HYDRIC.map((_, i) => soilsAt(GROUPS.length + i + 0.5, 1).data!.soil_units[0])
  expect(units.map(({ hydric_pct, hydric_class }) => [hydric_pct, hydric_class])).toEqual(
    HYDRIC.map(([, pct, cls]) => [pct, cls]),
  )
})
