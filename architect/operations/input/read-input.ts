import type { z } from 'zod'
import { nodeNamed } from '../../input/named-node.ts'
import { nearestName } from '../../input/nearest-name.ts'
import {
  type InputFault,
  metricInput,
  namesAt,
  unknownFault,
  valueFault,
} from '../../input/parse-input.ts'
import { KINDS, type Kind } from '../../scene/nodes.ts'
import type { Scene } from '../../scene/scene.ts'
import type { Operation } from '../operation.ts'
import { Refusal } from '../refusal.ts'
import { fieldsOf, unknownField } from './node-fields.ts'
import { withNodeIds } from './node-names.ts'

/**
 * Parses the arguments of a call: converts them to metres, fills in defaults, and replaces labels
 * of nodes of the scene by their ids. Throws `Refusal` for wrong ones.
 */
export function readInput<Input>(
  operation: Operation<Input>,
  given: Record<string, unknown>,
  scene: Scene,
): Input {
  const metric = metricInput(operation.name, operation.input, given)
  if ('message' in metric) throw refusalOf(metric)
  const read = operation.input.safeParse(metric.given)
  if (read.success) return withNodeIds(scene, read.data) as Input
  throw inputRefusal(operation, read.error.issues, given, scene)
}

const refusalOf = ({ message, param }: InputFault): Refusal =>
  new Refusal('invalid_input', message, { param })

function inputRefusal(
  operation: Operation,
  issues: z.core.$ZodIssue[],
  given: Record<string, unknown>,
  scene: Scene,
): Refusal {
  const [issue] = issues
  if (issue.code !== 'unrecognized_keys') return refusalOf(valueFault(operation.name, issues))
  const path = issue.path.map(String)
  const [unknown] = issue.keys
  const param = [...path, unknown].join('.')
  const kind = kindOfFields(operation, given, issue.path, scene)
  // The fields of a node are those of its kind: another kind's field is not what is missing.
  if (kind !== null && path.at(-1) === 'set') return unknownField(kind, unknown, param)
  const own = nearestName(unknown, namesAt(operation.input, issue.path))
  const field = kind === null ? null : nearestName(unknown, fieldsOf(kind))
  const near = own ?? (field === null ? null : [...path, 'set', field].join('.'))
  return refusalOf(unknownFault(operation.name, param, near))
}

/**
 * The kind of the node whose fields the object at this path has, or would have in its `set`; null
 * where it is not about the fields of a node.
 */
function kindOfFields(
  operation: Operation,
  given: Record<string, unknown>,
  path: readonly PropertyKey[],
  scene: Scene,
): Kind | null {
  const inner = path.at(-1) === 'set' ? path.slice(0, -1) : path
  if (!namesAt(operation.input, inner).includes('set')) return null
  // Zod found an unknown key in this object, so it is one.
  const owner = inner.reduce<Record<PropertyKey, unknown>>(
    (value, step) => value[step] as Record<PropertyKey, unknown>,
    given,
  )
  if (KINDS.includes(owner.kind as Kind)) return owner.kind as Kind
  if (typeof owner.id !== 'string') return null
  const found = nodeNamed(scene, owner.id, KINDS)
  return 'node' in found ? found.node.kind : null
}
