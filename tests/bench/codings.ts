/**
 * What a compressed dossier costs: bytes and processor time by coding and quality, next to the
 * processor time of the dossier itself, from parcels of the pinned build of a home.
 * Usage: node tests/bench/codings.ts --home FOLDER [--dossiers 200]
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { openPinned } from '../../catalog/build-folder.ts'
import { buildDossierFromPacks } from '../../dossier/dossier.ts'
import { anchorOf } from '../../geometry/anchor.ts'
import { GRID } from '../../geometry/polygons.ts'
import { CodedBodies } from '../../http/coded-bodies.ts'
import { closePacks, openPacks } from '../../lookup/open-packs.ts'
import { machine, rounded, wholeOption, writeResults } from './results.ts'

const { values } = parseArgs({
  options: { home: { type: 'string' }, dossiers: { type: 'string', default: '200' } },
})
const count = wholeOption(values.dossiers, 'dossiers')
const measured = machine()

const build = await openPinned(values.home && resolve(values.home))
const packs = await openPacks(build)
const parcels = packs.get('parcels')!
const points = Array.from({ length: count }, (_, i) => {
  const [x, y] = anchorOf(parcels.polygons(Math.floor((i * parcels.rows) / count)))
  return { lat: y / GRID, lng: x / GRID }
})
const dossierOf = (point: (typeof points)[number]) =>
  Buffer.from(JSON.stringify(buildDossierFromPacks(packs, point)))

/** Mean processor time of all threads in ms for each item, after a round that warms up. */
async function costOf<Item>(items: Item[], work: (item: Item) => unknown): Promise<number> {
  for (const item of items) await work(item)
  const began = process.cpuUsage()
  for (const item of items) await work(item)
  const { user, system } = process.cpuUsage(began)
  return rounded((user + system) / 1_000 / items.length, 3)
}

const dossier_ms = await costOf(points, dossierOf)
const bodies = points.map(dossierOf)
const meanBytes = (each: Buffer[]) =>
  Math.round(each.reduce((sum, { length }) => sum + length, 0) / each.length)

const brotli = (quality: number) => (body: Buffer) =>
  brotliCompressSync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: 16,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
const coded = new CodedBodies()
const CODINGS: Record<string, (body: Buffer) => Buffer | Promise<Buffer>> = {
  ...Object.fromEntries(
    [1, 4, 6, 9].map((level) => [`gzip ${level}`, (body: Buffer) => gzipSync(body, { level })]),
  ),
  ...Object.fromEntries(
    [1, 3, 4, 5, 6, 9, 11].map((quality) => [`br ${quality}`, brotli(quality)]),
  ),
  'br as served': (body) => coded.encode('br', body, null),
  'gzip as served': (body) => coded.encode('gzip', body, null),
}

const codings: Record<string, { bytes: number; ms: number }> = {}
for (const [name, encode] of Object.entries(CODINGS)) {
  const ms = await costOf(bodies, encode)
  codings[name] = { bytes: meanBytes(await Promise.all(bodies.map(encode))), ms }
}
closePacks(packs)
console.log(`dossier: ${meanBytes(bodies)} bytes, ${dossier_ms} ms of processor time`)
console.table(codings)
writeResults('codings', {
  machine: measured,
  build: build.id,
  dossiers: count,
  dossier: { bytes: meanBytes(bodies), ms: dossier_ms },
  codings,
})
