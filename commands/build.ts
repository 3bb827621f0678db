import { availableParallelism } from 'node:os'
import { type Command, UsageError } from '../terminal/command.ts'
import { formatTable } from '../terminal/table.ts'

export const buildCommand: Command = {
  name: 'build',
  summary: 'Make a build of the named partitions, from locked bytes to audited archives',
  usage: 'build [partition...] [options]',
  options: {
    workers: {
      type: 'string',
      value: 'n',
      help: 'partitions and tiling threads side by side (default: the processors)',
    },
    pin: { type: 'boolean', help: 'serve the build when its audits pass' },
    'partitions-only': {
      type: 'boolean',
      help: 'make the partitions that are not stored, and no build of them',
    },
    'accept-drop': {
      type: 'boolean',
      help: 'let a table lose a tenth or more against the pinned build',
    },
  },
  examples: [
    'plat build',
    'plat build bangor hudson --pin',
    'plat build flood/hudson --partitions-only',
  ],
  requires: new URL('../builds/', import.meta.url),
  async run({ positionals, values }, out) {
    const workers = Number(values.workers ?? availableParallelism())
    if (!Number.isInteger(workers) || workers < 1 || workers > 64)
      throw new UsageError(
        `--workers must be a whole number from 1 to 64, got ${JSON.stringify(values.workers)}.`,
      )
    if (values['partitions-only'] && (values.pin || values['accept-drop']))
      throw new UsageError('--partitions-only makes no build that could be audited or pinned.')
    const [{ pinBuild }, { noteFaulty, planBuild }, run] = await Promise.all([
      import('../builds/pin.ts'),
      import('../builds/plan.ts'),
      import('../builds/run.ts'),
    ])
    const names = positionals.length > 0 ? positionals : ['sample']
    const plan = await planBuild(names)
    noteFaulty(plan, out)
    if (values['partitions-only']) {
      const made = await run.runPartitionsOnly(plan, { workers, progress: out.progress })
      const count = made.filter(({ isNew }) => isNew).length
      out.print(`${count} of ${made.length} partitions made, the others were stored.`)
      return 0
    }
    if (plan.exists) out.print(`Nothing to do: build ${plan.build} has the same inputs and code.`)
    const { progress } = out
    const acceptDrop = values['accept-drop'] === true
    const manifest = await run.runBuild(plan, { workers, acceptDrop, progress })
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
    const steps = Object.entries(manifest.steps).map(([name, each]) => [
      name,
      each.made,
      each.stored,
    ])
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
      return 1
    }
    out.print(`\nBuild ${manifest.build}: all ${manifest.audits.length} audits passed.`)
    if (values.pin) {
      await pinBuild(manifest.build)
      out.print('Pinned: the service answers from it now.')
    } else out.print(`Serve it with: plat pin ${manifest.build}`)
    return 0
  },
}
