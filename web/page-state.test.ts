import { expect, test } from 'vitest'
import { seededRandom } from '../random/seeded-random.ts'
import type { LocationRef } from './location-ref.ts'
import { formatPageState, type PageState, parsePageState } from './page-state.ts'

const OPENED: PageState = {
  location: null,
  view: 'map',
  layers: null,
  background: null,
  relief: null,
  position: null,
  county: null,
  section: null,
}

test('a page just opened has a plain address', () => {
  expect(formatPageState(OPENED)).toBe('')
  expect(parsePageState('')).toEqual(OPENED)
})

test('a formatted state parses to the same state', () => {
  const random = seededRandom(7)
  const one = <Value>(values: Value[]) => values[Math.floor(random() * values.length)]
  const degrees = (limit: number, digits: number) =>
    Number(((random() * 2 - 1) * limit).toFixed(digits))
  for (let round = 0; round < 500; round++) {
    const location: LocationRef | null = one([
      null,
      { at: { lat: degrees(90, 7), lng: degrees(180, 7) } },
      {
        address: one(["12 O'Neil St, Bangor & Sons #4, ME", '1 Rue de l’Église + Ñ%', 'a=b?c&d/e']),
      },
      { parcel: 'pk_r2agmm4tcy4lbhd6tm65rrjw' },
    ])
    const center = { lat: degrees(90, 5), lng: degrees(180, 5) }
    const zoom = Number((random() * 22).toFixed(2))
    const view = one(['map' as const, 'coverage' as const])
    const state: PageState = {
      location,
      view,
      layers: one([null, [], ['parcels'], ['parcels', 'flood-zones']]),
      position: one([null, { center, zoom }, { center, zoom, bearing: -120, pitch: 55 }]),
      background: one([null, 'usgs-imagery']),
      relief: one([null, 1, 2, 5]),
      county: view === 'coverage' ? one([null, '23019']) : null,
      section: view === 'coverage' ? one([null, 'code_basis']) : null,
    }
    expect(parsePageState(formatPageState(state)), formatPageState(state)).toEqual(state)
  }
})

test.each([
  ['coordinates off the earth', '?at=91,0'],
  ['half a pair', '?at=12'],
  ['words', '?at=here,there'],
  ['a zoom of words', '?map=near/1/2'],
  ['a zoom past the last', '?map=99/1/2'],
  ['an address of two letters', '?address=ab'],
  ['a county in letters', '?view=&county=Penobscot'],
  ['a section that is not a word', '?section=<b>'],
  ['another view', '?view=admin'],
  ['a broken escape', '?address=%E0%A4%A'.slice(0, 10)],
])('%s in an address is left out', (_what, search) => {
  expect(parsePageState(search)).toEqual(OPENED)
})

test('a long link is parsed within limits', () => {
  const state = parsePageState(`?layers=${'parcels,'.repeat(100_000)}&at=1,2`)
  expect(state).toEqual({ ...OPENED, layers: ['parcels'] })
  expect(parsePageState(`?address=${'x'.repeat(501)}`).location).toBeNull()
})

test('no drawn layer differs from no named layer', () => {
  expect(parsePageState('?layers=none').layers).toEqual([])
  expect(parsePageState('?at=1,2').layers).toBeNull()
})

test('impossible layer names are ignored', () => {
  expect(parsePageState('?layers=parcels,<b>,../x,Flood').layers).toEqual(['parcels'])
})
