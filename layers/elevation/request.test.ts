import { expect, test } from 'vitest'
import type { BuildTerrain } from '../../rasters/terrain.ts'
import { rectangle } from '../../tests/fixtures/ground.ts'
import type { UpstreamClient } from '../../upstream/client.ts'
import { UpstreamFailure } from '../../upstream/failure.ts'
import type { Location, SectionRows } from '../location.ts'
import type { EpqsResponse } from './epqs-response.ts'
import { requestElevation } from './request.ts'

const HEIGHT: EpqsResponse = { kind: 'height', height_m: 9, resolution_m: 1, raster_id: null }

/** Requests heights of a parcel that no raster reaches from a service with this reply. */
function requestFrom(reply: () => Promise<{ value: EpqsResponse; retrieved_at: string }>) {
  const terrains: string[] = []
  const terrain: BuildTerrain = {
    async terrainOf({ parcel_key }) {
      terrains.push(parcel_key)
      return { status: 'computing' }
    },
  }
  const upstreams = { isOn: () => true, request: reply, sourceOf: () => ({ name: 'EPQS' }) }
  const parcel = { parcel_key: 'pk_a', polygons: () => rectangle(-72, 30, -71.999, 30.001) }
  const location = { point: { lng: -71.9995, lat: 30.0005 }, parcel, includeGeometry: false }
  const rows = { elevation_rasters: { elsewhere: { meeting: () => [] } } }
  const found = requestElevation(location as unknown as Location, rows as unknown as SectionRows, {
    upstreams: upstreams as unknown as UpstreamClient,
    terrain,
  })!
  return { terrains, found }
}

const answered = (value: EpqsResponse) => ({ value, retrieved_at: '2026-11-21T12:00:00Z' })

test('terrain is requested while the height is on its way', async () => {
  const reply = Promise.withResolvers<ReturnType<typeof answered>>()
  const { terrains, found } = requestFrom(() => reply.promise)
  await expect.poll(() => terrains).toEqual(['pk_a'])
  reply.resolve(answered(HEIGHT))
  expect(await found).toMatchObject({
    terrain: { status: 'computing' },
    live: { response: HEIGHT },
  })
})

test('terrain is requested beside a height that is known at once', async () => {
  const { terrains, found } = requestFrom(async () => answered(HEIGHT))
  expect(await found).toMatchObject({ terrain: { status: 'computing' } })
  expect(terrains).toEqual(['pk_a'])
})

test('no terrain is requested where the service rests, or has no height', async () => {
  const rests = requestFrom(async () => {
    throw new UpstreamFailure('resting', 'It rests.', 'Wait.')
  })
  expect(await rests.found).toMatchObject({ terrain: null, live: { failure: { hint: 'Wait.' } } })
  const sea = requestFrom(async () => answered({ kind: 'none' }))
  expect(await sea.found).toMatchObject({ terrain: null, live: { response: { kind: 'none' } } })
  expect([...rests.terrains, ...sea.terrains]).toEqual([])
})

test('an error of the product rejects the request', async () => {
  const { terrains, found } = requestFrom(() => Promise.reject(new Error('a defect')))
  await expect(found).rejects.toThrow('a defect')
  expect(terrains).toEqual([])
})
