import { describe, expect, test } from 'vitest'
import type { HttpResponse } from '../../upstream/attempt.ts'
import { UpstreamFailure } from '../../upstream/failure.ts'
import { assertCurrent, CurrentResponse, roundPoint } from './current-response.ts'

const answerOf = (latitude: number, longitude: number): HttpResponse => ({
  status: 200,
  headers: new Headers(),
  bytes: Buffer.from(
    JSON.stringify({
      latitude,
      longitude,
      utc_offset_seconds: 0,
      current_units: { time: 'iso8601' },
      current: { time: '2026-08-23T22:00' },
    }),
  ),
})

describe('the place of an answer', () => {
  test.each([
    [31, -72],
    [29, -72],
    [30, -71],
    [30, -73],
    [31, -73],
  ])('at %d, %d, one degree from the requested 30, -72, is accepted', (lat, lng) => {
    expect(() => new CurrentResponse(answerOf(lat, lng), { lat: 30, lng: -72 })).not.toThrow()
  })

  test.each([
    [31.01, -72],
    [28.99, -72],
    [30, -70.99],
    [30, -73.01],
    [30, 72],
    [-30, -72],
  ])('at %d, %d is another place', (lat, lng) => {
    expect(() => new CurrentResponse(answerOf(lat, lng), { lat: 30, lng: -72 })).toThrow(
      'answered for another place',
    )
  })

  test('is near over the date line', () => {
    expect(() => new CurrentResponse(answerOf(60, -179.6), { lat: 60, lng: 179.9 })).not.toThrow()
    expect(() => new CurrentResponse(answerOf(60, -178.8), { lat: 60, lng: 179.9 })).toThrow()
  })

  test('is requested to a hundredth of a degree', () => {
    expect(roundPoint({ lat: 30.004_999, lng: -71.985_1 })).toEqual({ lat: 30, lng: -71.99 })
  })
})

describe('the age of conditions', () => {
  const TITLE = { title: 'Open-Meteo' }
  const NOW = Date.parse('2026-08-23T22:00:00Z')
  const HOUR_MS = 3_600_000
  const response = (age_ms: number) => ({
    value: { time: NOW - age_ms },
    retrieved_at: new Date(NOW).toISOString(),
  })

  test.each([0, 15 * 60_000, 2 * HOUR_MS, -HOUR_MS])('of %i ms is current', (age_ms) => {
    expect(() => assertCurrent(TITLE, response(age_ms))).not.toThrow()
  })

  test.each([
    [2 * HOUR_MS + 1, '2.0 h old'],
    [24 * HOUR_MS, '24.0 h old'],
    [-HOUR_MS - 1, '1.0 h ahead of us'],
  ])('of %i ms is not current: %s', (age_ms, words) => {
    expect(() => assertCurrent(TITLE, response(age_ms))).toThrow(UpstreamFailure)
    expect(() => assertCurrent(TITLE, response(age_ms))).toThrow(words)
  })
})
