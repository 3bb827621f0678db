/**
 * A build after a hundredth of one county's parcels was left out, against the build of everything:
 * time, and bytes of packs and tiles that are not in the build before. In one place, and all over.
 * Usage: node tests/bench/small-rebuilds.ts [--names sample,bangor]
 */
import { hash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BuildInputs, planBuild } from '../../builds/plan.ts'
import { runBuild } from '../../builds/run.ts'
import { buildFolder } from '../../catalog/build-folder.ts'
import { LOCKS_FOLDER } from '../../catalog/lock.ts'
import type { Manifest } from '../../catalog/manifest.ts'
import { ArchiveBytes } from '../../pipelines/archive/archive-bytes.ts'
import { PIPELINES } from '../../pipelines/index.ts'
import { parcel } from '../../pipelines/parcel/pipeline.ts'
import { Partitions } from '../../pipelines/partition.ts'
import { ArchiveMap } from '../../pipelines/patch/archive-map.ts'
import { SILENT } from '../../terminal/progress.ts'
import { machine, rounded, seconds, writeResults } from './results.ts'

const { values } = parseArgs({ options: { names: { type: 'string', default: 'sample,bangor' } } })
const WORKERS = 2

/** Conditions that leave out a hundredth of the features, by their number in the file. */
const CHANGES: Record<string, (count: number) => string> = {
  in_one_place: (count) => `FID < ${Math.floor(count / 2)} OR FID >= ${Math.floor(count * 0.51)}`,
  all_over: () => 'FID % 100 <> 50',
}

const measured = machine()
const counties: Record<string, object> = {}
for (const name of values.names.split(',')) counties[name] = await measure(name)
writeResults('small-rebuilds', { machine: measured, workers: WORKERS, counties })

async function measure(name: string): Promise<object> {
  const results: Record<string, object> = {}
  for (const [change, conditionOf] of Object.entries(CHANGES)) {
    const home = mkdtempSync(join(tmpdir(), 'small-rebuilds-'))
    try {
      const full = await built(name, home, null)
      const rows = full.manifest.tables.find((table) => table.name === 'parcels')!
      const count = rows.partitions.reduce((sum, partition) => sum + partition.rows, 0)
      const small = await built(name, home, conditionOf(count))
      const rewritten = { packs: packShare(full, small), tiles: tileShare(full, small) }
      results[change] = {
        parcels: count,
        full_s: rounded(full.took_s, 1),
        small_s: rounded(small.took_s, 1),
        time_share: rounded(small.took_s / full.took_s, 3),
        rewritten,
        steps: small.manifest.steps,
        small_timings_s: small.manifest.timings_s,
        full_timings_s: full.manifest.timings_s,
      }
      console.log(name, change, JSON.stringify(results[change], null, 2))
    } finally {
      rmSync(home, { recursive: true })
    }
  }
  return results
}

interface Built {
  folder: string
  manifest: Manifest
  took_s: number
}

async function built(name: string, home: string, where: string | null): Promise<Built> {
  let manifest: Manifest | null = null
  const took_s = await seconds(async () => {
    const plan = await planBuild([name], home, await inputsOf(name, where))
    manifest = await runBuild(plan, { home, workers: WORKERS, progress: SILENT })
  })
  return { folder: buildFolder(manifest!.build, home).folder, manifest: manifest!, took_s }
}

async function inputsOf(name: string, where: string | null): Promise<BuildInputs> {
  const all = await parcel.partitions()
  const changed = [...all].map(([id, definition]) => {
    const fabric = { ...definition.fabric, ...(id === name && where !== null && { where }) }
    return [id, { ...definition, fabric }] as const
  })
  const partitions = async () => new Partitions(changed)
  const pipelines = PIPELINES.map((each) => (each === parcel ? { ...parcel, partitions } : each))
  return { pipelines, locks: LOCKS_FOLDER }
}

/** Share of the bytes of the packs that are in files with another hash. */
function packShare(before: Built, after: Built): object {
  const known = new Set(before.manifest.packs.map(({ sha256 }) => sha256))
  const { packs } = after.manifest
  return shareOf(
    packs.map(({ sha256, bytes }) => [sha256, bytes] as const),
    known,
  )
}

/** Share of the bytes of different tiles that no archive of the build before has. */
function tileShare(before: Built, after: Built): object {
  return shareOf(tilesOf(after), new Set(tilesOf(before).map(([hash]) => hash)))
}

function shareOf(contents: readonly (readonly [string, number])[], known: ReadonlySet<string>) {
  const total = contents.reduce((sum, [, bytes]) => sum + bytes, 0)
  const fresh = contents.filter(([hash]) => !known.has(hash))
  const bytes = fresh.reduce((sum, [, each]) => sum + each, 0)
  return { bytes, total, share: rounded(bytes / total, 3) }
}

/** Hash and size of the different tiles of a build's archives. */
function tilesOf({ folder, manifest }: Built): (readonly [string, number])[] {
  const tiles = new Map<string, number>()
  for (const { file } of manifest.archives) {
    const path = join(folder, file)
    const bytes = new ArchiveBytes(path)
    for (const { kind, offset, length } of new ArchiveMap('read', path, bytes).pieces)
      if (kind === 'tile') tiles.set(hash('sha256', bytes.read(offset, length)), length)
    bytes.close()
  }
  return [...tiles]
}
