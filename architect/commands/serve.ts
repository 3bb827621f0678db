import type { Command } from '../../terminal/command.ts'

export const serveCommand: Command = {
  name: 'serve',
  summary: 'Run the service of projects alone, without the map',
  usage: 'serve [--host 127.0.0.1] [--port 8080] [--quiet]',
  options: {
    host: { type: 'string', value: 'host', help: 'address to bind; default HOST, or localhost' },
    port: { type: 'string', value: 'port', help: 'default PORT, or 8080' },
    quiet: { type: 'boolean', short: 'q', help: 'no line for each request' },
  },
  examples: ['plat-architect serve', 'plat-architect serve --port 8081'],
  isService: true,
  async run({ values }, out) {
    const { runProjects } = await import('./run-projects.ts')
    await runProjects(values, out)
    return 0
  },
}
