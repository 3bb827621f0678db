/**
 * How well addresses are found, on real ones: recall at rooftop, street and place, the distance
 * from the truth, and the misses by kind.
 *
 *   node tests/bench/geocoder.ts [--home DIR]
 *
 * Builds Bangor, Forest City, Meagher County and the nation's ZIP points into DIR (a temporary one
 * by default) and geocodes each set of addresses of some of their tables. Needs PLAT_REAL_DATA.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openPinned } from '../../catalog/build-folder.ts'
import { realDataFolder } from '../../catalog/plat-home.ts'
import { closePacks, openPacks } from '../../lookup/open-packs.ts'
import { loadWritten } from '../fixtures/addresses/written-addresses.ts'
import { buildFixture } from '../fixtures/geocoder/address-build.ts'
import { hasUnit, readFloridaAddresses } from '../florida-addresses.ts'
import {
  geocodeFlorida,
  geocodePoints,
  geocodeRanges,
  geocodeRewritten,
  geocodeSitus,
  requestElsewhere,
  requestPointsElsewhere,
} from './geocoder-sets.ts'
import { geocoderOver, type PartialGeocoder } from './geocoder-tables.ts'
import { machine, writeResults } from './results.ts'

const { values } = parseArgs({ options: { home: { type: 'string' } } })
const work = mkdtempSync(join(tmpdir(), 'geocoder-bench-'))
const home = values.home ? resolve(values.home) : join(work, 'home')
const PLACES = ['bangor', 'forest-city', 'meagher-mt', 'us']
const SEED = 20261121

const plat = join(import.meta.dirname, '..', '..', 'plat.ts')
execFileSync(process.execPath, [plat, 'build', ...PLACES, '--pin'], {
  env: { ...process.env, PLAT_HOME: home },
  stdio: ['ignore', 'ignore', 'inherit'],
})
const build = await openPinned(home)
const packs = await openPacks(build)
const over = (name: string, ...tables: string[]) =>
  geocoderOver(
    new Map([...packs].filter(([table]) => [...tables, 'counties', 'zip_points'].includes(table))),
    join(work, name),
  )
const known = readFloridaAddresses(realDataFolder())
const located = known.filter(({ point }) => point !== null)

try {
  const everything = await over('all', 'parcels', 'address_points', 'street_ranges', 'places')
  const ranges = await over('ranges', 'street_ranges')
  const points = await over('points', 'address_points')
  const places = await over('places', 'places')
  const florida = await floridaGeocoder()
  writeResults('geocoder', {
    machine: machine(),
    seed: SEED,
    sets: {
      'Bangor: situs of the roll, all tables': geocodeSitus(
        packs,
        'bangor',
        'Bangor, ME',
        everything,
      ),
      'Bangor: situs of the roll, ranges alone': geocodeSitus(
        packs,
        'bangor',
        'Bangor, ME',
        ranges,
      ),
      'Forest City: situs, all tables': geocodeSitus(packs, 'forest-city', 'NC', everything),
      'Forest City: situs, address points alone': geocodeSitus(packs, 'forest-city', 'NC', points),
      'Forest City: address points, all tables': geocodePoints(
        packs,
        'forest-city-points',
        'NC',
        everything,
      ),
      'Meagher County: middle of each numbered side': geocodeRanges(packs, 'meagher-mt', ranges),
      'Florida: businesses, ZIP points alone': geocodeFlorida(known, places),
      'Florida: businesses, their own points': geocodeFlorida(known, florida),
      'Florida: businesses with a unit that have points': geocodeFlorida(
        located.filter(hasUnit),
        florida,
      ),
      'Florida: businesses without a unit that have points': geocodeFlorida(
        located.filter((each) => !hasUnit(each)),
        florida,
      ),
    },
    elsewhere: {
      'Forest City: address points, in other towns': requestPointsElsewhere(
        packs,
        'forest-city-points',
        ['Shelby, NC 28150', 'Charlotte, NC 28202', 'Gaffney, SC 29341', 'Rutherfordton, NC 28139'],
        everything,
      ),
      'Florida: businesses, in another county': requestElsewhere(known, florida, SEED),
    },
    rewritten: geocodeRewritten(known, florida, SEED),
  })
} finally {
  closePacks(packs)
  rmSync(work, { recursive: true })
}

/** A geocoder over the addresses that have coordinates, loaded as a build loads them. */
async function floridaGeocoder(): Promise<PartialGeocoder> {
  const located = known.flatMap(({ point, ...address }) => (point ? [{ ...address, point }] : []))
  const folder = join(work, 'florida')
  mkdirSync(folder)
  const address_points = await loadWritten(located, folder)
  return await buildFixture({ address_points }, folder)
}
