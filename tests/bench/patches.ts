/**
 * Patches of a synthetic county's archive, by what has changed in it: their size, the time to make
 * and to apply them, against general programs where they are installed.
 * Usage: node tests/bench/patches.ts [--count 500000]
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeTileArchive } from '../../pipelines/archive/tile-archive.ts'
import { applyPatch } from '../../pipelines/patch/apply-patch.ts'
import { diffArchives } from '../../pipelines/patch/diff-archives.ts'
import { SILENT } from '../../terminal/progress.ts'
import { draw } from '../fixtures/drawn-number.ts'
import { machine, rounded, seconds, wholeOption, writeResults } from './results.ts'
import { type ParcelEdits, syntheticParcels } from './tiles-parcels.ts'

const SEED = 7
const { values } = parseArgs({ options: { count: { type: 'string', default: '500000' } } })
const count = wholeOption(values.count, 'count')

/** A hundredth of all parcels in the south-west corner. */
const inCorner = (i: number, j: number) => Math.max(i, j) < Math.sqrt(count / 100)
const drawn = (share: number, stream: number) => (i: number, j: number) =>
  draw(SEED + stream, i, j) < share

/** A moved corner changes four parcels. */
const spread = (share: number): ParcelEdits => ({
  isRevalued: drawn(share / 2, 90),
  isMoved: drawn(share / 8, 91),
})

const EDITIONS: Record<string, ParcelEdits> = {
  corner_1_percent: { isRevalued: inCorner, isMoved: inCorner },
  spread_1_percent: spread(0.01),
  spread_1_per_mille: spread(0.001),
  inserted_1_per_mille: { isDoubled: drawn(0.001, 92) },
}

/** A peer that takes longer is stopped: bsdiff on a busy machine. */
const PEER_TIMEOUT_MS = 60_000

/** Programs that make a patch of any two files. */
const PEERS: Record<string, (old: string, next: string, out: string) => [string, string[]]> = {
  xdelta3: (old, next, out) => ['xdelta3', ['-e', '-9', '-f', '-s', old, next, out]],
  bsdiff: (old, next, out) => ['bsdiff', [old, next, out]],
  zstd: (old, next, out) => [
    'zstd',
    ['-q', '-f', '-19', '--long=27', `--patch-from=${old}`, next, '-o', out],
  ],
}

const folder = mkdtempSync(join(tmpdir(), 'patches-bench-'))
const at = (name: string): string => join(folder, name)
const measured = machine()
try {
  const old = await tileEdition('old', {})
  const editions: Record<string, object> = {}
  for (const [name, edits] of Object.entries(EDITIONS)) {
    const next = await tileEdition(name, edits)
    const own = await measureOwn(old, next)
    editions[name] = { archive_bytes: statSync(next).size, ...own, peers: measurePeers(old, next) }
    console.log(name, editions[name])
    rmSync(next)
  }
  writeResults('patches', { machine: measured, count, seed: SEED, zooms: '10-14', editions })
} finally {
  rmSync(folder, { recursive: true })
}

async function tileEdition(name: string, edits: ParcelEdits): Promise<string> {
  const file = at(`${name}.pmtiles`)
  await writeTileArchive(syntheticParcels(count, SEED, edits), {
    file,
    layer: 'parcel',
    minZoom: 10,
    maxZoom: 14,
    kind: 'contiguous',
    workers: 2,
    metadata: { name: 'bench', description: 'synthetic parcels', attribution: 'fictional' },
    progress: SILENT,
  })
  return file
}

async function measureOwn(old: string, next: string) {
  const [patch, whole, made] = [at('patch'), at('whole'), at('made')]
  let report: Awaited<ReturnType<typeof diffArchives>> | undefined
  const diff_s = await seconds(async () => {
    report = await diffArchives({ old, new: next, out: patch, isWhole: false, progress: SILENT })
  })
  const apply_s = await seconds(() => applyPatch({ old, patch, out: made, progress: SILENT }))
  if (!readFileSync(made).equals(readFileSync(next))) throw new Error(`${next} was not made`)
  const taken = await diffArchives({ old, new: next, out: whole, isWhole: true, progress: SILENT })
  for (const file of [patch, whole, made]) rmSync(file)
  const { patch_bytes, share, tiles } = report!
  return {
    patch_bytes,
    share_percent: rounded(100 * share, 2),
    tiles,
    diff_s: rounded(diff_s, 2),
    apply_s: rounded(apply_s, 2),
    whole_tiles_percent: rounded(100 * taken.share, 2),
  }
}

function measurePeers(old: string, next: string) {
  return Object.fromEntries(
    Object.entries(PEERS).map(([name, command]) => {
      const out = at('peer')
      const began = performance.now()
      const options = { timeout: PEER_TIMEOUT_MS }
      const { error, status } = spawnSync(...command(old, next, out), options)
      if (error !== undefined) {
        const { code } = error as NodeJS.ErrnoException
        return [name, code === 'ENOENT' ? null : `stopped after ${PEER_TIMEOUT_MS / 1000} s`]
      }
      if (status !== 0) throw new Error(`${name} ended with ${status}`)
      const { size } = statSync(out)
      const diff_s = rounded((performance.now() - began) / 1000, 2)
      rmSync(out)
      return [name, { share_percent: rounded((100 * size) / statSync(next).size, 2), diff_s }]
    }),
  )
}
