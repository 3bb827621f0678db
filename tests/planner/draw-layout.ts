import { verifyScene } from '../../architect/checks/verify.ts'
import type { PlannedLayout } from '../../architect/layout/plan-layout.ts'
import { Draft } from '../../architect/operations/draft.ts'
import { newScene } from '../../architect/scene/scene.ts'

export interface DrawnLayout {
  /** Refused calls with their messages. */
  refused: string[]
  /** Errors of verify. */
  errors: string[]
  /** Net areas in square metres of the rooms that were made, by the ids of the program. */
  areas: Map<string, number>
}

/** Draws a layout on an empty project, as the service does. */
export function drawLayout({ calls }: Pick<PlannedLayout, 'calls'>): DrawnLayout {
  const draft = new Draft(newScene('layout', 'planner'))
  const { id } = Object.values(draft.scene.nodes).find(({ kind }) => kind === 'level')!
  const known = new Map<string, unknown>([['project', { levelId: id }]])
  const refused: string[] = []
  for (const { tool, as, arguments: given } of calls) {
    const answer = draft.apply(tool, resolved(given, known) as Record<string, unknown>)
    if ('error' in answer) refused.push(`${tool} ${as ?? ''}: ${JSON.stringify(answer.error)}`)
    else if (as !== undefined) known.set(as, answer)
  }
  const areas = new Map<string, number>()
  for (const [name, answer] of known) {
    const { netArea } = answer as { netArea?: number }
    if (netArea !== undefined) areas.set(name, netArea)
  }
  const errors = verifyScene(draft.scene)
    .issues.filter(({ severity }) => severity === 'error')
    .map(({ code, message }) => `${code}: ${message}`)
  return { refused, errors, areas }
}

/** Arguments with the ids that earlier calls returned in place of their names. */
function resolved(value: unknown, known: ReadonlyMap<string, unknown>): unknown {
  if (typeof value === 'string' && value.startsWith('$')) {
    const [name, field] = value.slice(1).split('.')
    return (known.get(name) as Record<string, unknown> | undefined)?.[field]
  }
  if (Array.isArray(value)) return value.map((each) => resolved(each, known))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, resolved(each, known)]),
  )
}
