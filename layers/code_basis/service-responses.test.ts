import { describe, expect, test } from 'vitest'
import type { UpstreamClient } from '../../upstream/client.ts'
import type { UpstreamRequest } from '../../upstream/upstream.ts'
import { assertNear, roundPoint } from './request-point.ts'
import { requestSeismicDesign } from './seismic-design.ts'

const AT = { lat: 30, lng: -72 }

describe('the point of a response', () => {
  test.each([
    [0.019_9, 0],
    [-0.019_9, 0],
    [0, 0.019_9],
    [0, -0.019_9],
  ])('may be off by its rounding: %d, %d degrees', (lat, lng) => {
    expect(() => assertNear({ lat: AT.lat + lat, lng: AT.lng + lng }, AT)).not.toThrow()
  })

  test.each([
    [0.020_1, 0],
    [-0.020_1, 0],
    [0, 0.020_1],
    [0, -0.020_1],
  ])('that is off by more is another: %d, %d degrees', (lat, lng) => {
    expect(() => assertNear({ lat: AT.lat + lat, lng: AT.lng + lng }, AT)).toThrow(
      'answered for another point',
    )
  })

  test('is requested to a thousandth of a degree', () => {
    expect(roundPoint({ lat: 30.000_49, lng: -71.999_51 })).toEqual({ lat: 30, lng: -72 })
  })
})

describe('an acceleration of the design maps', () => {
  /** Parses a response with these values without a server. */
  const read = (data: object) => {
    const body = {
      request: { referenceDocument: 'ASCE7-22', status: 'success' },
      response: { data: { sds: 1, sd1: 0.5, sdc: 'D', ...data } },
    }
    const bytes = Buffer.from(JSON.stringify(body))
    const client = {
      request: async (_: unknown, request: UpstreamRequest<unknown>) => ({
        value: request.read({ status: 200, headers: new Headers(), bytes }),
      }),
    }
    return requestSeismicDesign(client as unknown as UpstreamClient, AT)
  }

  test.each([{ sds: 6 }, { sds: 0.001 }, { sd1: 6 }, { sd1: null }, { sdc: 'A' }, { sdc: 'F' }])(
    '%j is accepted',
    async (data) => {
      expect((await read(data)).value).toMatchObject(
        'sdc' in data ? { category: data.sdc } : (data as object),
      )
    },
  )

  test.each([
    { sds: 6.01 },
    { sds: 0 },
    { sds: -0.1 },
    { sds: null },
    { sd1: 6.01 },
    { sd1: 0 },
    { sdc: 'G' },
    { sdc: 'AB' },
    { sdc: null },
  ])('%j cannot be', async (data) => {
    await expect(read(data)).rejects.toThrow(/another shape: data\./)
  })
})
