import { z } from 'zod'
import { isLength, lengthIn, pointIn, polygonIn, unwrapped } from '../scene/length-schema.ts'
import { METRES_PER, UNITS, type Unit } from '../scene/units.ts'

export { isLength, lengthIn, pointIn, polygonIn }

/** The unit of all lengths in one call. */
export const unitIn = z.enum(UNITS).default('m')

/**
 * The input with every length that the schema marks converted to metres; everything else is
 * unchanged.
 */
export function inMetres(schema: z.core.$ZodType, value: unknown, unit: Unit): unknown {
  return unit === 'm' ? value : convertLengths(schema, value, METRES_PER[unit])
}

function convertLengths(schema: z.core.$ZodType, value: unknown, metres: number): unknown {
  if (typeof value === 'number') return isLength(schema) ? value * metres : value
  if (value === null || typeof value !== 'object') return value
  const inner = unwrapped(schema)
  const { def } = inner._zod
  if (Array.isArray(value)) {
    if (def.type !== 'array') return value
    const { element } = def as z.core.$ZodArrayDef
    return value.map((entry) => convertLengths(element, entry, metres))
  }
  if (def.type === 'record') {
    const { valueType } = def as z.core.$ZodRecordDef
    return mapFields(value, () => valueType, metres)
  }
  if (def.type !== 'object') return value
  const { shape } = def as z.core.$ZodObjectDef
  return mapFields(value, (name) => (Object.hasOwn(shape, name) ? shape[name] : null), metres)
}

function mapFields(
  value: object,
  schemaOf: (name: string) => z.core.$ZodType | null,
  metres: number,
): object {
  const entries = Object.entries(value).map(([name, field]) => {
    const schema = schemaOf(name)
    return [name, schema ? convertLengths(schema, field, metres) : field]
  })
  return Object.fromEntries(entries)
}
