/**
 * Tiles a synthetic county and reports time, memory, bytes and the ground that each zoom covers,
 * beside Tippecanoe, where it is on PATH, coalescing with shared borders in the same run.
 * Usage: node tests/bench/tiles.ts [--count 500000] [--workers 2] [--min-zoom 0] [--max-zoom 14]
 * [--no-peer] [--labels] [--archives FOLDER]
 */
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeTileArchive } from '../../pipelines/archive/tile-archive.ts'
import { verifyArchive } from '../../pipelines/archive/verify-archive.ts'
import { findVersion } from '../../pipelines/tippecanoe/version.ts'
import { SILENT } from '../../terminal/progress.ts'
import { machine, rounded, wholeOption, writeResults } from './results.ts'
import { syntheticParcels } from './tiles-parcels.ts'
import { groundOf, runTippecanoe } from './tiles-peer.ts'

const SEED = 7
/** The property by which small parcels are merged. */
const USE = 'use_group'
/** Points for labels of every parcel: the dearest case, which no layer has. */
const LABELS = { layer: 'parcel_labels', property: 'use_code', minZoom: 13 }
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '500000' },
    workers: { type: 'string', default: '2' },
    'min-zoom': { type: 'string', default: '0' },
    'max-zoom': { type: 'string', default: '14' },
    'no-peer': { type: 'boolean', default: false },
    labels: { type: 'boolean', default: false },
    archives: { type: 'string' },
  },
})
const count = wholeOption(values.count, 'count')
const workers = wholeOption(values.workers, 'workers')
const minZoom = wholeOption(values['min-zoom'], 'min-zoom')
const maxZoom = wholeOption(values['max-zoom'], 'max-zoom')
const on = machine()

const folder = values.archives ?? mkdtempSync(join(tmpdir(), 'tiles-bench-'))
mkdirSync(folder, { recursive: true })
try {
  const file = join(folder, 'parcels.pmtiles')
  const began = performance.now()
  const ledger = await writeTileArchive(syntheticParcels(count, SEED), {
    file,
    layer: 'parcel',
    minZoom,
    maxZoom,
    kind: 'contiguous',
    workers,
    mergeBy: [USE],
    ...(values.labels && { labels: LABELS }),
    metadata: { name: 'bench', description: 'synthetic parcels', attribution: 'fictional' },
    progress: SILENT,
  })
  const tile_s = rounded((performance.now() - began) / 1000, 2)
  const { user, system } = process.cpuUsage()
  const peak_rss_mb = Math.round(process.resourceUsage().maxRSS / 1024)
  const verifyBegan = performance.now()
  const verified = await verifyArchive(file, SILENT)
  const verify_s = (performance.now() - verifyBegan) / 1000
  const ours = {
    tile_s,
    cpu_s: rounded((user + system) / 1e6, 2),
    features_per_s: Math.round(count / tile_s),
    peak_rss_mb,
    archive_mb: rounded(statSync(file).size / 1e6, 1),
    verify_s: rounded(verify_s, 2),
    verify_ok: verified.ok,
    problems: verified.problems.slice(0, 5),
    ledger,
    ground: await groundOf(file, USE),
  }
  const peer = values['no-peer'] ? null : await besideTippecanoe()
  writeResults('tiles', {
    machine: on,
    parameters: {
      count,
      seed: SEED,
      zooms: `${minZoom}-${maxZoom}`,
      workers,
      labels: values.labels,
    },
    ours,
    peer,
    times_faster_than_peer: peer && rounded(peer.tile_s / tile_s, 2),
  })
  const { ledger: _, ground, problems, ...row } = ours
  console.table([row, ...(peer ? [{ ...peer, ground: undefined }] : [])])
  console.table(ledger.zooms)
  console.table(ground)
  if (peer) console.table(peer.ground)
  if (!verified.ok) console.log(problems)
} finally {
  if (!values.archives) rmSync(folder, { recursive: true })
}

/** The same parcels by Tippecanoe; null where it is not on PATH. */
async function besideTippecanoe() {
  const version = findVersion()
  if (version === null) return null
  const file = join(folder, 'tippecanoe.pmtiles')
  const run = await runTippecanoe(file, { version, count, seed: SEED, minZoom, maxZoom, workers })
  return { version, ...run, ground: await groundOf(file, USE) }
}
