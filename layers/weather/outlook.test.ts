import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forecastBody, LocalWeather, outlookBlocks } from '../../tests/servers/local-weather.ts'
import { HOURS_MAX } from './data.ts'
import { localTimes } from './local-time.ts'

let services: LocalWeather
beforeAll(async () => {
  services = await LocalWeather.open()
})
beforeEach(() => services.reset())
afterAll(() => services.close())

/** The section while the forecast has an outlook with some of its blocks changed. */
function weatherWith(changed: Partial<ReturnType<typeof outlookBlocks>> = {}) {
  const local = { time: '2026-08-23T18:45' }
  services.forecast.respond = () => ({
    body: forecastBody(local, {}, { ...outlookBlocks(), ...changed }),
  })
  return services.section()
}

const { hourly, hourly_units, daily, daily_units } = outlookBlocks()

test('hours and days come in one call, from now on, in local time with its offset', async () => {
  const { data, source } = await weatherWith()
  expect(data!.time_zone).toBe('America/New_York')
  expect(data!.hourly).toHaveLength(HOURS_MAX)
  expect(data!.hourly![0]).toEqual({
    time: '2026-08-23T18:00-04:00',
    temperature_c: 18,
    precipitation_mm: 0.1,
    precipitation_chance_pct: 18,
  })
  expect(data!.daily).toHaveLength(7)
  expect(data!.daily![0]).toEqual({
    date: '2026-08-23',
    temperature_low_c: 18.5,
    temperature_high_c: 29.5,
    precipitation_mm: 2.4,
    precipitation_chance_pct: 40,
  })
  expect(source!.note).not.toContain('No forecast')
  expect(services.forecast.requests).toHaveLength(1)
  const query = Object.fromEntries(services.forecast.requests[0].searchParams)
  expect(query).toMatchObject({ timezone: 'auto', forecast_hours: '24', forecast_days: '7' })
  expect(query.hourly.split(',').sort()).toEqual(Object.keys(hourly).slice(1).sort())
  expect(query.daily.split(',').sort()).toEqual(Object.keys(daily).slice(1).sort())
})

test('values that a model lacks are null, and a series without any is null', async () => {
  const some = { ...hourly, precipitation: hourly.precipitation.map(() => null) }
  const { data } = await weatherWith({ hourly: some as never })
  expect(data!.hourly![0]).toMatchObject({ temperature_c: 18, precipitation_mm: null })
  const none = { ...daily, ...Object.fromEntries(Object.keys(daily).map((name) => [name, []])) }
  const times = { ...none, time: daily.time } as never
  const empty = await weatherWith({ daily: { time: daily.time } as never })
  expect(empty.data).toMatchObject({ daily: null, temperature_c: 23.2 })
  expect(empty.source!.note).toContain('No forecast by day: the service answered without one.')
  expect((await weatherWith({ daily: times })).reason).toContain('0 values of temperature_2m_min')
})

test('units are converted, and rain of a day may be more than that of an hour', async () => {
  const { data } = await weatherWith({
    hourly_units: { ...hourly_units, temperature_2m: '°F' },
    daily: { ...daily, precipitation_sum: daily.precipitation_sum.map(() => 1_800) },
  })
  expect(data!.hourly![0].temperature_c).toBe(-7.8)
  expect(data!.daily![0].precipitation_mm).toBe(1_800)
})

describe('an outlook that is invalid fails the answer', () => {
  const swapped = [...hourly.time.slice(0, 2).reverse(), ...hourly.time.slice(2)]
  const later = hourly.time.map((time) => time.replace(/-08-/, '-09-'))
  test.each([
    ['hours in disorder', { hourly: { ...hourly, time: swapped } }, 'do not follow each other'],
    ['no hours', { hourly: { ...hourly, time: [] } }, 'do not follow each other'],
    ['hours of another month', { hourly: { ...hourly, time: later } }, 'hours of another time'],
    [
      'days past',
      { daily: { ...daily, time: daily.time.map((day) => day.replace('-08-', '-07-')) } },
      'days of another time',
    ],
    ['unix time', { hourly_units: { ...hourly_units, time: 'unixtime' } }, 'do not follow'],
    [
      'kelvin',
      { hourly_units: { ...hourly_units, temperature_2m: 'K' } },
      'temperature_2m in the unit "K"',
    ],
    ['no unit', { daily_units: {} as typeof daily_units }, 'do not follow each other'],
    [
      'a chance of 101 %',
      { hourly: { ...hourly, precipitation_probability: hourly.time.map(() => 101) } },
      'which cannot be',
    ],
    [
      'negative rain',
      { daily: { ...daily, precipitation_sum: daily.time.map(() => -1) } },
      'which cannot be',
    ],
    [
      'too few values',
      { hourly: { ...hourly, precipitation: [1] } },
      '1 values of precipitation for 42 times',
    ],
    [
      'a low above its high',
      { daily: { ...daily, temperature_2m_min: daily.time.map(() => 40) } },
      'low is above its high',
    ],
    [
      'a text',
      { hourly: { ...hourly, temperature_2m: hourly.time.map(() => '18') as never } },
      'is not a number',
    ],
    [
      'too much',
      { hourly: { ...hourly, precipitation: Array(385).fill(0) } },
      'another shape: hourly.precipitation',
    ],
    ['a zone that is not a name', { timezone: '<b>' }, 'another shape: timezone'],
  ] as [string, object, string][])('%s', async (_, changed, reason) => {
    const section = await weatherWith(changed)
    expect(section).toMatchObject({ status: 'not_available', data: null })
    expect(section.reason).toContain(reason)
  })
})

test('local time follows the zone over a change of its offset, else the offset of the answer', () => {
  const before = Date.parse('2026-11-01T05:30Z')
  expect(localTimes('America/New_York', 0)(before)).toBe('2026-11-01T01:30-04:00')
  expect(localTimes('America/New_York', 0)(before + 3_600_000)).toBe('2026-11-01T01:30-05:00')
  expect(localTimes('Asia/Kolkata', 0)(before)).toBe('2026-11-01T11:00+05:30')
  expect(localTimes('Nowhere/Here', -9_000)(before)).toBe('2026-11-01T03:00-02:30')
  expect(localTimes(null, 0)(before)).toBe('2026-11-01T05:30+00:00')
})
