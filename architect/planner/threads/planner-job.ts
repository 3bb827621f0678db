import type { AppliedUnit, RequestedOperation } from '../../projects/edit-unit.ts'
import type { Scene } from '../../scene/scene.ts'
import type { PlanRequest, TurnPlan } from '../plan-turn.ts'

/** What the thread of the planner is sent. */
export type PlannerJob =
  | { kind: 'plan'; request: PlanRequest }
  | { kind: 'apply'; scene: Scene; operations: readonly RequestedOperation[] }

/** An error of the contract between threads: a class does not survive the way. */
export interface SentRefusal {
  code: string
  message: string
  param?: string
  fields: Record<string, unknown>
}

export type PlannerAnswer =
  | { kind: 'planned'; plan: TurnPlan }
  | { kind: 'applied'; unit: AppliedUnit }
  | { kind: 'refused'; refusal: SentRefusal }
