import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { rectangle } from '../../tests/fixtures/ground.ts'
import type { UpstreamClient } from '../../upstream/client.ts'
import { UpstreamFailure } from '../../upstream/failure.ts'
import type { UpstreamRequest } from '../../upstream/upstream.ts'
import type { Location } from '../location.ts'
import { type RequestedPermits, requestPermits } from './request.ts'

const POINT = { lat: 30, lng: -72 }

/** A client whose feeds never respond, and the queries to them. */
function silentClient() {
  const queries: UpstreamRequest<unknown>['query'][] = []
  const client = {
    isOn: () => true,
    request: (_: unknown, { query }: UpstreamRequest<unknown>) => {
      queries.push(query)
      return new Promise(() => {})
    },
  }
  return { queries, upstreams: client as unknown as UpstreamClient }
}

/**
 * A location in the county of both fictional feeds, with a parcel that reaches so many degrees
 * north.
 */
function locationOf(degrees: number | null = null) {
  const polygons = () => rectangle(-72, 30, -72 + 1e-6, 30 + (degrees ?? 0))
  return {
    point: POINT,
    county: { fips: '99001', counterparts: [] },
    parcel: degrees === null ? null : { polygons },
  } as unknown as Location
}

describe('live feeds', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('that never answer are given up after 4,000 ms, below the deadline of the section', async () => {
    let result: RequestedPermits | null = null
    void requestPermits(locationOf(), 150, silentClient())!.then((each) => {
      result = each
    })
    await vi.advanceTimersByTimeAsync(3_999)
    expect(result).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    const { answers, failures } = result as unknown as RequestedPermits
    expect(answers).toEqual([])
    expect(failures.map(({ reason, hint }) => [reason, hint])).toEqual(
      [
        'Sample County building permits, live (fictional)',
        'Sampleton permits, live (fictional)',
      ].map((name) => [`${name} did not answer in full within 4 s.`, 'Try again shortly.']),
    )
  })

  test('that answer leave no timer behind', async () => {
    const down = new UpstreamFailure('unreachable', 'The feed is down.', 'Wait.')
    const client = { isOn: () => true, request: () => Promise.reject(down) }
    const upstreams = client as unknown as UpstreamClient
    const { failures } = (await requestPermits(locationOf(), 150, { upstreams }))!
    expect(failures.map(({ reason }) => reason)).toEqual(['The feed is down.', 'The feed is down.'])
    expect(vi.getTimerCount()).toBe(0)
  })

  test.each([
    [null, 150],
    [0.001, 150],
    [0.004, 444],
    [0.0045, 499],
    [0.0046, 500],
    [1, 500],
  ])(
    'around a parcel that reaches %j degrees north are searched to %i m',
    async (degrees, reach) => {
      const { queries, upstreams } = silentClient()
      const result = requestPermits(locationOf(degrees), 150, { upstreams })!
      const [where] = queries.flatMap((query) => query?.$where ?? [])
      expect(where).toBe(`within_circle(location, 30.0000000, -72.0000000, ${reach})`)
      await vi.advanceTimersByTimeAsync(4_000)
      expect((await result).isParcelLarger).toBe(reach === 500)
    },
  )
})
