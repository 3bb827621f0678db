import { join } from 'node:path'
import { CATALOG_FILE } from '../../builds/stac/document.ts'
import { listBuilds, type OpenBuild } from '../../catalog/build-folder.ts'
import { allFiles, type Manifest } from '../../catalog/manifest.ts'
import { readPin } from '../../catalog/pin.ts'
import type { CommandOutput } from '../../terminal/command.ts'
import { formatBytes } from '../../terminal/quantity.ts'
import { formatTable } from '../../terminal/table.ts'

/** Prints all builds, one line each. */
export async function printBuilds(isJson: boolean, out: CommandOutput): Promise<void> {
  const { builds, halves } = await listBuilds()
  if (isJson) {
    out.print(JSON.stringify({ builds: builds.map((build) => build.manifest), halves }, null, 2))
    return
  }
  if (builds.length === 0) out.print('No builds yet. Make one with `plat build`.')
  const pinned = (await readPin())?.build
  const rows = builds.map(({ id, manifest }) => [
    id === pinned ? '*' : '',
    id,
    manifest.created_at.slice(0, 16).replace('T', ' '),
    manifest.locks.map((lock) => lock.id).join(', '),
    countRows(manifest),
    formatBytes(sizeOf(allFiles(manifest))),
    formatAudits(manifest),
  ])
  if (rows.length > 0) {
    out.print(formatTable(['', 'build', 'made', 'locks', 'rows', 'size', 'audits'], rows))
  }
  for (const { id, reason } of halves) out.print(`Not a build: ${id} (${reason})`)
}

/** Prints what one build is made of, and the outcome of its audits. */
export function printBuild(
  { id, paths, manifest }: OpenBuild,
  isJson: boolean,
  out: CommandOutput,
): void {
  if (isJson) {
    out.print(JSON.stringify(manifest, null, 2))
    return
  }
  out.print(`${id}, made ${manifest.created_at} by ${manifest.code.version} in ${paths.folder}`)
  if (manifest.stac.length > 0) out.print(`STAC catalog: ${join(paths.folder, CATALOG_FILE)}`)
  out.print('')
  const partitions = manifest.tables.flatMap((table) =>
    table.partitions.map((partition) => [
      table.name,
      partition.id,
      partition.rows,
      sumCounts(partition.rejects),
      sumCounts(partition.repairs),
      formatBytes(partition.bytes),
    ]),
  )
  out.print(formatTable(['table', 'partition', 'rows', 'rejected', 'repaired', 'size'], partitions))
  const audits = manifest.audits.map(({ name, table, partition, passed, measured, limit }) => [
    passed ? 'passed' : 'FAILED',
    name,
    partition === undefined ? table : `${table} ${partition}`,
    measured,
    limit,
  ])
  out.print(`\n${formatTable(['audit', '', 'of', 'measured', 'limit'], audits)}`)
}

function countRows({ tables }: Manifest): number {
  const partitions = tables.flatMap((table) => table.partitions)
  return partitions.reduce((sum, partition) => sum + partition.rows, 0)
}

/** Size of files together, in bytes. */
export function sizeOf(files: readonly { bytes: number }[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}

function formatAudits({ audits }: Manifest): string {
  const failed = audits.filter((audit) => !audit.passed).length
  return failed === 0 ? `${audits.length} passed` : `${failed} of ${audits.length} failed`
}

/** Sum of rejects or repairs of all kinds. */
export function sumCounts(counts: Record<string, { count: number }>): number {
  return Object.values(counts).reduce((sum, { count }) => sum + count, 0)
}
