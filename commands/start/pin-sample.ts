import { availableParallelism } from 'node:os'
import { readPin } from '../../catalog/pin.ts'
import type { CommandOutput } from '../../terminal/command.ts'
import { StepError } from '../../terminal/step-error.ts'

const SAMPLE = 'sample'

/**
 * Builds and pins the sample county where nothing is pinned or the pinned sample is out of date. A
 * build that somebody else pinned stays pinned. Throws `StepError` when the sample fails its
 * audits.
 */
export async function pinSample({ progress }: CommandOutput): Promise<void> {
  const pin = await readPin()
  if (pin && !pin.build.startsWith(`${SAMPLE}-`)) {
    progress.note(`Build ${pin.build} is pinned and stays pinned.`)
    return
  }
  // Where another build is pinned, none of it is needed.
  const [{ noteFaulty, planBuild }, { runBuild }, { pinBuild }] = await Promise.all([
    import('../../builds/plan.ts'),
    import('../../builds/run.ts'),
    import('../../builds/pin.ts'),
  ])
  const plan = await planBuild([SAMPLE])
  noteFaulty(plan, { progress })
  if (pin?.build === plan.build && plan.exists) return
  const workers = availableParallelism()
  const { audits } = await runBuild(plan, { workers, progress })
  const failed = audits.filter(({ passed }) => !passed)
  if (failed.length > 0)
    throw new StepError(
      'build the sample county',
      plan.build,
      `it failed the audit ${failed.map(({ name, table }) => `${name} of ${table}`).join(', ')}`,
      'Run `npm run plat -- build` for the figures.',
    )
  await pinBuild(plan.build)
  progress.note(`Pinned ${plan.build}, the fictional sample county.`)
}
