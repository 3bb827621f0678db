/**
 * Tiles a synthetic county and reports the time, the memory and the bytes.
 * Usage: node tests/bench/tiles.ts [--count 500000] [--workers 2] [--min-zoom 10] [--max-zoom 14]
 */
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeTileArchive } from '../../pipelines/archive/tile-archive.ts'
import { verifyArchive } from '../../pipelines/archive/verify-archive.ts'
import { SILENT } from '../../terminal/progress.ts'
import { syntheticParcels } from './tiles-parcels.ts'

const SEED = 7
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '500000' },
    workers: { type: 'string', default: '2' },
    'min-zoom': { type: 'string', default: '10' },
    'max-zoom': { type: 'string', default: '14' },
  },
})
const count = Number(values.count)
const workers = Number(values.workers)
const minZoom = Number(values['min-zoom'])
const maxZoom = Number(values['max-zoom'])

const folder = mkdtempSync(join(tmpdir(), 'tiles-bench-'))
const file = join(folder, 'parcels.pmtiles')
const metadata = { name: 'bench', description: 'synthetic parcels', attribution: 'fictional' }
let began = performance.now()
const ledger = await writeTileArchive(syntheticParcels(count, SEED), {
  file,
  layer: 'parcel',
  minZoom,
  maxZoom,
  kind: 'contiguous',
  workers,
  metadata,
  progress: SILENT,
})
const tileSeconds = (performance.now() - began) / 1000
const { user, system } = process.cpuUsage()
const peakMegabytes = process.resourceUsage().maxRSS / 1024
const bytes = statSync(file).size
began = performance.now()
const report = await verifyArchive(file, SILENT)
const verifySeconds = (performance.now() - began) / 1000
rmSync(folder, { recursive: true })

const result = {
  count,
  seed: SEED,
  zooms: `${minZoom}-${maxZoom}`,
  workers,
  node: process.version,
  cores: availableParallelism(),
  tile_s: Number(tileSeconds.toFixed(2)),
  cpu_s: Number(((user + system) / 1e6).toFixed(2)),
  features_per_s: Math.round(count / tileSeconds),
  peak_rss_mb: Math.round(peakMegabytes),
  archive_mb: Number((bytes / 1e6).toFixed(1)),
  verify_s: Number(verifySeconds.toFixed(2)),
  verify_ok: report.ok,
  problems: report.problems.slice(0, 5),
  ledger,
  ground: report.ground,
}
const results = join(import.meta.dirname, 'results')
mkdirSync(results, { recursive: true })
writeFileSync(join(results, 'tiles.json'), `${JSON.stringify(result, null, 2)}\n`)
const { ledger: _, problems, ...row } = result
console.table([row])
console.table(ledger.zooms)
console.table(report.ground)
if (!report.ok) console.log(problems)
