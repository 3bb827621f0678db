import { validateScene } from '../../checks/validate.ts'
import type { Kind } from '../../scene/nodes.ts'
import type { Scene } from '../../scene/scene.ts'
import { Refusal, type RefusalCode } from '../refusal.ts'

/** Refusal codes for the faults of `validate`; every other fault is `invalid_input`. */
const CODES: [of: RegExp, code: RefusalCode][] = [
  [/^opening\.overlap$/, 'opening_overlap'],
  [/^opening\.outside_wall$/, 'opening_outside_wall'],
  [/^(polygon\.|room\.self|slab\.hole|path\.)/, 'invalid_polygon'],
  [/^wall\.zero_length$/, 'wall_too_short'],
  [/^level\.index_taken$/, 'level_exists'],
  [/^(node\.orphan|item\.host)$/, 'node_not_found'],
  [/^(node\.parent_kind|node\.cycle)$/, 'wrong_kind'],
  [/^(scene\.limit|wall\.tangle)$/, 'limit_exceeded'],
  [/^site\.count$/, 'scene_wipe_blocked'],
]

export const INVALID_CODES = [
  'invalid_input',
  ...CODES.map(([, code]) => code),
] as const satisfies RefusalCode[]

/**
 * Refuses an edit that makes the scene invalid, with the message of the first fault. `without`
 * names a kind of nodes whose faults do not count yet.
 */
export function refuseInvalid(after: Scene, without?: Kind): void {
  const errors = validateScene(after).errors.filter(
    ({ nodeId }) => without === undefined || after.nodes[nodeId]?.kind !== without,
  )
  if (errors.length === 0) return
  const [first] = errors
  const code = CODES.find(([of]) => of.test(first.code))?.[1] ?? 'invalid_input'
  const more =
    errors.length > 1
      ? ` There ${errors.length === 2 ? 'is 1 more fault' : `are ${errors.length - 1} more faults`}.`
      : ''
  throw new Refusal(code, `${first.message}${more}`, {
    param: first.path,
    nodeIds: [...new Set(errors.map((fault) => fault.nodeId).filter(Boolean))],
    details: { faults: errors.slice(0, 20) },
  })
}
