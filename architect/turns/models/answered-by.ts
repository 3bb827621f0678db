import type { ModelSettings } from './model-settings.ts'

export const ANSWERED_BY = ['model', 'planner', 'nobody'] as const
/** Who answers turns: a language model or a script, the planner by its rules, or nobody. */
export type AnsweredBy = (typeof ANSWERED_BY)[number]

export function answeredBy(settings: ModelSettings | null): AnsweredBy {
  if (settings === null) return 'nobody'
  return settings.kind === 'planner' ? 'planner' : 'model'
}
