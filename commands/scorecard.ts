import type { Command } from '../terminal/command.ts'

export const scorecardCommand: Command = {
  name: 'scorecard',
  summary: 'Report where each section answers, from the dossiers of seeded probes',
  usage: 'scorecard [options]',
  options: {
    layer: { type: 'string', value: 'name', help: 'one section (default: all)' },
    state: { type: 'string', value: 'code', help: 'postal code or two FIPS digits' },
    county: { type: 'string', value: 'fips', help: 'five FIPS digits' },
    build: { type: 'string', value: 'id', help: 'another build than the pinned one' },
    json: { type: 'boolean', help: 'the whole scorecard, as GET /v1/coverage returns it' },
  },
  examples: [
    'plat scorecard',
    'plat scorecard --county 23019',
    'plat scorecard --layer soils --json',
  ],
  async run(args, out) {
    const { runScorecard } = await import('./scorecard/run-scorecard.ts')
    return await runScorecard(args, out)
  },
}
