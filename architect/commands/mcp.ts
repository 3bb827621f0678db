import type { Command } from '../../terminal/command.ts'

export const mcpCommand: Command = {
  name: 'mcp',
  summary: 'Serve the tools to agents on this computer, without an account or a key',
  usage: 'mcp [--http] [--port 0]',
  options: {
    http: { type: 'boolean', help: 'over HTTP on this computer instead of standard input' },
    port: { type: 'string', value: 'port', help: 'with --http; default a free one' },
    tools: { type: 'string', value: 'set', help: 'usual, core or all; default usual' },
  },
  examples: ['plat-architect mcp', 'plat-architect mcp --http --port 7070'],
  isService: true,
  async run({ values }, out) {
    const { runLocalTools } = await import('./run-local-tools.ts')
    await runLocalTools(values, out)
    return 0
  },
}
