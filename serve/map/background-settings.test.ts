import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StepError } from '../../terminal/step-error.ts'
import { backgroundOrigins } from '../schemas/backgrounds.ts'
import { backgroundsFrom } from './background-settings.ts'

const AERIAL = {
  id: 'aerial',
  title: 'Aerial',
  kind: 'aerial',
  tile_url: 'https://tiles.example.com/a/{z}/{y}/{x}.jpg?key=k',
  attribution: 'Example Survey',
  max_zoom: 16,
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plat-backgrounds-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const read = (value: unknown, more = {}) =>
  backgroundsFrom({ PLAT_BACKGROUNDS: JSON.stringify(value), ...more })
/** The message of the error that a setting is refused with. */
function refusal(environment: NodeJS.ProcessEnv): string {
  try {
    backgroundsFrom(environment)
  } catch (error) {
    expect(error).toBeInstanceOf(StepError)
    expect((error as StepError).remedy).toContain('"tile_url"')
    return (error as StepError).message
  }
  return 'accepted'
}
const refusalOf = (change: object) =>
  refusal({ PLAT_BACKGROUNDS: JSON.stringify([{ ...AERIAL, ...change }]) })

test('without the setting a service offers no background', () => {
  expect(backgroundsFrom({})).toEqual([])
  expect(backgroundsFrom({ PLAT_BACKGROUNDS: ' ' })).toEqual([])
})

test('a list is read from the variable or from a file, with the usual sizes filled in', () => {
  const whole = { ...AERIAL, min_zoom: 0, tile_size: 256 }
  expect(read([AERIAL])).toEqual([whole])
  const path = join(folder, 'backgrounds.json')
  writeFileSync(path, JSON.stringify([AERIAL]))
  expect(backgroundsFrom({ PLAT_BACKGROUNDS: path })).toEqual([whole])
})

test('names that WMTS gives to zoom, row and column are those of tiles', () => {
  const tile_url = 'https://gis.example.com/wmts/1.0.0/p/{TileMatrix}/{TileRow}/{TileCol}.png'
  expect(read([{ ...AERIAL, tile_url }])[0].tile_url).toBe(
    'https://gis.example.com/wmts/1.0.0/p/{z}/{y}/{x}.png',
  )
})

test('the origins of the tiles are named once each, with their ports', () => {
  const other = { ...AERIAL, id: 'b', tile_url: 'http://127.0.0.1:9000/{z}/{x}/{y}' }
  const same = { ...AERIAL, id: 'c' }
  expect(backgroundOrigins(read([AERIAL, other, same]))).toEqual([
    'https://tiles.example.com',
    'http://127.0.0.1:9000',
  ])
})

test.each([
  ['no credit', { attribution: '' }, '0.attribution: must have at least 1 characters'],
  ['no credit at all', { attribution: undefined }, '0.attribution: is missing'],
  ['a credit of two lines', { attribution: 'a\nb' }, '0.attribution: must be one line'],
  ['another kind', { kind: 'satellite' }, '0.kind: must be "aerial" or "map"'],
  ['an unknown field', { opacity: 1 }, 'has a field "opacity" that is not known'],
  ['no column', { tile_url: 'https://a.example/{z}/{y}' }, 'lacks {x}'],
  ['a subdomain to fill in', { tile_url: 'https://{s}.a.example/{z}/{x}/{y}' }, 'in the host'],
  ['a name to fill in', { tile_url: 'https://a.example/{key}/{z}/{x}/{y}' }, 'has {key}, which'],
  ['a box', { tile_url: 'https://a.example/{z}/{x}/{y}?b={bbox-epsg-3857}' }, 'has {bbox-'],
  ['a wildcard', { tile_url: 'https://*.a.example/{z}/{x}/{y}' }, 'in the host'],
  ['a second directive', { tile_url: 'https://a.example;script-src/{z}/{x}/{y}' }, 'in the host'],
  ['an address of IPv6', { tile_url: 'http://[::1]/{z}/{x}/{y}' }, 'in the host'],
  ['a script', { tile_url: 'javascript:{z}{x}{y}' }, 'http or https'],
  ['a relative address', { tile_url: '/tiles/{z}/{x}/{y}' }, 'http or https'],
  ['a user name', { tile_url: 'https://u:p@a.example/{z}/{x}/{y}' }, 'neither a user name'],
  ['a long address', { tile_url: `https://a.example/{z}/{x}/{y}?${'k'.repeat(2_000)}` }, 'at most'],
  ['zooms in the wrong order', { min_zoom: 17 }, 'min_zoom must not be above max_zoom'],
  ['a zoom too far', { max_zoom: 30 }, '0.max_zoom: must be at most 22'],
  ['an odd size of tiles', { tile_size: 300 }, '0.tile_size: must be'],
  ['an id that no link can have', { id: 'A b' }, '0.id: must be lower-case letters'],
])('%s is refused by its name', (_what, change, problem) => {
  expect(refusalOf(change)).toContain(problem)
})

test('what is not a list, twice the same, too long or not JSON is refused', () => {
  const PLAT_BACKGROUNDS = (value: unknown) => ({ PLAT_BACKGROUNDS: JSON.stringify(value) })
  expect(refusal(PLAT_BACKGROUNDS(AERIAL))).toContain('must be a list')
  expect(refusal(PLAT_BACKGROUNDS([AERIAL, AERIAL]))).toContain('each id must be there once')
  const many = Array.from({ length: 21 }, (_, i) => ({ ...AERIAL, id: `a${i}` }))
  expect(refusal(PLAT_BACKGROUNDS(many))).toContain('at most 20 items')
  expect(refusal({ PLAT_BACKGROUNDS: '[{' })).toContain('is not JSON')
  expect(refusal({ PLAT_BACKGROUNDS: `[${' '.repeat(70_000)}]` })).toContain('more than 65536')
  const path = join(folder, 'absent.json')
  expect(refusal({ PLAT_BACKGROUNDS: path })).toContain(`the file ${path} cannot be read`)
})

test('tiles of http are refused where browsers would refuse them', () => {
  const plain = [{ ...AERIAL, tile_url: 'http://gis.example.com/{z}/{x}/{y}' }]
  expect(read(plain, { PLAT_PUBLIC_URL: 'http://plat.example.com' })).toHaveLength(1)
  expect(() => read(plain, { PLAT_PUBLIC_URL: 'https://plat.example.com' })).toThrow(
    'aerial has tiles of http, which browsers refuse',
  )
})
