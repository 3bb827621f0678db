import { availableParallelism } from 'node:os'
import { type Command, UsageError } from '../terminal/command.ts'
import { STORE_OPTION } from './store-option.ts'
import { TILER_OPTION } from './tiler-option.ts'
import { wholeNumber } from './whole-number.ts'

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
    pin: {
      type: 'boolean',
      help: 'serve the build when its audits pass; with --queue pin it in the store',
    },
    'partitions-only': {
      type: 'boolean',
      help: 'make the partitions that are not stored, and no build of them',
    },
    queue: {
      type: 'boolean',
      help: 'let workers make it: the queue is that of PLAT_QUEUE, and the build goes to the store',
    },
    ...STORE_OPTION,
    ...TILER_OPTION,
    'accept-drop': {
      type: 'boolean',
      help: 'let a table lose a tenth or more against the pinned build',
    },
  },
  examples: [
    'plat build',
    'plat build bangor hudson --pin',
    'plat build flood/hudson --partitions-only',
    'plat build bangor --tiler parcel=tippecanoe',
    'plat build bangor --queue --store s3://plat-builds/main',
  ],
  requires: new URL('../builds/', import.meta.url),
  async run({ positionals, values }, out) {
    const workers = wholeNumber(values, 'workers', { most: 64, fallback: availableParallelism() })
    if (values['partitions-only'] && (values.pin || values['accept-drop']))
      throw new UsageError('--partitions-only makes no build that could be audited or pinned.')
    if (values.tiler !== undefined && (values.queue || values['partitions-only']))
      throw new UsageError(
        '--tiler is for whole builds on this machine: workers draw with the tiler that all of them have.',
      )
    if (values.queue) {
      if (values['partitions-only']) throw new UsageError('--queue makes whole builds.')
      const { buildQueued } = await import('./build/build-queued.ts')
      return await buildQueued(positionals, values, out)
    }
    const [{ pinBuild }, { noteFaulty, planBuild }, run, { printMadeBuild }, { requestedTiler }] =
      await Promise.all([
        import('../builds/pin.ts'),
        import('../builds/plan.ts'),
        import('../builds/run.ts'),
        import('./build/print-made-build.ts'),
        import('./build/requested-tiler.ts'),
      ])
    const names = positionals.length > 0 ? positionals : ['sample']
    const tiler = requestedTiler(values.tiler)
    const plan = await planBuild(names, undefined, undefined, tiler)
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
    if (!printMadeBuild(manifest, out)) return 1
    if (values.pin) {
      await pinBuild(manifest.build)
      out.print('Pinned: the service answers from it now.')
    } else out.print(`Serve it with: plat pin ${manifest.build}`)
    return 0
  },
}
