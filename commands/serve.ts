import type { Command } from '../terminal/command.ts'

export const serveCommand: Command = {
  name: 'serve',
  summary: 'Answer location dossiers from the pinned build over HTTP',
  usage: 'serve [--host 127.0.0.1] [--port 8080] [--threads N] [--builds PLACE] [--quiet]',
  options: {
    host: { type: 'string', value: 'host', help: 'address to bind; default HOST, or localhost' },
    port: { type: 'string', value: 'port', help: 'default PORT, or 8080' },
    threads: {
      type: 'string',
      value: 'n',
      help: 'threads that answer; default: the processors, up to 4',
    },
    builds: {
      type: 'string',
      value: 'place',
      help: 'serve the pin of a store: a whole path or s3://bucket/prefix?endpoint=...&region=... (default: PLAT_BUILDS, or the home)',
    },
    quiet: { type: 'boolean', short: 'q', help: 'no line for each request' },
  },
  examples: [
    'plat serve',
    'DATABASE_URL=postgresql://plat@db/plat PLAT_AUTH_SECRET=... plat serve',
    'plat serve --port 8081',
    'PLAT_PACK_MEMORY=536870912 plat serve',
    'PLAT_LIVE=none plat serve',
    'plat serve --builds s3://bucket/plat',
  ],
  isService: true,
  async run({ values }, out) {
    const [{ serviceSettings }, { runService }] = await Promise.all([
      import('./serve/service-settings.ts'),
      import('./serve/run-service.ts'),
    ])
    const settings = serviceSettings(values, process.env)
    await runService(settings, { hasDemoKey: false, isQuiet: values.quiet === true }, out)
    return 0
  },
}
