import { z } from 'zod'
import { lengthIn, pointIn, polygonIn } from '../../input/input-units.ts'
import { nearestName } from '../../input/nearest-name.ts'
import { POLYGON_CORNERS_MAX, REACH_M } from '../../scene/length-schema.ts'
import { finish, type Kind, NODE_SCHEMAS } from '../../scene/nodes.ts'
import { Refusal } from '../refusal.ts'
import { cleanHoles, cleanPath, cleanPolygon } from './plan-input.ts'

const length = lengthIn(-REACH_M, REACH_M)
const angle = z.number().min(-360).max(360)
const word = z.string().max(120)

/**
 * All fields of all kinds except id, kind and parent. The schema of each kind decides which of them
 * it has.
 */
export const nodeFields = z.strictObject({
  label: word.optional(),
  finishes: z.record(z.string().max(20), finish).optional(),
  polygon: polygonIn().optional(),
  holes: z.array(polygonIn()).max(64).optional(),
  path: z.array(pointIn()).min(2).max(POLYGON_CORNERS_MAX).optional(),
  start: pointIn().optional(),
  end: pointIn().optional(),
  position: z
    .array(length)
    .min(2)
    .max(3)
    .describe('[x, z]; of an item [x, y, z], y above the floor')
    .optional(),
  size: z.array(length).length(3).describe('[width, height, depth] of an item').optional(),
  elevation: length.optional(),
  storeyHeight: length.optional(),
  wallThickness: length.optional(),
  outerWallThickness: length.optional(),
  wallHeight: length.optional(),
  height: length.optional(),
  thickness: length.optional(),
  sagitta: length.optional(),
  offset: length.optional(),
  width: length.optional(),
  depth: length.optional(),
  sill: length.optional(),
  top: length.optional(),
  base: length.optional(),
  overhang: length.optional(),
  going: length.optional(),
  rotation: angle.optional(),
  direction: angle.optional(),
  ridge: angle.optional(),
  pitch: angle.optional(),
  index: z.int().optional(),
  risers: z.int().optional(),
  cuts: z.boolean().optional(),
  handrails: z.boolean().optional(),
  shape: word.optional(),
  outline: word.optional(),
  style: word.optional(),
  doorType: word.optional(),
  windowType: word.optional(),
  roofType: word.optional(),
  roomType: word.optional(),
  hinge: word.optional(),
  swing: word.optional(),
  turn: word.optional(),
  color: word.optional(),
  asset: word.optional(),
  host: word.optional(),
  toLevel: word.optional(),
  text: z.string().max(500).optional(),
})
export type NodeFields = z.infer<typeof nodeFields>

/** Names of fields to remove, so that they are derived again or have their default value. */
export const unsetFields = z.array(z.string().max(20)).max(20)

/** What a node is, and what is known of its land, is for no edit to set. */
const NOT_SET = ['id', 'kind', 'parent', 'survey']

/** Names of the fields of a kind that a caller may set. */
export const fieldsOf = (kind: Kind): string[] =>
  Object.keys(NODE_SCHEMAS[kind].shape).filter((name) => !NOT_SET.includes(name))

/** Why a kind of node does not take a field, with the nearest of those that it has. */
export function unknownField(kind: Kind, name: string, param: string): Refusal {
  const known = fieldsOf(kind)
  const near = nearestName(name, known)
  return new Refusal(
    'invalid_input',
    `A ${kind} has no ${name}${near ? `; did you mean ${near}?` : '.'} It has ${known.join(', ')}.`,
    { param },
  )
}

/**
 * The fields as a node of this kind stores them: polygons cleaned, each parsed by the kind's
 * schema. Throws `Refusal` for a field that the kind does not have or that has another type.
 * `param` is the argument that holds the fields.
 */
export function checkedFields(
  kind: Kind,
  set: NodeFields,
  unset: readonly string[],
  param: string,
): Record<string, unknown> {
  const known = fieldsOf(kind)
  const present = Object.entries(set).filter(([, value]) => value !== undefined)
  for (const name of [...present.map(([name]) => name), ...unset]) {
    if (known.includes(name)) continue
    throw unknownField(kind, name, `${param}.${name}`)
  }
  const shape: Record<string, z.ZodType> = NODE_SCHEMAS[kind].shape
  const fields: Record<string, unknown> = Object.fromEntries(unset.map((name) => [name, undefined]))
  for (const [name, value] of present) {
    const read = shape[name].safeParse(value)
    if (!read.success)
      throw new Refusal(
        'invalid_input',
        `The ${name} of a ${kind} is not valid: ${read.error.issues[0].message}.`,
        { param: `${param}.${name}` },
      )
    fields[name] = read.data
  }
  if (set.polygon) fields.polygon = cleanPolygon(set.polygon, `${param}.polygon`)
  if (set.path) fields.path = cleanPath(set.path, `${param}.path`)
  return fields
}

/** The node with its holes cleaned against its polygon, which may be set in the same call. */
export function withCleanHoles<Node extends { kind: Kind }>(node: Node, param: string): Node {
  if (!('holes' in node && 'polygon' in node)) return node
  const { holes, polygon } = node as unknown as { holes: never[]; polygon: [number, number][] }
  return { ...node, holes: cleanHoles(holes, polygon, `${param}.holes`) }
}
