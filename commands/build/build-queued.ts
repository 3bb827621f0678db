import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { noteFaulty, planBuild } from '../../builds/plan.ts'
import { platHome } from '../../catalog/plat-home.ts'
import type { BuildQueue } from '../../queue/build-queue.ts'
import type { BuildRun } from '../../queue/build-run.ts'
import type { ObjectStorage } from '../../storage/object-storage.ts'
import { pinStored } from '../../storage/store-pin.ts'
import { isSoundBuild, requireStoredBuild } from '../../storage/stored-builds.ts'
import type { CommandOutput } from '../../terminal/command.ts'
import { formatCount } from '../../terminal/quantity.ts'
import { StepError } from '../../terminal/step-error.ts'
import { codeVersion } from '../../workers/code-version.ts'
import { planJobs } from '../../workers/plan-jobs.ts'
import { markRun } from '../../workers/run-marker.ts'
import { withStore } from '../push/with-store.ts'
import { withQueue } from '../queue/with-queue.ts'
import { printMadeBuild } from './print-made-build.ts'

/** How often a run is looked at. */
const LOOK_MS = 1_000
/** Longest time without an answer of the queue: its database may be started again meanwhile. */
const SILENCE_MAX_MS = 600_000
/** Looks without any worker until it is reported. */
const IDLE_LOOKS = 15

/** Has a build made by workers, follows it to its end, and prints it. Returns the exit code. */
export async function buildQueued(
  positionals: readonly string[],
  values: Record<string, unknown>,
  out: CommandOutput,
): Promise<number> {
  const names = positionals.length > 0 ? [...positionals] : ['sample']
  return await withStore(values, { isCreated: true }, async (storage) => {
    const plan = await planBuild(names, platHome())
    noteFaulty(plan, out)
    if (await isSoundBuild(storage, plan.build))
      out.print(`Nothing to do: the store has build ${plan.build}.`)
    else {
      const isMade = await withQueue(out, async (queue) => {
        const run = await submit(queue, storage, plan, names, values['accept-drop'] === true, out)
        return await follow(queue, run, out)
      })
      if (!isMade) return 1
    }
    const { manifest } = await requireStoredBuild(storage, plan.build)
    if (!printMadeBuild(manifest, out)) return 1
    if (values.pin) {
      await pinStored(storage, plan.build)
      out.print(`Pinned in ${storage.name}.`)
    } else out.print(`Bring it with: plat pull ${plan.build}`)
    return 0
  })
}

async function submit(
  queue: BuildQueue,
  storage: ObjectStorage,
  plan: Awaited<ReturnType<typeof planBuild>>,
  names: string[],
  acceptDrop: boolean,
  { progress }: CommandOutput,
): Promise<string> {
  const version = await codeVersion(platHome())
  const requested = randomUUID()
  await markRun(storage, requested)
  const jobs = planJobs(plan)
  const request = { run: requested, build: plan.build, names, acceptDrop, jobs }
  const { run, isNew } = await queue.submit(version, request)
  const what = isNew ? `${formatCount(jobs.length)} jobs queued` : 'queued already, and followed'
  progress.note(`Build ${plan.build}: ${what}, as run ${run}.`)
  return run
}

/** Waits for the end of a run. True when its build is made. */
async function follow(queue: BuildQueue, id: string, out: CommandOutput): Promise<boolean> {
  const { progress } = out
  let step: ReturnType<typeof progress.step> | null = null
  let done = 0
  let answeredAt = performance.now()
  const reported = new Set<string>()
  for (let looks = 0; ; looks++) {
    const answer = await queue.outline(id).then(
      (run) => ({ run }),
      (error: Error) => {
        if (performance.now() - answeredAt > SILENCE_MAX_MS) throw error
        return null
      },
    )
    if (answer) {
      const run = answer.run ?? missing(id)
      answeredAt = performance.now()
      step ??= progress.step(`build ${run.build}`, { total: run.jobs.length, unit: 'jobs' })
      const now = run.jobs.filter(({ state }) => state === 'completed').length
      step.advance(now - done)
      done = now
      for (const { name, state, attempts, problem } of run.jobs) {
        // A job that runs again still has the problem of the attempt before.
        const failed = state === 'active' ? attempts - 1 : attempts
        const line = `${name}: attempt ${failed} failed: ${problem}`
        if (problem === null || reported.has(line)) continue
        reported.add(line)
        progress.note(line)
      }
      if (looks === IDLE_LOOKS) await noteWorkers(queue, run, out)
      if (run.state !== 'under way') {
        step.done(run.state)
        return run.state === 'done' || failure((await queue.run(id)) ?? run, out)
      }
    }
    await sleep(LOOK_MS)
  }
}

function missing(run: string): never {
  const remedy = 'Run the same command again: what is done is not done again.'
  throw new StepError('follow the build', run, 'the queue does not have this run', remedy)
}

async function noteWorkers(queue: BuildQueue, run: BuildRun, out: CommandOutput): Promise<void> {
  const workers = await queue.log.workers()
  if (workers.some(({ version }) => version === run.version)) return
  const others = workers.length > 0 ? `, and ${workers.length} of other code or locks` : ''
  out.progress.note(
    `No worker of version ${run.version} is there${others}: start some with \`plat worker\`.`,
  )
}

function failure(run: BuildRun, out: CommandOutput): false {
  if (run.state === 'cancelled') {
    const remedy = 'Queue it again with `plat build --queue`: what is done is not done again.'
    throw new StepError('build', run.build, 'it was cancelled', remedy)
  }
  const failed = run.jobs.filter(({ state }) => state === 'failed')
  for (const { name, problem, report } of failed) {
    out.print(`${name} failed on ${report?.worker ?? 'no worker'}: ${problem}`)
    if (report?.log) out.print(report.log)
  }
  out.print(`Build ${run.build} failed: ${failed.length} of ${run.jobs.length} jobs were given up.`)
  out.print('What is done is stored. Repair the cause, then run the same command again.')
  return false
}
