import { LOCKS_FOLDER } from '../../catalog/lock.ts'
import { assetsFolder } from '../../catalog/plat-home.ts'
import { loadSources } from '../../catalog/source.ts'
import { PIPELINES } from '../../pipelines/index.ts'
import { heldAssetResolver, sampleWriter } from '../../pipelines/stages/fetch-sample.ts'
import { type CommandArguments, type CommandOutput, UsageError } from '../../terminal/command.ts'
import { checkLocks } from './check-locks.ts'
import { type CheckedCatalog, locksToCheck } from './locks-to-check.ts'
import { type Proposal, proposeLock } from './propose-lock.ts'
import { formatReport, isStale, reportOf } from './sources-report.ts'

/** Runs `plat sources check`, on the committed catalog unless `from` is another. */
export async function runSources(
  { positionals, values }: CommandArguments,
  out: CommandOutput,
  from?: CheckedCatalog,
): Promise<number> {
  const [action, ...names] = positionals
  if (action !== 'check') throw new UsageError('Name the action: check [source-or-lock...].')
  if (values.take === '') throw new UsageError('--take must be a folder, got "".')
  const catalog = from ?? (await committedCatalog())
  const { sources } = catalog
  const { progress } = out
  const locks = await locksToCheck(names, catalog, progress)
  const now = new Date()
  const report = reportOf(locks, sources, await checkLocks(locks, { sources, progress }), now)
  if (values.take !== undefined) {
    const resolve = heldAssetResolver(sampleWriter(progress))
    const folders = { to: values.take as string, locks: catalog.locks, into: assetsFolder() }
    const proposals: Proposal[] = []
    for (const lock of locks.filter(({ id }) => report.changed.includes(id)))
      proposals.push(await proposeLock(lock, { ...folders, resolve, progress, now }))
    report.proposals = proposals
  }
  out.print(values.json === true ? JSON.stringify(report, null, 2) : formatReport(report))
  return values['exit-code'] === true && isStale(report) ? 1 : 0
}

async function committedCatalog(): Promise<CheckedCatalog> {
  return { pipelines: PIPELINES, locks: LOCKS_FOLDER, sources: await loadSources() }
}
