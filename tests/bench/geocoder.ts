/**
 * How well addresses are found, on real ones: recall at rooftop, street and place, the distance from
 * the truth, and the misses by kind.
 *
 *   node tests/bench/geocoder.ts [--home DIR]
 *
 * Builds Bangor, Forest City, Meagher County and the nation's ZIP points into DIR (a temporary one by
 * default) and asks each set of addresses of some of their tables. Needs PLAT_REAL_DATA.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openPinned } from '../../catalog/build-folder.ts'
import { realDataFolder } from '../../catalog/plat-home.ts'
import { readAddress } from '../../layers/addresses/address-reading.ts'
import { addressPoints } from '../../layers/addresses/tables.ts'
import { closePacks, openPacks } from '../../layers/open-packs.ts'
import { Pack } from '../../layers/packs/pack-reader.ts'
import { PackWriter } from '../../layers/packs/pack-writer.ts'
import {
  askFlorida,
  askPoints,
  askRanges,
  askRewritten,
  askSitus,
  floridaAddresses,
} from './geocoder-sets.ts'
import { geocoderOver } from './geocoder-tables.ts'
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
const known = floridaAddresses(realDataFolder())

try {
  const everything = await over('all', 'parcels', 'address_points', 'street_ranges', 'places')
  const ranges = await over('ranges', 'street_ranges')
  const points = await over('points', 'address_points')
  const places = await over('places', 'places')
  const florida = await geocoderOver(
    new Map([['address_points', await floridaPack()]]),
    join(work, 'florida'),
  )
  writeResults('geocoder', {
    machine: machine(),
    seed: SEED,
    sets: {
      'Bangor: situs of the roll, all tables': askSitus(packs, 'bangor', 'Bangor, ME', everything),
      'Bangor: situs of the roll, ranges alone': askSitus(packs, 'bangor', 'Bangor, ME', ranges),
      'Forest City: situs, all tables': askSitus(packs, 'forest-city', 'NC', everything),
      'Forest City: situs, address points alone': askSitus(packs, 'forest-city', 'NC', points),
      'Forest City: address points, all tables': askPoints(
        packs,
        'forest-city-points',
        'NC',
        everything,
      ),
      'Meagher County: middle of each numbered side': askRanges(packs, 'meagher-mt', ranges),
      'Florida: businesses, ZIP points alone': askFlorida(known, places),
      'Florida: businesses, their own points': askFlorida(known, florida),
    },
    rewritten: askRewritten(known, florida, SEED),
  })
} finally {
  closePacks(packs)
  rmSync(work, { recursive: true })
}

/** The addresses that have coordinates as a table of address points. */
async function floridaPack(): Promise<Pack> {
  const writer = PackWriter.of(addressPoints)
  for (const [i, { text, point }] of known.entries()) {
    const [reading] = readAddress(text)
    if (!point || !reading?.number || !reading.street) continue
    const city = text.split(',').at(-3)!.trim()
    const { number, streetWords, unit, state, zip } = reading
    const street = streetWords.join(' ').toUpperCase()
    writer.add([`fl${i}`, 'florida', number.text, street, unit, city, state, zip], point)
  }
  const file = join(work, 'florida_points.pack')
  await writer.finish(file)
  return new Pack({ file, memoryLimitBytes: 2e9 })
}
