import type { Command } from '../terminal/command.ts'
import { formatTable } from '../terminal/table.ts'

export const planCommand: Command = {
  name: 'plan',
  summary: 'Show the jobs that a build would run, and why',
  usage: 'plan [partition...] [options]',
  options: { json: { type: 'boolean', help: 'one JSON object, for a CI matrix' } },
  examples: ['plat plan', 'plat plan bangor hudson', 'plat plan bangor --json'],
  requires: new URL('../builds/', import.meta.url),
  async run({ positionals, values }, out) {
    const { noteFaulty, planBuild } = await import('../builds/plan.ts')
    const plan = await planBuild(positionals.length > 0 ? positionals : ['sample'])
    noteFaulty(plan, out)
    const jobs = plan.jobs.map(({ pipeline, partition, lock, fingerprint, isHeld }) => ({
      layer: pipeline.id,
      partition,
      lock: lock.id,
      vintage: lock.vintage.label,
      fingerprint,
      runs: !isHeld,
      why: isHeld
        ? 'same bytes, same code: taken from the store'
        : 'no run with these bytes and this code is in the store',
    }))
    if (values.json) {
      out.print(JSON.stringify({ build: plan.build, exists: plan.exists, jobs }, null, 2))
      return 0
    }
    const rows = jobs.map((job) => [
      job.layer,
      job.partition,
      job.lock,
      job.runs ? 'run' : 'keep',
      job.why,
    ])
    out.print(formatTable(['layer', 'partition', 'lock', '', 'why'], rows))
    out.print(`\nBuild ${plan.build}${plan.exists ? ' exists: nothing to do.' : '.'}`)
    return 0
  },
}
