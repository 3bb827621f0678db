// One build of a rehearsal in a process of its own, whose memory is its own: the parameter is a
// JSON file with the orders, and the outcome is written next to it.
import { mkdirSync, readFileSync } from 'node:fs'
import { pinBuild } from '../../builds/pin.ts'
import { planBuild } from '../../builds/plan.ts'
import { runBuild } from '../../builds/run.ts'
import { replaceFile } from '../../catalog/atomic-file.ts'
import { buildFolder } from '../../catalog/build-folder.ts'
import { type Manifest, readManifest } from '../../catalog/manifest.ts'
import { freshPeakMegabytes } from '../bench/peak-memory.ts'
import { rounded } from '../bench/results.ts'
import { bytesByKind, packBytes, residentBytes, rowsByTable } from './built-bytes.ts'
import { REHEARSAL, type RehearsedCounty, rehearsalInputs } from './rehearsal-inputs.ts'
import { StepLog } from './step-log.ts'

export interface BuildOrder {
  home: string
  locks: string
  /** File of the step log. */
  log: string
  outcome: string
  workers: number
  counties: RehearsedCounty[]
  /** Id of the build whose files are not new. */
  earlier: string | null
}

export type BuildOutcome = Awaited<ReturnType<typeof build>>

async function build({ home, locks, log, workers, counties, earlier }: BuildOrder) {
  mkdirSync(home, { recursive: true })
  const began = performance.now()
  const inputs = await rehearsalInputs(counties, locks)
  const plan = await planBuild([REHEARSAL], home, inputs)
  const plan_s = (performance.now() - began) / 1_000
  const progress = new StepLog(log)
  const stored_at_start = plan.jobs.filter(({ isStored }) => isStored).length
  const manifest = await runBuild(plan, { home, workers, progress })
  const took_s = (performance.now() - began) / 1_000
  const { userCPUTime, systemCPUTime } = process.resourceUsage()
  const failed = manifest.audits.filter(({ passed }) => !passed)
  if (failed.length === 0) await pinBuild(manifest.build, { home })
  const before: Manifest | undefined =
    earlier === null ? undefined : await readManifest(buildFolder(earlier, home).folder)
  return {
    build: manifest.build,
    workers,
    took_s: rounded(took_s, 1),
    plan_s: rounded(plan_s, 1),
    processor_s: rounded((userCPUTime + systemCPUTime) / 1e6, 1),
    /** Highest resident memory of the process. */
    peak_mb: freshPeakMegabytes(),
    partitions_stored_at_start: stored_at_start,
    timings_s: manifest.timings_s,
    steps: manifest.steps,
    by_step: progress.close(),
    rows: rowsByTable(manifest),
    rejects: rejectsOf(manifest),
    bytes: bytesByKind(manifest),
    new_bytes: before ? bytesByKind(manifest, before) : null,
    pack_bytes: packBytes(manifest),
    resident_pack_bytes: residentBytes(buildFolder(manifest.build, home).folder, manifest),
    manifest_bytes: JSON.stringify(manifest).length,
    audits_failed: failed.map(({ name, table, partition, measured }) => ({
      name,
      table,
      partition,
      measured,
    })),
  }
}

function rejectsOf({ tables }: Manifest): number {
  return tables
    .flatMap(({ partitions }) => partitions.flatMap(({ rejects }) => Object.values(rejects)))
    .reduce((sum, { count }) => sum + count, 0)
}

if (process.argv[2]) {
  const stop = () => process.exit(1)
  process.once('disconnect', stop)
  const order = JSON.parse(readFileSync(process.argv[2], 'utf8')) as BuildOrder
  await replaceFile(order.outcome, JSON.stringify(await build(order)))
  process.off('disconnect', stop)
  process.disconnect()
}
