import { answerJobs } from '../../../threads/answer-jobs.ts'
import { TangledWalls } from '../../kernel/walls/wall-tangle.ts'
import { ArchitectError } from '../../projects/architect-error.ts'
import { applyUnit } from '../../projects/edit-unit.ts'
import { planTurn } from '../plan-turn.ts'
import type { PlannerAnswer, PlannerJob } from './planner-job.ts'

answerJobs<PlannerJob, PlannerAnswer>(async (job) => {
  try {
    return job.kind === 'plan'
      ? { kind: 'planned', plan: planTurn(job.request) }
      : { kind: 'applied', unit: await applyUnit(job.scene, job.operations) }
  } catch (error) {
    if (error instanceof ArchitectError) {
      const { code, message, param, fields } = error
      return { kind: 'refused', refusal: { code, message, param, fields } }
    }
    // Walls of which no geometry can be made are a fault of the building, not of the program.
    if (error instanceof TangledWalls)
      return {
        kind: 'refused',
        refusal: { code: 'limit_exceeded', message: error.message, fields: {} },
      }
    throw error
  }
})
