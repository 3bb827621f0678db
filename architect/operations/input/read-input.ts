import type { z } from 'zod'
import { KINDS, type Kind } from '../../scene/nodes.ts'
import { safeInput } from '../../scene/safe-text.ts'
import type { Scene } from '../../scene/scene.ts'
import { UNITS } from '../../scene/units.ts'
import { namedNode } from '../nodes/named-node.ts'
import type { Operation } from '../operation.ts'
import { Refusal } from '../refusal.ts'
import { inMetres, unitIn } from './input-units.ts'
import { nearestName } from './nearest-name.ts'
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
  if (given === null || typeof given !== 'object' || Array.isArray(given))
    throw new Refusal('invalid_input', `${operation.name} takes its arguments as one object.`)
  const { unit: name = 'm', ...rest } = given
  const unit = unitIn.safeParse(name)
  if (!unit.success)
    throw new Refusal(
      'invalid_input',
      `unit must be one of ${UNITS.join(', ')}, got ${JSON.stringify(name)}.`,
      { param: 'unit' },
    )
  const read = operation.input.safeParse(inMetres(operation.input, safeInput(rest), unit.data))
  if (read.success) return withNodeIds(scene, read.data) as Input
  throw inputRefusal(operation, read.error.issues, rest, scene)
}

function inputRefusal(
  operation: Operation,
  issues: z.core.$ZodIssue[],
  given: Record<string, unknown>,
  scene: Scene,
): Refusal {
  const [issue] = issues
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    const [unknown] = issue.keys
    const param = [...path, unknown].join('.')
    const kind = kindOfFields(operation, given, issue.path, scene)
    // The fields of a node are those of its kind: another kind's field is not what is missing.
    if (kind !== null && path.at(-1) === 'set') return unknownField(kind, unknown, param)
    const own = nearestName(unknown, namesAt(operation.input, issue.path))
    const field = kind === null ? null : nearestName(unknown, fieldsOf(kind))
    const near = own ?? (field === null ? null : [...path, 'set', field].join('.'))
    return new Refusal(
      'invalid_input',
      `${operation.name} has no argument ${param}${near ? `; did you mean ${near}?` : '.'}`,
      { param },
    )
  }
  const param = path.join('.') || undefined
  const more = issues.length > 1 ? ` ${issues.length - 1} more arguments are not valid.` : ''
  return new Refusal(
    'invalid_input',
    `${param ? `${param} of ${operation.name}` : operation.name}: ${sentence(issue.message)}${more}`,
    { param },
  )
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
  return namedNode(scene, owner.id, KINDS)?.kind ?? null
}

const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

/** Names of the fields that the object at this path of the input may have. */
function namesAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  const def = schema._zod.def as {
    innerType?: z.core.$ZodType
    element?: z.core.$ZodType
    shape?: Record<string, z.core.$ZodType>
  }
  if (def.innerType) return namesAt(def.innerType, path)
  if (path.length === 0) return [...Object.keys(def.shape ?? {}), 'unit']
  const [step, ...further] = path
  const next = typeof step === 'number' ? def.element : def.shape?.[String(step)]
  return next ? namesAt(next, further) : []
}
