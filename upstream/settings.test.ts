import { expect, test } from 'vitest'
import { StepError } from '../terminal/step-error.ts'
import { upstreamSettings, urlVariable } from './settings.ts'
import type { Upstream } from './upstream.ts'

const upstream = (id: string, isOn: boolean): Upstream => ({
  id,
  title: id,
  attribution: '',
  url: `https://${id}.example/v1/`,
  isOn,
  deadline_ms: 1_000,
  responseBytesMax: 1_000,
  cache_ms: 0,
})
const UPSTREAMS = [upstream('air', true), upstream('rain', true), upstream('flood-map', false)]

function on(live?: string): string[] {
  const settings = upstreamSettings({ PLAT_LIVE: live }, UPSTREAMS)
  return Object.keys(settings).filter((id) => settings[id].isOn)
}

test.each([
  [undefined, ['air', 'rain']],
  ['', ['air', 'rain']],
  ['default', ['air', 'rain']],
  ['all', ['air', 'rain', 'flood-map']],
  ['none', []],
  ['flood-map', ['flood-map']],
  ['default,flood-map', ['air', 'rain', 'flood-map']],
  ['default, -air', ['rain']],
  ['-air', ['rain']],
  ['all,none,+rain', ['rain']],
  ['all,-default', ['flood-map']],
  ['-air,air', ['air', 'rain']],
])('PLAT_LIVE=%s switches on %j', (live, expected) => {
  expect(on(live)).toEqual(expected)
})

test.each(['weather', 'constructor', '__proto__', 'air;rain', 'all,,rain', '-', 'AIR'])(
  'PLAT_LIVE=%s is refused with the names that are known',
  (live) => {
    expect(() => on(live)).toThrow(StepError)
    expect(() => on(live)).toThrow(/is not known/)
  },
)

test('an address is that of the upstream until its own variable replaces it', () => {
  const variable = urlVariable(UPSTREAMS[2])
  expect(variable).toBe('PLAT_FLOOD_MAP_URL')
  const settings = upstreamSettings(
    { [variable]: 'http://127.0.0.1:9000/maps//', PLAT_LIVE_LABEL: ' sample ' },
    UPSTREAMS,
  )
  expect(settings['flood-map']).toEqual({
    isOn: false,
    url: 'http://127.0.0.1:9000/maps',
    isDefault: false,
    label: 'sample',
  })
  expect(settings.air).toEqual({ isOn: true, url: 'https://air.example/v1', isDefault: true })
})

test("another path of the publisher's own host is still the publisher", () => {
  const settings = upstreamSettings(
    { PLAT_AIR_URL: 'https://air.example/v2', PLAT_LIVE_LABEL: 'sample' },
    UPSTREAMS,
  )
  expect(settings.air).toEqual({ isOn: true, url: 'https://air.example/v2', isDefault: true })
})

test.each([
  'air.example',
  'ftp://air.example',
  'https://user:word@air.example',
  'https://air.example/?key=1',
  'https://air.example/#a',
  'file:///etc/passwd',
])('%s is not a base address', (url) => {
  expect(() => upstreamSettings({ PLAT_AIR_URL: url }, UPSTREAMS)).toThrow(/not a base address/)
})
