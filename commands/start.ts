import { availableParallelism } from 'node:os'
import { pinBuild } from '../builds/pin.ts'
import { noteFaulty, planBuild } from '../builds/plan.ts'
import { runBuild } from '../builds/run.ts'
import { readPin } from '../catalog/pin.ts'
import { startSampleUpstreams } from '../sample/upstreams/start-sample-upstreams.ts'
import type { Command, CommandArguments, CommandOutput } from '../terminal/command.ts'
import { StepError } from '../terminal/step-error.ts'
import { runService } from './serve/run-service.ts'
import { serveCommand } from './serve.ts'

const SAMPLE = 'sample'

/**
 * `npm start`: makes something to serve, then serves, with a key to try it. It lives beside plat.ts because it is the
 * one command that needs both runtimes, building and serving.
 */
export const startCommand: Command = {
  ...serveCommand,
  name: 'start',
  summary: 'Build the fictional sample county if nothing else is pinned, then serve',
  usage: serveCommand.usage.replace('serve', 'start [--sample-upstreams]'),
  options: {
    ...serveCommand.options,
    'sample-upstreams': {
      type: 'boolean',
      help: 'ask bundled, fictional services instead of the real ones; or PLAT_SAMPLE_UPSTREAMS=1',
    },
  },
  examples: ['plat start', 'plat start --sample-upstreams', 'PORT=8081 plat start'],
  async run(args, out) {
    await pinSomething(out)
    const isAsked = args.values['sample-upstreams'] === true
    if (!isAsked && process.env.PLAT_SAMPLE_UPSTREAMS !== '1') {
      out.progress.note(
        'Live sections ask the real services. Without a network, `npm start -- --sample-upstreams` asks bundled, fictional ones.',
      )
      return await serve(args, out)
    }
    const upstreams = await startSampleUpstreams()
    // What somebody set by hand stays.
    for (const [name, value] of Object.entries(upstreams.environment)) process.env[name] ??= value
    out.progress.note(
      `Live sections ask the bundled sample upstreams at ${upstreams.url}: all they say is fictional.`,
    )
    try {
      return await serve(args, out)
    } finally {
      await upstreams.close()
    }
  },
}

function serve(args: CommandArguments, out: CommandOutput): Promise<number> {
  return runService(args, out, { hasDemoKey: true })
}

/** A pin that somebody chose stays; the sample's is renewed when its inputs or code changed. */
async function pinSomething({ progress }: CommandOutput): Promise<void> {
  const pin = await readPin()
  if (pin && !pin.build.startsWith(`${SAMPLE}-`)) {
    progress.note(`Build ${pin.build} is pinned and stays so.`)
    return
  }
  const plan = await planBuild([SAMPLE])
  noteFaulty(plan, { progress })
  if (pin?.build === plan.build && plan.exists) return
  const workers = availableParallelism()
  const { audits } = await runBuild(plan, { workers, progress })
  const failed = audits.filter(({ passed }) => !passed)
  if (failed.length > 0)
    throw new StepError(
      'build the sample county',
      plan.build,
      `it failed the audit ${failed.map(({ name, table }) => `${name} of ${table}`).join(', ')}`,
      'Run `npm run plat -- build` for the figures.',
    )
  await pinBuild(plan.build)
  progress.note(`Pinned ${plan.build}, the fictional sample county.`)
}
