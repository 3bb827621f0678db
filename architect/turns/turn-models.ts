import type { Plan } from '../../accounts/accounts.ts'

/** How hard a model works: its reasoning and the steps that it may take. */
export type Effort = 'low' | 'medium' | 'high' | 'pro'

/** A model name of the contract without its prefix. */
interface NamedModel {
  name: string
  /** Null where `reasoning.effort` of the request chooses it. */
  effort: Effort | null
}

const PREFIX = 'svc-'
const MODELS: readonly NamedModel[] = [
  { name: 'architect', effort: null },
  { name: 'architect-low', effort: 'low' },
  { name: 'architect-medium', effort: 'medium' },
  { name: 'architect-high', effort: 'high' },
  { name: 'architect-pro', effort: 'pro' },
]
const USUAL_EFFORT: Effort = 'medium'

/** The plan that each effort needs. */
export const PLAN_NEEDED: Record<Effort, Plan> = {
  low: 'free',
  medium: 'free',
  high: 'free',
  pro: 'pro',
}

/** Values of `reasoning.effort` of the OpenAI API and the effort that each stands for. */
export const REASONING_EFFORTS: Record<string, Effort> = {
  none: 'low',
  minimal: 'low',
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'high',
  max: 'high',
}

/** All ten names: each of the five, and the same with the prefix `svc-`. */
export const MODEL_NAMES: readonly string[] = MODELS.flatMap(({ name }) => [name, PREFIX + name])

/** The effort that a name stands for; null where the request chooses; undefined for no model. */
export function effortOf(model: string): Effort | null | undefined {
  const bare = model.startsWith(PREFIX) ? model.slice(PREFIX.length) : model
  return MODELS.find(({ name }) => name === bare)?.effort
}

/**
 * The effort of a request: that of the model, which `reasoning.effort` chooses for `architect`
 * alone.
 */
export function effectiveEffort(model: string, requested: string | undefined): Effort {
  const fixed = effortOf(model)
  if (fixed) return fixed
  return requested === undefined ? USUAL_EFFORT : REASONING_EFFORTS[requested]
}

export function includesEffort(plan: Plan, effort: Effort): boolean {
  return PLAN_NEEDED[effort] === 'free' || plan === 'pro'
}
