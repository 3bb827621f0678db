import type { Command } from '../terminal/command.ts'

export const sourcesCommand: Command = {
  name: 'sources',
  summary: 'Check whether publishers have newer data than the locks, and what is old',
  usage: 'sources check [source-or-lock...] [options]',
  options: {
    take: { type: 'string', value: 'dir', help: 'fetch what changed; write the locks and a diff' },
    json: { type: 'boolean', help: 'one JSON object, for a scheduled run' },
    'exit-code': { type: 'boolean', help: 'exit with 1 when something changed or is old' },
  },
  examples: [
    'plat sources check',
    'plat sources check fema-nfhl chicago-permits-2016',
    'plat sources check --take proposed --exit-code',
  ],
  requires: new URL('../pipelines/', import.meta.url),
  async run(args, out) {
    const { runSources } = await import('./sources/run-sources.ts')
    return await runSources(args, out)
  },
}
