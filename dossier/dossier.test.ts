import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Layer } from '../layers/layer.ts'
import { UpstreamFailure } from '../upstream/failure.ts'
import { buildDossier, buildDossierFromPacks, type Dossier } from './dossier.ts'

const SPOT = { lat: 30, lng: -72 }

/** A layer whose section waits for `ask` and answers with what came. */
function layerOf(id: string, name: string, ask: () => Promise<unknown> | null): Layer {
  return {
    id,
    catalog: { slug: id, title: name, description: name, category: 'environment' },
    tables: [],
    section: {
      name,
      category: 'conditions',
      data: z.unknown(),
      reads: [],
      ask,
      answer: (_location, _rows, said) => ({ status: 'available', summary: 'Here.', data: said }),
    },
  }
}

const delayed = (ms: number, value: unknown) => () =>
  new Promise((resolve) => setTimeout(() => resolve(value), ms))
const never = () => new Promise(() => {})

describe('the deadline of a section', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** Starts a dossier of such layers; `read` is the dossier as soon as there is one. */
  function start(...layers: Layer[]) {
    let dossier: Dossier | null = null
    const failures: string[] = []
    const onFailure = (section: string) => void failures.push(section)
    const outside = { upstreams: null }
    void buildDossier(new Map(), SPOT, outside, onFailure, layers).then((made) => {
      dossier = made
    })
    return { failures, read: () => dossier as Dossier | null }
  }

  test('is 5,000 ms: one that never answers is given up then, and no sooner', async () => {
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
      reason: 'What the weather section asks took over 5 s.',
      hint: 'Ask again shortly.',
    })
    // A late upstream is no fault of the service.
    expect(failures).toEqual([])
  })

  test('leaves an answer of 4,999 ms alone, and takes none of 5,001 ms', async () => {
    const { read } = start(
      layerOf('weather', 'Weather', delayed(4_999, 'in time')),
      layerOf('elevation', 'Elevation', delayed(5_001, 'late')),
    )
    await vi.advanceTimersByTimeAsync(5_000)
    const { weather, elevation } = read()!.layers
    expect(weather).toMatchObject({ status: 'available', data: 'in time' })
    expect(elevation).toMatchObject({
      status: 'not_available',
      reason: 'What the elevation section asks took over 5 s.',
    })
  })

  test('is one for all sections at once, and a section that is late costs no other its answer', async () => {
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

  test('is not waited for where every section has its answer, and leaves no timer', async () => {
    const { read } = start(layerOf('weather', 'Weather', delayed(10, 'quick')))
    await vi.advanceTimersByTimeAsync(10)
    expect(read()!.layers.weather).toMatchObject({ status: 'available' })
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a section that fails', () => {
  const down = new UpstreamFailure('unreachable', 'The service is down.', 'Wait.')
  const ours = new Error('torn page')
  const other = layerOf('soils', 'Soils', () => Promise.resolve('there'))

  test.each([
    ['while its upstream is asked', () => Promise.reject(down)],
    [
      'before its upstream is asked',
      () => {
        throw down
      },
    ],
  ])("%s has the upstream's reason and hint, and is no fault of the service", async (_, ask) => {
    const failures: unknown[] = []
    const layers = [layerOf('weather', 'Weather', ask), other]
    const { layers: sections } = await buildDossier(
      new Map(),
      SPOT,
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
  })

  test('by a fault of the service names none of its insides, and the fault is reported', async () => {
    const failures: unknown[] = []
    const { layers: sections } = await buildDossier(
      new Map(),
      SPOT,
      { upstreams: null },
      (section, error) => void failures.push([section, error]),
      [layerOf('weather', 'Weather', () => Promise.reject(ours)), other],
    )
    expect(sections.weather).toMatchObject({
      status: 'not_available',
      reason: 'The section failed on the data of this spot.',
      hint: 'Ask again; if it stays, report the request id.',
    })
    expect(sections.soils).toMatchObject({ status: 'available' })
    expect(failures).toEqual([['weather', ours]])
  })
})

describe('the sections of a dossier', () => {
  const layers = ['weather', 'parcel', 'flood'].map((id) =>
    layerOf(id, id, () => Promise.resolve(id)),
  )

  test('stand in the order of the contract, and only those that are requested', async () => {
    const all = await buildDossier(new Map(), SPOT, { upstreams: null }, undefined, layers)
    expect(Object.keys(all.layers)).toEqual(['parcel', 'flood', 'weather'])
    const query = { ...SPOT, layers: ['weather', 'parcel'] }
    const two = await buildDossier(new Map(), query, { upstreams: null }, undefined, layers)
    expect(Object.keys(two.layers)).toEqual(['parcel', 'weather'])
  })

  test('that are not requested ask nothing', async () => {
    let questions = 0
    const counted = layerOf('weather', 'Weather', () => Promise.resolve(++questions))
    const query = { ...SPOT, layers: ['parcel'] }
    await buildDossier(new Map(), query, { upstreams: null }, undefined, [counted, ...layers])
    expect(questions).toBe(0)
    buildDossierFromPacks(new Map(), SPOT, undefined, [counted])
    expect(questions).toBe(0)
  })
})
