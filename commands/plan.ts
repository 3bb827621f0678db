import type { PartitionJob } from '../builds/plan.ts'
import type { PlanEffects } from '../builds/plan-effects.ts'
import type { Command } from '../terminal/command.ts'
import { formatTable } from '../terminal/table.ts'
import { TILER_OPTION } from './tiler-option.ts'

export const planCommand: Command = {
  name: 'plan',
  summary: 'Show which partitions a build would run, why, and what is written anew',
  usage: 'plan [partition...] [options]',
  options: {
    json: {
      type: 'boolean',
      help: 'one JSON object; its `matrix` has a job a partition that runs',
    },
    ...TILER_OPTION,
  },
  examples: ['plat plan', 'plat plan bangor hudson', 'plat plan bangor --json'],
  requires: new URL('../builds/', import.meta.url),
  async run({ positionals, values }, out) {
    const [{ noteFaulty, planBuild }, { effectsOf }, { requestedTiler }] = await Promise.all([
      import('../builds/plan.ts'),
      import('../builds/plan-effects.ts'),
      import('./build/requested-tiler.ts'),
    ])
    const names = positionals.length > 0 ? positionals : ['sample']
    const plan = await planBuild(names, undefined, undefined, requestedTiler(values.tiler))
    noteFaulty(plan, out)
    const jobs = plan.jobs.map(({ pipeline, partition, lock, fingerprint, isStored, reason }) => ({
      layer: pipeline.id,
      partition,
      lock: lock.id,
      vintage: lock.vintage.label,
      fingerprint,
      runs: !isStored,
      why: reason,
    }))
    const effects = effectsOf(plan.jobs)
    if (values.json) {
      const { build, exists } = plan
      const runs = jobs.filter((job) => job.runs)
      const matrix = { include: runs.map((job) => ({ name: `${job.layer}/${job.partition}` })) }
      out.print(JSON.stringify({ build, exists, jobs, effects, matrix }, null, 2))
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
    if (!plan.exists) out.print(formatEffects(plan.jobs, effects))
    return 0
  },
}

/** One sentence a kind of file that is written anew. */
function formatEffects(jobs: readonly PartitionJob[], { packs, archives }: PlanEffects): string {
  const runs = jobs.filter(({ isStored }) => !isStored).length
  const lines = [`${runs} of ${jobs.length} partitions run.`]
  if (runs === jobs.length) return `${lines[0]} Every file of the build is written anew.`
  if (packs.length > 0) {
    const counts = packs.map(({ table, partitions, of }) => `${table} (${partitions} of ${of})`)
    lines.push(`Packs of at most these partitions are written anew: ${counts.join(', ')}.`)
  }
  if (archives.length > 0)
    lines.push(`Archives, of which unchanged regions are copied: ${archives.join(', ')}.`)
  lines.push('Coverages, addresses, facts and the DuckDB file follow; equal results are stored.')
  return lines.join('\n')
}
