import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Layer } from '../layers/layer.ts'
import { UpstreamFailure } from '../upstream/failure.ts'
import { buildDossier, buildDossierFromPacks, type Dossier } from './dossier.ts'

const POINT = { lat: 30, lng: -72 }

/** A layer whose section waits for `requestData` and answers with its result. */
function layerOf(id: string, name: string, requestData: () => Promise<unknown> | null): Layer {
  return {
    id,
    catalog: { slug: id, title: name, description: name, category: 'environment' },
    tables: [],
    section: {
      name,
      category: 'conditions',
      data: z.unknown(),
      reads: [],
      requestData,
      answer: (_location, _rows, data) => ({ status: 'available', summary: 'Here.', data }),
    },
  }
}

const delayed = (ms: number, value: unknown) => () =>
  new Promise((resolve) => setTimeout(() => resolve(value), ms))
const never = () => new Promise(() => {})

describe('the deadline of a section', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** Starts a dossier of the layers; `read` returns it once it is complete, and null before. */
  function start(...layers: Layer[]) {
    let dossier: Dossier | null = null
    const failures: string[] = []
    const onFailure = (section: string) => void failures.push(section)
    const external = { upstreams: null }
    void buildDossier(new Map(), POINT, external, onFailure, layers).then((made) => {
      dossier = made
    })
    return { failures, read: () => dossier as Dossier | null }
  }

  test('is 5,000 ms: a section that never answers is given up then and not earlier', async () => {
    const { read, failures } = start(layerOf('weather', 'Weather', never))
    await vi.advanceTimersByTimeAsync(4_999)
    expect(read()).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    expect(read()!.layers.weather).toEqual({
      object: 'location_section',
      layer: 'weather',
      name: 'Weather',
      category: 'conditions',
      status: 'not_available',
      summary: 'The weather section could not be answered this time.',
      data: null,
      reason: 'The sources of the weather section took over 5 s.',
      hint: 'Try again shortly.',
    })
    // A late upstream is not a fault of the service.
    expect(failures).toEqual([])
  })

  test('accepts an answer after 4,999 ms and none after 5,001 ms', async () => {
    const { read } = start(
      layerOf('weather', 'Weather', delayed(4_999, 'in time')),
      layerOf('elevation', 'Elevation', delayed(5_001, 'late')),
    )
    await vi.advanceTimersByTimeAsync(5_000)
    const { weather, elevation } = read()!.layers
    expect(weather).toMatchObject({ status: 'available', data: 'in time' })
    expect(elevation).toMatchObject({
      status: 'not_available',
      reason: 'The sources of the elevation section took over 5 s.',
    })
  })

  test('runs for all sections at once, and a late section leaves the answers of the others', async () => {
    const { read } = start(
      layerOf('flood', 'Flood', never),
      layerOf('soils', 'Soils', () => null),
      layerOf('weather', 'Weather', never),
      layerOf('elevation', 'Elevation', delayed(10, 'quick')),
    )
    await vi.advanceTimersByTimeAsync(5_000)
    const statuses = Object.entries(read()!.layers).map(([name, { status }]) => [name, status])
    expect(Object.fromEntries(statuses)).toEqual({
      flood: 'not_available',
      soils: 'available',
      weather: 'not_available',
      elevation: 'available',
    })
  })

  test('leaves no timer once every section has its answer', async () => {
    const { read } = start(layerOf('weather', 'Weather', delayed(10, 'quick')))
    await vi.advanceTimersByTimeAsync(10)
    expect(read()!.layers.weather).toMatchObject({ status: 'available' })
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a section that fails', () => {
  const down = new UpstreamFailure('unreachable', 'The service is down.', 'Wait.')
  const fault = new Error('torn page')
  const other = layerOf('soils', 'Soils', () => Promise.resolve('there'))

  test.each([
    ['while its upstream is called', () => Promise.reject(down)],
    [
      'before its upstream is called',
      () => {
        throw down
      },
    ],
  ])(
    "%s has the upstream's reason and hint, and is not a fault of the service",
    async (_, request) => {
      const failures: unknown[] = []
      const layers = [layerOf('weather', 'Weather', request), other]
      const { layers: sections } = await buildDossier(
        new Map(),
        POINT,
        { upstreams: null },
        (section, error) => void failures.push([section, error]),
        layers,
      )
      expect(sections.weather).toMatchObject({
        status: 'not_available',
        data: null,
        reason: 'The service is down.',
        hint: 'Wait.',
      })
      expect(sections.soils).toMatchObject({ status: 'available', data: 'there' })
      expect(failures).toEqual([])
    },
  )

  test('through a fault of the service reveals no internals, and the fault is reported', async () => {
    const failures: unknown[] = []
    const { layers: sections } = await buildDossier(
      new Map(),
      POINT,
      { upstreams: null },
      (section, error) => void failures.push([section, error]),
      [layerOf('weather', 'Weather', () => Promise.reject(fault)), other],
    )
    expect(sections.weather).toMatchObject({
      status: 'not_available',
      reason: 'The section failed on the data of this location.',
      hint: 'Try again; if it fails again, report the request id.',
    })
    expect(sections.soils).toMatchObject({ status: 'available' })
    expect(failures).toEqual([['weather', fault]])
  })
})

describe('the sections of a dossier', () => {
  const layers = ['weather', 'parcel', 'flood'].map((id) =>
    layerOf(id, id, () => Promise.resolve(id)),
  )

  test('come in the order of the contract, and only those that were requested', async () => {
    const all = await buildDossier(new Map(), POINT, { upstreams: null }, undefined, layers)
    expect(Object.keys(all.layers)).toEqual(['parcel', 'flood', 'weather'])
    const query = { ...POINT, layers: ['weather', 'parcel'] }
    const two = await buildDossier(new Map(), query, { upstreams: null }, undefined, layers)
    expect(Object.keys(two.layers)).toEqual(['parcel', 'weather'])
  })

  test('that were not requested make no requests', async () => {
    let requests = 0
    const counted = layerOf('weather', 'Weather', () => Promise.resolve(++requests))
    const query = { ...POINT, layers: ['parcel'] }
    await buildDossier(new Map(), query, { upstreams: null }, undefined, [counted, ...layers])
    expect(requests).toBe(0)
    buildDossierFromPacks(new Map(), POINT, undefined, [counted])
    expect(requests).toBe(0)
  })
})

test('what people read of a build without data has no word for its operator', () => {
  const { layers } = buildDossierFromPacks(new Map(), POINT)
  const sections = Object.values(layers)
  expect(sections).toHaveLength(14)
  for (const { summary, reason, hint } of sections)
    expect([summary, reason, hint].join(' ')).not.toMatch(
      /PLAT_|[A-Z]+\.md|`plat|"plat|partition|secret|\bBuild (a|the)\b/,
    )
  expect(layers.soils.operator_hint).toContain('CONTRIBUTING.md')
})
