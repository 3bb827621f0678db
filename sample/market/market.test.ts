import { expect, test } from 'vitest'
import { readFeatures, readText } from '../../tests/sample/archive-reading.ts'
import { sampleCounty, sampleLocations } from '../../tests/sample/shared-county.ts'
import { POINT_COLUMNS, writeObservationPoints, writeObservations } from '../files/market-file.ts'

const county = sampleCounty()
const { observations } = county.market
const locations = sampleLocations()
const lines = readText(writeObservations(county), 'observations.ndjson').trimEnd().split('\n')
const named = lines.map((line) => JSON.parse(line))
const points = readFeatures(writeObservationPoints(county), 'observations.csv').map(
  ({ fields }) => fields,
)

test('every observation is in one of the files, and every id is its own', () => {
  expect(named.length + points.length).toBe(observations.length)
  expect(Math.min(named.length, points.length)).toBeGreaterThan(300)
  const ids = [
    ...named.map(({ observationId }) => observationId),
    ...points.map(({ OBSERVATION_ID }) => OBSERVATION_ID),
  ]
  expect(new Set(ids).size).toBe(observations.length)
  expect(ids.sort()).toEqual(observations.map(({ id }) => id).sort())
})

test('every row names its provider as fictional, and no person', () => {
  for (const provider of [...named, ...points.map(({ PROVIDER }) => ({ provider: PROVIDER }))])
    expect(provider.provider).toBe('Sample Listings (fictional)')
  const hosts = observations.map(({ url }) => (url === null ? null : new URL(url).host))
  expect(new Set(hosts)).toEqual(new Set(['example.com', null]))
  expect(Object.keys(points[0])).toEqual(POINT_COLUMNS)
})

test('parcels are those of the roll, and a home is seen at most once a day', () => {
  const rolled = new Set(county.roll.map((row) => row.PARCEL_ID))
  expect(named.filter(({ parcel }) => !rolled.has(parcel.apn))).toEqual([])
  const visits = observations.map(
    ({ parcelId, propertyId, asOf }) => `${parcelId} ${propertyId} ${asOf}`,
  )
  expect(new Set(visits).size).toBe(observations.length)
})

test('homes are seen up to four times, lately and long ago', () => {
  const times = new Map<string, number>()
  for (const { propertyId, parcelId } of observations)
    if (!parcelId?.includes('-U')) times.set(propertyId, (times.get(propertyId) ?? 0) + 1)
  expect(new Set(times.values())).toEqual(new Set([1, 2, 3, 4]))
  const years = observations.map(({ asOf }) => Number(asOf.slice(0, 4)))
  expect(Math.min(...years)).toBe(2014)
  expect(years.filter((year) => year === 2025).length).toBeGreaterThan(30)
  expect(years.filter((year) => year > 2025)).toEqual([2199])
})

test('each scenario has the observations that its name states', () => {
  const at = (name: string) => {
    const { market } =
      locations.find((location) => location.name === name) ?? expect.fail(`no location ${name}`)
    return market ?? expect.fail(`nothing settled at ${name}`)
  }
  const days = (name: string) => at(name).seen.map(({ asOf }) => asOf)
  expect(days('market_seen_often')).toEqual(['2025-06-20', '2023-08-20', '2021-03-04'])
  expect(days('market_seen_long_ago')).toEqual(['2014-03-09'])
  expect(at('market_by_point')).toMatchObject({ matchedBy: 'point_in_parcel', sharedBy: null })
  expect(days('market_point_is_newer')).toEqual(['2025-05-30', '2022-12-31'])
  expect(days('market_dated_ahead')).toEqual(['2020-02-29', '2199-01-01'])
  expect(at('market_faulty').seen).toMatchObject([{ bedrooms: 0, value: null, url: null }])
  expect(at('market_never_seen')).toEqual({ seen: [], matchedBy: null, sharedBy: null })
  expect(at('market_on_street')).toMatchObject({ matchedBy: 'near_point', seen: [{}, {}] })
  const byPoint = at('market_stack_by_point')
  expect(byPoint.matchedBy).toBe('point_in_parcel')
  expect(byPoint.sharedBy).toBeGreaterThan(10)
  expect(at('market_stack_named')).toMatchObject({ matchedBy: 'parcel', sharedBy: null })
})

test('nearly all locations have an expected answer', () => {
  expect(locations.filter(({ market }) => market !== undefined).length).toBeGreaterThan(
    0.95 * locations.length,
  )
})
