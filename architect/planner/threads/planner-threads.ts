import { ThreadLost } from '../../../threads/pool-thread.ts'
import { ThreadPool } from '../../../threads/thread-pool.ts'
import { ArchitectError } from '../../projects/architect-error.ts'
import type { AppliedUnit, RequestedOperation } from '../../projects/edit-unit.ts'
import type { ErrorCode } from '../../projects/error-codes.ts'
import type { Scene } from '../../scene/scene.ts'
import type { PlanRequest, TurnPlan } from '../plan-turn.ts'
import type { PlannerAnswer, PlannerJob } from './planner-job.ts'

/** One: a plan takes a core for up to some seconds, and its search is cached in the thread. */
const THREADS_MAX = 1
/** Jobs that wait for the thread; more are refused. */
const WAITING_MAX = 32
/** Deadline of a job; past it the job fails and its thread is ended. */
const DEADLINE_MS = 60_000
/** An idle thread is ended after this time, and its memory freed. */
const IDLE_MS = 120_000

/** The thread in which turns are planned and layouts are searched, which would hold up others. */
export class PlannerThreads {
  private readonly pool = new ThreadPool<PlannerJob, PlannerAnswer>(
    new URL('./planner-worker.ts', import.meta.url),
    { size: THREADS_MAX, idleMs: IDLE_MS, deadlineMs: DEADLINE_MS },
  )

  /** Throws `ArchitectError`. */
  async plan(request: PlanRequest): Promise<TurnPlan> {
    const answer = await this.run({ kind: 'plan', request })
    if (answer.kind !== 'planned') throw new Error(`a plan was answered by ${answer.kind}`)
    return answer.plan
  }

  /** As `applyUnit`. */
  async apply(scene: Scene, operations: readonly RequestedOperation[]): Promise<AppliedUnit> {
    const answer = await this.run({ kind: 'apply', scene, operations })
    if (answer.kind !== 'applied') throw new Error(`a unit was answered by ${answer.kind}`)
    return answer.unit
  }

  close(): Promise<void> {
    return this.pool.close()
  }

  private async run(job: PlannerJob): Promise<PlannerAnswer> {
    if (this.pool.waiting >= WAITING_MAX)
      throw new ArchitectError(
        'service_unavailable',
        `${WAITING_MAX} plans are waiting already: nothing ran. Try again later.`,
      )
    const answer = await this.pool.run(job).catch((error: Error) => {
      if (!(error instanceof ThreadLost)) throw error
      if (error.reason === 'late')
        throw new ArchitectError(
          'limit_exceeded',
          `The plan was not ready within ${DEADLINE_MS / 1_000} s: nothing ran.`,
        )
      throw new ArchitectError('service_unavailable', 'The planner was stopped: nothing ran.')
    })
    if (answer.kind !== 'refused') return answer
    const { code, message, param, fields } = answer.refusal
    throw new ArchitectError(code as ErrorCode, message, { param, fields })
  }
}
