import type { Command } from '../../terminal/command.ts'

export const creditsCommand: Command = {
  name: 'credits',
  summary: 'Show and grant the credits that turns are paid with, also while the service runs',
  usage: 'credits show <who> [options] | grant <who> <amount> [options]',
  options: {
    note: { type: 'string', value: 'text', help: 'grant: why, for the list of entries' },
    id: {
      type: 'string',
      value: 'text',
      help: 'grant: a repeated call with the same id grants nothing',
    },
    limit: { type: 'string', value: 'count', help: 'show: last entries, 0 to 100; default 10' },
    json: { type: 'boolean', help: 'as JSON' },
  },
  examples: [
    'plat-architect credits show ada@example.com',
    'plat-architect credits grant ada@example.com 500 --note "Invoice 17" --id invoice-17',
    'plat-architect credits show office --limit 100',
  ],
  async run(args, out) {
    const { runCredits } = await import('./run-credits.ts')
    return await runCredits(args, out)
  },
}
