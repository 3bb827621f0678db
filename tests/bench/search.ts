/**
 * Type-ahead, look-up by address and the way back, on a seeded county of 1,000,000 parcels with
 * 1,200,000 addresses on 46,000 streets; type-ahead compared with SQLite's full-text index of the
 * same.
 *
 *   node tests/bench/search.ts [--home FOLDER] [--parcels 1000000] [--seed 7] [--count 400]
 *
 * With `--no-peer` the texts follow one another as a service receives them: the peer's queries in
 * between push ours out of the processor's caches.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openPinned } from '../../catalog/build-folder.ts'
import { formatAddress } from '../../geocoder/matching/formatted-address.ts'
import { Geocoder } from '../../geocoder/matching/geocoder.ts'
import { addressAt } from '../../geocoder/matching/reverse.ts'
import { SEARCH_TYPES, searchFor } from '../../geocoder/search/search.ts'
import { SearchIndex } from '../../geocoder/search/search-index.ts'
import { closePacks, openPacks } from '../../lookup/open-packs.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { findCountyBuild, PLAN_OPTIONS, planOf, writeCountyBuild } from './county-build.ts'
import { machine, rounded, seconds, spread, wholeOption, writeResults } from './results.ts'
import { SearchPeer } from './search-peer.ts'

const { values } = parseArgs({
  options: {
    ...PLAN_OPTIONS,
    home: { type: 'string' },
    count: { type: 'string', default: '400' },
    'no-peer': { type: 'boolean', default: false },
  },
})
const count = wholeOption(values.count, 'count')
const plan = planOf(values)
const work = mkdtempSync(join(tmpdir(), 'search-bench-'))
const home = values.home ? resolve(values.home) : join(work, 'home')
const started = machine()
if (!findCountyBuild(plan, home)) await writeCountyBuild(plan, home, { addressesOnly: true })

const build = await openPinned(home)
const packs = await openPacks(build, 4e9)
const file = join(build.paths.folder, build.manifest.search!.file)
const began = performance.now()
const names = new SearchIndex(file)
const open_ms = rounded(performance.now() - began, 2)
const peer = values['no-peer'] ? null : new SearchPeer(join(work, 'peer.sqlite'))
const load_s = await seconds(() => peer?.load(packs))

const addresses = packs.get('addresses')!
const random = seededRandom(plan.seed)
const chosen = Array.from({ length: count }, () => {
  const row = Math.floor(random() * addresses.rows)
  const { number, street, city, state, zip } = addresses.row(row) as Record<string, string>
  return {
    row,
    line: `${number} ${street}`,
    whole: formatAddress({ number, street, city, state, zip }),
  }
})

/** Each text that stands in the box from the third letter on. */
function* typedOf(line: string): Generator<string> {
  for (let length = 3; length <= line.length; length++) yield line.slice(0, length)
}

function timed<T>(times: number[], work: () => T): T {
  const began = performance.now()
  const result = work()
  times.push(performance.now() - began)
  return result
}

const [ours, theirs]: number[][] = [[], []]
let [oursFirst, theirsFirst] = [0, 0]
const near = addresses.point(chosen[0].row)
for (const { line, whole } of chosen) {
  for (const text of typedOf(line)) {
    timed(ours, () => searchFor(packs, names, { text, types: SEARCH_TYPES, limit: 10, near }))
    if (peer) timed(theirs, () => peer.search(text))
  }
  // The last typed text names one house, by its ZIP code.
  const text = `${line} ${whole.slice(-5)}`
  const hits = timed(ours, () =>
    searchFor(packs, names, { text, types: SEARCH_TYPES, limit: 10, near }),
  )
  if (hits[0]?.label.toLowerCase() === whole.toLowerCase()) oursFirst++
  const first = peer && timed(theirs, () => peer.search(text))[0]
  if (first?.toLowerCase() === whole.toLowerCase()) theirsFirst++
}

const geocoder = new Geocoder(packs, names)
const [resolving, misspelled, reverse]: number[][] = [[], [], []]
let [resolved, corrected] = [0, 0]
for (const { row, whole } of chosen) {
  const answer = timed(resolving, () => geocoder.resolve(whole))
  if ('found' in answer && answer.found.formatted === whole) resolved++
  const at = whole.indexOf(' ') + 3
  const wrong = timed(misspelled, () => geocoder.resolve(whole.slice(0, at) + whole.slice(at + 1)))
  if ('found' in wrong && wrong.found.formatted === whole) corrected++
  timed(reverse, () => addressAt(packs, geocoder, addresses.point(row), null))
}

writeResults('search', {
  machine: started,
  plan,
  addresses: addresses.rows,
  streets: packs.get('streets')!.rows,
  index: { names: names.items, mb: rounded(statSync(file).size / 1e6, 1), open_ms },
  type_ahead_ms: {
    ours: spread(ours),
    ...(peer && { sqlite_fts5: spread(theirs), sqlite_load_s: rounded(load_s, 1) }),
  },
  whole_address_first: { of: count, ours: oursFirst, ...(peer && { sqlite_fts5: theirsFirst }) },
  address_ms: { ...spread(resolving), right: resolved, of: count },
  address_with_a_letter_left_out_ms: { ...spread(misspelled), right: corrected, of: count },
  reverse_ms: spread(reverse),
})
names.close()
peer?.close()
closePacks(packs)
rmSync(work, { recursive: true })
