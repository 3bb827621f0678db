import type { Manifest } from '../../catalog/manifest.ts'
import type { CommandOutput } from '../../terminal/command.ts'
import { formatTable } from '../../terminal/table.ts'

/** Prints the tables, steps and failed audits of a build. True when all audits passed. */
export function printMadeBuild(manifest: Manifest, out: Pick<CommandOutput, 'print'>): boolean {
  const partitions = manifest.tables.flatMap(({ name, partitions }) =>
    partitions.map(({ id, rows, rejects, repairs }) => [
      name,
      id,
      rows,
      Object.values(rejects).reduce((sum, { count }) => sum + count, 0),
      Object.values(repairs).reduce((sum, { count }) => sum + count, 0),
    ]),
  )
  out.print(formatTable(['table', 'partition', 'rows', 'rejects', 'repairs'], partitions))
  const steps = Object.entries(manifest.steps).map(([name, each]) => [name, each.made, each.stored])
  out.print('')
  out.print(formatTable(['step', 'made now', 'stored before'], steps))
  const failed = manifest.audits.filter(({ passed }) => !passed)
  if (failed.length > 0) {
    out.print(
      `\nBuild ${manifest.build} failed ${failed.length} of ${manifest.audits.length} audits; the pin stays where it is.`,
    )
    const rows = failed.map((audit) => [
      audit.name,
      audit.table,
      audit.partition,
      audit.measured,
      audit.limit,
    ])
    out.print(formatTable(['audit', 'table', 'partition', 'measured', 'limit'], rows))
    return false
  }
  out.print(`\nBuild ${manifest.build}: all ${manifest.audits.length} audits passed.`)
  return true
}
