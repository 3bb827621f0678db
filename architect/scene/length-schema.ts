import { z } from 'zod'

/** Greatest distance of a coordinate from the origin, in metres: beyond it the units are wrong. */
export const REACH_M = 10_000
/** Corners of one polygon. */
export const POLYGON_CORNERS_MAX = 256

/** The numbers of schemas that are lengths. Degrees, counts and shares are not registered. */
const lengths = z.registry<{ isLength: true }>()

/** A length in metres. In the input of a call it may be in another unit, and is converted first. */
export const lengthIn = (min: number, max: number) =>
  z.number().min(min).max(max).register(lengths, { isLength: true })

/** `[x, z]`. An array with bounds instead of a tuple, because some tool clients reject tuples. */
export const pointIn = () =>
  z.array(lengthIn(-REACH_M, REACH_M)).length(2) as unknown as z.ZodType<[number, number]>

/** `[x, y, z]`, or three sizes. */
export const threeLengthsIn = (min: number, max: number) =>
  z.array(lengthIn(min, max)).length(3) as unknown as z.ZodType<[number, number, number]>

export const polygonIn = () => z.array(pointIn()).min(3).max(POLYGON_CORNERS_MAX)

/**
 * True when the schema, or the one that it wraps, is a length: `describe` copies the mark, wrappers
 * do not.
 */
export const isLength = (schema: z.core.$ZodType): boolean =>
  lengths.get(schema)?.isLength ?? lengths.get(unwrapped(schema))?.isLength ?? false

/** The schema without defaults and other wrappers around it. */
export function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  const def = schema._zod.def as { innerType?: z.core.$ZodType; in?: z.core.$ZodType }
  const inner = def.innerType ?? def.in
  return inner ? unwrapped(inner) : schema
}
