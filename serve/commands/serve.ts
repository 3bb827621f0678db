import { doorOf } from '../../accounts/answer-port.ts'
import { ANY_CALLER } from '../../accounts/any-caller.ts'
import { platHome } from '../../catalog/plat-home.ts'
import { UPSTREAMS } from '../../layers/index.ts'
import { upstreamSettings } from '../../layers/upstream/settings.ts'
import type { Command } from '../../terminal/command.ts'
import { reachFrom } from '../reach.ts'
import { packMemoryFrom } from '../served-build.ts'
import { startServer } from '../server.ts'
import { threadsFrom } from '../thread-count.ts'

export const serveCommand: Command = {
  name: 'serve',
  summary: 'Answer location dossiers from the pinned build over HTTP',
  usage: 'serve [--host 127.0.0.1] [--port 8080] [--threads N] [--quiet]',
  options: {
    host: { type: 'string', value: 'host', help: 'address to bind; default HOST, or localhost' },
    port: { type: 'string', value: 'port', help: 'default PORT, or 8080' },
    threads: { type: 'string', value: 'n', help: 'that answer; default: the processors, up to 4' },
    quiet: { type: 'boolean', short: 'q', help: 'no line for each request' },
  },
  examples: [
    'plat serve',
    'plat serve --port 8081',
    'PLAT_PACK_MEMORY=536870912 plat serve',
    'PLAT_LIVE=none plat serve',
  ],
  async run({ values }, { print, progress }) {
    const stop = stopSignal()
    const server = await startServer({
      home: platHome(),
      accounts: doorOf(ANY_CALLER),
      host: (values.host as string | undefined) ?? process.env.HOST,
      reach: reachFrom(process.env),
      port: (values.port as string | undefined) ?? process.env.PORT,
      packMemoryBytes: packMemoryFrom(process.env),
      upstreams: upstreamSettings(process.env, UPSTREAMS),
      threads: threadsFrom(values.threads as string | undefined),
      progress,
      log: values.quiet ? 'failures' : process.stderr.isTTY ? 'terminal' : 'json',
    })
    print(`Plat answers at ${server.url}/api (reference: ${server.url}/docs)`)
    if (server.example) print(`Try: ${server.example}`)
    progress.note(`${await stop}: finishing the requests that have come`)
    await server.close()
    return 0
  },
}

/** The first signal to stop. A second one of the same kind ends the process as usual. */
function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, resolve)
  })
}
