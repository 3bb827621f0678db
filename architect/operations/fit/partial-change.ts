import type { Fix } from '../../scene/issue.ts'
import type { Scene } from '../../scene/scene.ts'
import { quantize } from '../../scene/units.ts'
import type { Outcome } from '../operation.ts'
import { Refusal, type RefusalCode } from '../refusal.ts'

/** A change is offered in whole steps of this, in metres or degrees. */
const STEP = 0.01
/** Least share of the requested change that is worth offering. */
const SHARE_MIN = 0.2
/** Most calls that are tried: enough for a change of 40 m. */
const TRIES_MAX = 12

/** Refusals that a smaller change does not avoid. */
const NOT_BY_SIZE: readonly RefusalCode[] = [
  'invalid_input',
  'node_not_found',
  'wrong_kind',
  'asset_not_found',
  'invalid_result',
  'limit_exceeded',
]

type Given = Record<string, unknown>

/**
 * The same call with the largest part of its change that is not refused: a door that is wider by
 * 0.3 m where 1 m was requested, a cupboard that is moved up to the wall. Fields that are not
 * numbers stay as requested. Null where less than a fifth of the change is possible.
 */
export function partialChange<Input extends Given>(
  call: { tool: string; scene: Scene; given: Input; refusal: Refusal },
  make: (scene: Scene, given: Input) => Outcome,
): Fix | null {
  const { tool, scene, given, refusal } = call
  if (NOT_BY_SIZE.includes(refusal.code)) return null
  const before = scene.nodes[`${given.id}`] as unknown as Given
  const size = Math.max(0, ...Object.entries(given).map(([name, to]) => sizeOf(name, before, to)))
  const steps = Math.ceil(size / STEP) - 1
  let [possible, most] = [Math.ceil(steps * SHARE_MIN) - 1, steps]
  let fix: Fix | null = null
  for (let tries = 0; possible < most && tries < TRIES_MAX; tries++) {
    const step = tries === 0 ? most : Math.ceil((possible + most) / 2)
    const part = partOf(given, before, (step * STEP) / size)
    if (isMade(() => make(scene, part))) {
      possible = step
      fix = { tool, arguments: part }
    } else most = step - 1
  }
  return fix
}

/** How much an argument changes, in metres or degrees; 0 where it is not such a change. */
function sizeOf(name: string, before: Given, to: unknown): number {
  if (name === 'move' && Array.isArray(to)) return Math.hypot(...to.map(Number))
  if (name === 'rotate' && typeof to === 'number') return Math.abs(to)
  const from = before[name]
  return typeof to === 'number' && typeof from === 'number' ? Math.abs(to - from) : 0
}

function partOf<Input extends Given>(given: Input, before: Given, share: number): Input {
  const fields = Object.entries(given).map(([name, to]) => {
    if (name === 'move') return [name, (to as number[]).map((way) => quantize(way * share))]
    if (sizeOf(name, before, to) === 0) return [name, to]
    const from = name === 'rotate' ? 0 : Number(before[name])
    return [name, quantize(from + (Number(to) - from) * share)]
  })
  return Object.fromEntries(fields)
}

function isMade(make: () => Outcome): boolean {
  try {
    make()
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
