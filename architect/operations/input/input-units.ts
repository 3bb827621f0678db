import { z } from 'zod'
import { POLYGON_CORNERS_MAX, REACH_M } from '../../scene/nodes.ts'
import { METRES_PER, UNITS, type Unit } from '../../scene/units.ts'

/** The numbers of inputs that are lengths. Degrees, counts and shares are not registered. */
const lengths = z.registry<{ isLength: true }>()

/** A length that a caller may give in any unit. The bounds are in metres, and `run` gets metres. */
export const lengthIn = (min: number, max: number) =>
  z.number().min(min).max(max).register(lengths, { isLength: true })
/** `[x, z]`. An array with bounds instead of a tuple, because some tool clients reject tuples. */
export const pointIn = () =>
  z.array(lengthIn(-REACH_M, REACH_M)).length(2) as unknown as z.ZodType<[number, number]>
export const polygonIn = () => z.array(pointIn()).min(3).max(POLYGON_CORNERS_MAX)

/** The unit of all lengths in one call. */
export const unitIn = z.enum(UNITS).default('m').describe('Unit of every length in this call')

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
  const inner = unwrap(schema)
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

/**
 * True when the schema or the schema that it wraps is marked: `describe` copies the mark, wrappers
 * do not.
 */
const isLength = (schema: z.core.$ZodType): boolean =>
  lengths.get(schema)?.isLength ?? lengths.get(unwrap(schema))?.isLength ?? false

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const def = schema._zod.def as { innerType?: z.core.$ZodType; in?: z.core.$ZodType }
  const inner = def.innerType ?? def.in
  return inner ? unwrap(inner) : schema
}
