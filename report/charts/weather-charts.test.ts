import { expect, test } from 'vitest'
import type { WeatherData } from '../../layers/weather/data.ts'
import type { Drawn } from './drawing.ts'
import { weatherCharts } from './weather-charts.ts'

function hoursFrom(hour: number, temperatures: (number | null)[], rain: number | null = 0) {
  return temperatures.map((temperature_c, i) => ({
    time: `2026-08-23T${`${hour + i}`.padStart(2, '0')}:00-04:00`,
    temperature_c,
    precipitation_mm: rain,
    precipitation_chance_pct: rain === null ? null : 40,
  }))
}

const days = [
  ['2026-08-23', 18.5, 29.5],
  ['2026-08-24', 20, null],
].map(([date, low, high]) => ({
  date: date as string,
  temperature_low_c: low as number,
  temperature_high_c: high as number | null,
  precipitation_mm: 25.4,
  precipitation_chance_pct: 80,
}))

function chartsOf(weather: Partial<WeatherData>, system: 'us' | 'metric' = 'us') {
  const none = { time_zone: 'America/New_York', hourly: null, daily: null }
  return weatherCharts({ ...none, ...weather } as WeatherData, system)
}

const shapes = ({ children }: Drawn, name: string) =>
  children.filter((child): child is Drawn => typeof child !== 'string' && child.name === name)

test('hours are a line and bars, with the zone of the place and units of the reader', () => {
  const [chart] = chartsOf({ hourly: hoursFrom(17, [20, 25, 15], 2.54) })
  expect(chart.title).toBe('Next 3 hours, New York time (UTC-4)')
  expect(chart.table.rows[0]).toEqual(['Sun 23, 5 PM', '68 °F', '0.1 in', '40 %'])
  expect(shapes(chart.drawing, 'polyline')).toHaveLength(1)
  expect(shapes(chart.drawing, 'rect')).toHaveLength(3)
  expect(chart.drawing.attributes['aria-label']).toContain('59 to 77 °F; 0.3 in of precipitation')
  const [metric] = chartsOf({ hourly: hoursFrom(17, [20, 25, 15], 2.54) }, 'metric')
  expect(metric.table.rows[1]).toEqual(['Sun 23, 6 PM', '25 °C', '2.5 mm', '40 %'])
})

test('an hour without a value breaks the line, and unknown rain is neither drawn nor dry', () => {
  const [chart] = chartsOf({ hourly: hoursFrom(0, [20, 21, null, 22, 23], null) })
  expect(shapes(chart.drawing, 'polyline')).toHaveLength(2)
  expect(chart.table.rows[2]).toEqual(['Sun 23, 2 AM', 'not known', 'not known', 'not known'])
  expect(chart.legend).toEqual([{ label: 'Temperature', tone: '2' }])
})

test('days are bars from low to high, and one without a high has none', () => {
  const [chart] = chartsOf({ daily: days }, 'metric')
  expect(chart.title).toBe('Next 2 days')
  expect(chart.table.rows).toEqual([
    ['Sun 23', '19 °C', '30 °C', '25.4 mm', '80 %'],
    ['Mon 24', '20 °C', 'not known', '25.4 mm', '80 %'],
  ])
  expect(shapes(chart.drawing, 'rect')).toHaveLength(3)
})

test('a zone of the sea is named by its offset; current conditions alone have no chart', () => {
  const hourly = hoursFrom(0, [20, 20])
  expect(chartsOf({ hourly, time_zone: 'Etc/GMT+4' })[0].title).toContain('local time (UTC-4)')
  expect(chartsOf({ hourly, time_zone: null })[0].title).toContain('local time (UTC-4)')
  expect(JSON.stringify(chartsOf({ hourly }))).not.toMatch(/NaN|Infinity/)
  expect(chartsOf({})).toEqual([])
})
