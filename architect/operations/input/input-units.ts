import { z } from 'zod'
import { POLYGON_CORNERS_MAX, REACH_M } from '../../scene/nodes.ts'
import { METRES_PER, UNITS, type Unit } from '../../scene/units.ts'

/** Which numbers of an input are lengths. Degrees, counts and shares of a way are not in it. */
const lengths = z.registry<{ isLength: true }>()

/** A length that a caller may say in any unit. The bounds are metres, and so is what `run` gets. */
export const lengthIn = (min: number, max: number) =>
  z.number().min(min).max(max).register(lengths, { isLength: true })
/** `[x, z]`. An array with bounds and not a tuple: some clients of tools refuse tuples. */
export const pointIn = () =>
  z.array(lengthIn(-REACH_M, REACH_M)).length(2) as unknown as z.ZodType<[number, number]>
/** `[x, y, z]`. */
export const spacePointIn = () =>
  z.array(lengthIn(-REACH_M, REACH_M)).length(3) as unknown as z.ZodType<[number, number, number]>
export const polygonIn = () => z.array(pointIn()).min(3).max(POLYGON_CORNERS_MAX)

/** The unit of all lengths in one call. */
export const unitIn = z.enum(UNITS).default('m').describe('Unit of every length in this call')

/** The input with every length that the schema marks turned into metres; the rest as it is. */
export function inMetres(schema: z.core.$ZodType, value: unknown, unit: Unit): unknown {
  return unit === 'm' ? value : converted(schema, value, METRES_PER[unit])
}

function converted(schema: z.core.$ZodType, value: unknown, metres: number): unknown {
  if (typeof value === 'number') return isLength(schema) ? value * metres : value
  if (value === null || typeof value !== 'object') return value
  const inner = unwrapped(schema)
  const { def } = inner._zod
  if (Array.isArray(value)) {
    if (def.type !== 'array') return value
    const { element } = def as z.core.$ZodArrayDef
    return value.map((entry) => converted(element, entry, metres))
  }
  if (def.type === 'record') {
    const { valueType } = def as z.core.$ZodRecordDef
    return mapped(value, () => valueType, metres)
  }
  if (def.type !== 'object') return value
  const { shape } = def as z.core.$ZodObjectDef
  return mapped(value, (name) => (Object.hasOwn(shape, name) ? shape[name] : undefined), metres)
}

function mapped(
  value: object,
  schemaOf: (name: string) => z.core.$ZodType | undefined,
  metres: number,
): object {
  const entries = Object.entries(value).map(([name, field]) => {
    const schema = schemaOf(name)
    return [name, schema ? converted(schema, field, metres) : field]
  })
  return Object.fromEntries(entries)
}

/** A mark goes on to what is made of a marked schema by `describe`, but not to its wrappings. */
const isLength = (schema: z.core.$ZodType): boolean =>
  lengths.get(schema)?.isLength ?? lengths.get(unwrapped(schema))?.isLength ?? false

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  const def = schema._zod.def as { innerType?: z.core.$ZodType; in?: z.core.$ZodType }
  const inner = def.innerType ?? def.in
  return inner ? unwrapped(inner) : schema
}
