import type { Command } from '../terminal/command.ts'
import { serveCommand } from './serve.ts'

/** `npm start`: makes something to serve, then serves it, with a key to try it. */
export const startCommand: Command = {
  ...serveCommand,
  name: 'start',
  summary: 'Build the fictional sample county if nothing else is pinned, then serve',
  usage: serveCommand.usage.replace('serve', 'start [--sample-upstreams]'),
  options: {
    ...serveCommand.options,
    'sample-upstreams': {
      type: 'boolean',
      help: 'query bundled, fictional services instead of the real ones; or PLAT_SAMPLE_UPSTREAMS=1',
    },
  },
  examples: ['plat start', 'plat start --sample-upstreams', 'PORT=8081 plat start'],
  requires: new URL('../builds/', import.meta.url),
  async run({ values }, out) {
    const [{ serviceSettings }, { runSampleProcess }, { runService }] = await Promise.all([
      import('./serve/service-settings.ts'),
      import('./start/run-sample-process.ts'),
      import('./serve/run-service.ts'),
    ])
    const settings = serviceSettings(values, process.env)
    const options = { hasDemoKey: true, isQuiet: values.quiet === true }
    const code = await runSampleProcess()
    if (code !== 0) return code
    const isSample = values['sample-upstreams'] === true
    if (!isSample && process.env.PLAT_SAMPLE_UPSTREAMS !== '1') {
      out.progress.note(
        'Live sections query the real services. Without a network, `npm start -- --sample-upstreams` queries bundled, fictional ones.',
      )
      await runService(settings, options, out)
      return 0
    }
    const { startSampleUpstreams } = await import('../sample/upstreams/start-sample-upstreams.ts')
    const upstreams = await startSampleUpstreams()
    out.progress.note(
      `Live sections query the bundled sample upstreams at ${upstreams.url}: all their answers are fictional.`,
    )
    try {
      // Settings of the environment win over those of the sample.
      const environment = { ...upstreams.environment, ...process.env }
      await runService(serviceSettings(values, environment), options, out)
      return 0
    } finally {
      await upstreams.close()
    }
  },
}
