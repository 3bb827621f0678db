import type { BuildQueue } from '../../queue/build-queue.ts'
import type { BuildRun, RunJob } from '../../queue/build-run.ts'
import type { CommandOutput } from '../../terminal/command.ts'
import { formatCount, formatSeconds } from '../../terminal/quantity.ts'
import { StepError } from '../../terminal/step-error.ts'
import { formatTable } from '../../terminal/table.ts'

type Print = Pick<CommandOutput, 'print'>

/** Prints the queued builds of the last two weeks, or the jobs of one of them. */
export async function printRuns(
  queue: BuildQueue,
  name: string | undefined,
  isJson: boolean,
  out: Print,
): Promise<void> {
  if (name !== undefined) {
    const run = await findRun(queue, name)
    if (isJson) out.print(JSON.stringify(run, null, 2))
    else printRun(run, out)
    return
  }
  const [runs, workers] = [await queue.runs(), await queue.log.workers()]
  if (isJson) return out.print(JSON.stringify({ runs: runs.map(summaryOf), workers }, null, 2))
  const rows = runs.map((run) => {
    const { build, state, done, jobs, seconds } = summaryOf(run)
    return [run.run, build, state, `${done}/${jobs}`, formatSeconds(seconds)]
  })
  if (rows.length === 0) out.print('No build was queued within two weeks.')
  else out.print(formatTable(['run', 'build', 'state', 'jobs', 'time'], rows))
  const versions = workers.map(({ name, version }) => `${name} (version ${version})`)
  out.print(`\nWorkers: ${versions.length > 0 ? versions.join(', ') : 'none'}.`)
}

/** Cancels a run: workers end its jobs within seconds, and what is done stays stored. */
export async function cancelRun(queue: BuildQueue, name: string, out: Print): Promise<void> {
  const { run, build, state } = await findRun(queue, name)
  if (state !== 'under way') out.print(`Run ${run} of ${build} has ended: ${state}.`)
  else {
    await queue.cancel(run)
    out.print(`Cancelled run ${run} of ${build}. What is done is stored.`)
  }
}

/** A run by its id, or the newest of a build. */
async function findRun(queue: BuildQueue, name: string): Promise<BuildRun> {
  const runs = await queue.runs()
  const found = runs.find(({ run, build }) => run === name || build === name)
  if (found) return (await queue.run(found.run))!
  const remedy = 'See `plat builds status` for all of them.'
  throw new StepError('find the run', name, 'no queued build has this id or name', remedy)
}

function summaryOf({ run, build, state, jobs, created_at, ended_at }: BuildRun) {
  const done = jobs.filter((job) => job.state === 'completed').length
  const seconds = ((ended_at ?? new Date()).getTime() - created_at.getTime()) / 1000
  return { run, build, state, done, jobs: jobs.length, created_at, ended_at, seconds }
}

function printRun(run: BuildRun, out: Print): void {
  const { done, jobs, seconds } = summaryOf(run)
  out.print(
    `Run ${run.run} of ${run.build}: ${run.state}, ${formatCount(done)} of ${formatCount(jobs)} jobs in ${formatSeconds(seconds)}.`,
  )
  const rows = run.jobs.map((job) => [
    job.name,
    job.state,
    job.attempts,
    job.report?.worker ?? '',
    stepOf(job),
    job.began_at ? formatSeconds(secondsOf(job)) : '',
  ])
  out.print(formatTable(['job', 'state', 'attempts', 'worker', 'step', 'time'], rows))
  for (const { name, state, problem, report } of run.jobs)
    if (state === 'failed') {
      out.print(`\n${name}: ${problem}`)
      if (report) out.print(report.log)
    }
}

function stepOf({ state, problem, report }: RunJob): string {
  if (state === 'retry') return `again after: ${problem}`
  if (state !== 'active' || !report) return ''
  const { step, done, total } = report
  return total ? `${step} ${Math.floor((100 * (done ?? 0)) / total)} %` : step
}

function secondsOf({ began_at, ended_at }: RunJob): number {
  return ((ended_at ?? new Date()).getTime() - began_at!.getTime()) / 1000
}
