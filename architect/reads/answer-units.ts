import { z } from 'zod'
import { isLength, unwrapped } from '../scene/length-schema.ts'
import { NODE_SCHEMAS, type SceneNode } from '../scene/nodes.ts'
import { METRES_PER, quantize, type Unit } from '../scene/units.ts'

/** Metres, square metres or cubic metres. */
export type Dimension = 1 | 2 | 3

/** Numbers of answers that `unit` converts, by their schemas. */
const dimensions = z.registry<{ dimension: Dimension }>()
/** Nodes as stored, whose schemas mark their lengths. */
const nodes = z.registry<{ isNode: true }>()

/** A length on the grid of 0.1 mm. */
export const lengthOut = () => z.number().register(dimensions, { dimension: 1 })
/** An area on a grid of 1 cm² (0.0001 m²). */
export const areaOut = () => z.number().register(dimensions, { dimension: 2 })
/** A volume on a grid of 0.1 litres (0.0001 m³). */
export const volumeOut = () => z.number().register(dimensions, { dimension: 3 })
/** `[x, z]` in plan. */
export const pointOut = () => z.array(lengthOut()).length(2)
/** `[x, y, z]` in the world. */
export const spacePointOut = () => z.array(lengthOut()).length(3)
export const nodeOut = () =>
  z.record(z.string(), z.unknown()).register(nodes, { isNode: true }) as z.ZodType<object>

/**
 * Decimals that are finer than the grid of 0.1 mm, 1 cm² and 0.1 l and no finer than needed: a
 * figure converted back to metres and put on the grid is the same figure again.
 */
const DECIMALS: Record<Unit, Record<Dimension, number>> = {
  m: { 1: 4, 2: 4, 3: 4 },
  cm: { 1: 2, 2: 0, 3: 0 },
  mm: { 1: 1, 2: 0, 3: 0 },
  ft: { 1: 4, 2: 4, 3: 4 },
  in: { 1: 3, 2: 2, 3: 2 },
}

/** The number in metres on the grid, in `unit` to the power of its dimension. */
export function inUnit(value: number, dimension: Dimension, unit: Unit): number {
  if (unit === 'm') return quantize(value)
  const factor = 10 ** DECIMALS[unit][dimension]
  return Math.round((quantize(value) / METRES_PER[unit] ** dimension) * factor) / factor + 0
}

/** A copy of a value in metres, with every number that the schema marks on the grid in `unit`. */
export function answerIn(schema: z.core.$ZodType, value: unknown, unit: Unit): unknown {
  if (value === null || value === undefined) return value
  if (typeof value === 'number') {
    const dimension = markOf(schema)
    return dimension === null ? quantize(value) : inUnit(value, dimension, unit)
  }
  if (typeof value !== 'object') return value
  const inner = unwrapped(schema)
  if (nodes.get(schema) || nodes.get(inner))
    return answerIn(NODE_SCHEMAS[(value as SceneNode).kind], value, unit)
  const { def } = inner._zod
  // Arguments of fixes: calls in metres, whatever the unit of the answer.
  if (def.type === 'unknown') return value
  if (Array.isArray(value)) {
    const { element } = def as z.core.$ZodArrayDef
    return value.map((entry) => answerIn(element, entry, unit))
  }
  const shape = def.type === 'object' ? (def as z.core.$ZodObjectDef).shape : null
  const rest = def.type === 'record' ? (def as z.core.$ZodRecordDef).valueType : inner
  return mapPresent(value, (name, field) => answerIn(shape?.[name] ?? rest, field, unit))
}

function mapPresent(value: object, of: (name: string, field: unknown) => unknown): object {
  const present = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(present.map(([name, field]) => [name, of(name, field)]))
}

const markOf = (schema: z.core.$ZodType): Dimension | null =>
  (dimensions.get(schema) ?? dimensions.get(unwrapped(schema)))?.dimension ??
  (isLength(schema) ? 1 : null)
