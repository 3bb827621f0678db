import { expect, test } from 'vitest'
import { placesCsv, placesGeoJson } from './list-files.ts'
import type { Place } from './place.ts'
import { openSavedPlaces, PLACES_MAX } from './saved-places.ts'

const fact = { label: 'Lot size', value: '2.4 acres', note: null }
const place = (lat: number, title = `At ${lat}`): Place => ({
  ref: { at: { lat, lng: 1 } },
  title,
  point: { lat, lng: 1 },
  flood: { level: 'minimal', title: 'Outside of high-risk flood zones', detail: null },
  facts: { us: [fact], metric: [{ ...fact, value: '1 ha' }] },
  watch: ['A septic system, not sewer'],
  attribution: 'Nobody',
  as_of: '2026-11-28T00:00:00.000Z',
})

function storeOf(text: string | null = null, isFull = false) {
  const stored = { text }
  return {
    stored,
    getItem: () => stored.text,
    setItem(_name: string, value: string) {
      if (isFull) throw new Error('QuotaExceededError')
      stored.text = value
    },
  }
}

test('places are stored, found by their point, replaced by the same reference, and removed', () => {
  const store = storeOf()
  const saved = openSavedPlaces(store)
  let changes = 0
  saved.onChange(() => changes++)
  expect(saved.add([place(1), place(2)])).toBe(0)
  expect(saved.add([place(1, 'Anew')])).toBe(0)
  expect(saved.all.map(({ title }) => title)).toEqual(['Anew', 'At 2'])
  expect(saved.at({ lat: 2, lng: 1 })?.title).toBe('At 2')
  expect(openSavedPlaces(store).all).toEqual(saved.all)
  saved.remove('ll=1,1')
  expect(openSavedPlaces(store).all.map(({ title }) => title)).toEqual(['At 2'])
  saved.clear()
  expect([saved.all, changes]).toEqual([[], 4])
})

test('what does not fit is reported, and what is there stays', () => {
  const many = Array.from({ length: PLACES_MAX + 3 }, (_, i) => place(i / 10))
  expect(openSavedPlaces(null).add(many)).toBe(3)
  const full = openSavedPlaces(storeOf(null, true))
  expect(full.add([place(1)])).toBe(1)
  expect(full.all).toEqual([])
})

test.each(['', '{', '[]', '{"version":2,"places":[1]}', '{"version":1,"places":[1,null,{}]}'])(
  'a store of another form is read as empty: %s',
  (text) => expect(openSavedPlaces(storeOf(text)).all).toEqual([]),
)

test('a list is downloaded as CSV and GeoJSON, and no cell is run as a formula', () => {
  const places = [place(1, '=HYPERLINK("x")'), place(-2)]
  const csv = placesCsv(places, 'metric')
  expect(csv.split('\n')[0]).toBe('Place,Latitude,Longitude,Flood,Lot size,Worth a look,Made at')
  expect(csv).toContain(`"'=HYPERLINK(""x"")",1,1,Outside of high-risk flood zones,1 ha`)
  expect(csv).toContain('\nAt -2,-2,1,')
  const { features } = JSON.parse(placesGeoJson(places, 'us'))
  expect(features[1]).toMatchObject({
    geometry: { type: 'Point', coordinates: [1, -2] },
    properties: { title: 'At -2', ll: '-2,1', 'Lot size': '2.4 acres' },
  })
})
