import { SHARED_FIELDS } from './shared-fields.ts'
import type { Schema } from './tool-schema.ts'

/** What the instructions of a list of tools state once, by the name of an argument. */
export interface Shared {
  descriptions: ReadonlyMap<string, string>
  values: ReadonlyMap<string, readonly unknown[]>
}

/** Values of an argument are stated once where two or more have the same. */
const REPEATED_MIN = 2

/**
 * Characters of the values of an argument, as JSON, from which on they are stated once for all
 * arguments that have them.
 */
const VALUES_CHARACTERS_MIN = 12

/** Bounds that the tool checks itself and states in its error. */
const BOUNDS = new Set(['minimum', 'maximum', 'minItems', 'maxItems'])

/** The arguments of these schemas that have the description of all of their name. */
export function sharedDescriptions(schemas: readonly Schema[]): Map<string, string> {
  const used = new Set(
    schemas
      .flatMap(propertiesOf)
      .filter(([name, { description }]) => description === SHARED_FIELDS[name])
      .map(([name]) => name),
  )
  return new Map(Object.entries(SHARED_FIELDS).filter(([name]) => used.has(name)))
}

/** The values that most properties of a name have, of long lists that schemas repeat. */
export function repeatedValues(schemas: readonly Schema[]): Map<string, readonly unknown[]> {
  const counts = new Map<string, Map<string, number>>()
  const uses = new Map<string, number>()
  /** Names that are also those of texts, which would seem to have the values. */
  const free = new Set<string>()
  for (const [name, property] of schemas.flatMap(propertiesOf)) {
    const values = valuesOf(property)
    if (!values && property.type === 'string') free.add(name)
    if (!values) continue
    const list = JSON.stringify(values)
    count(counts, name, list)
    uses.set(list, (uses.get(list) ?? 0) + 1)
  }
  const shared = new Map<string, readonly unknown[]>()
  for (const name of [...counts.keys()].filter((name) => !free.has(name)).sort()) {
    const [list] = mostOf(counts.get(name)!)
    if (uses.get(list)! >= REPEATED_MIN && list.length >= VALUES_CHARACTERS_MIN)
      shared.set(name, JSON.parse(list))
  }
  return shared
}

/** The schema without bounds, without values of no consequence, and without what is shared. */
export function shortSchema(schema: Schema, shared: Shared): Schema {
  const short: Schema = Object.fromEntries(
    Object.entries(schema).filter(([keyword, value]) => !isSilent(keyword, value)),
  )
  if (schema.items) short.items = shortSchema(schema.items, shared)
  if (schema.anyOf) short.anyOf = (schema.anyOf as Schema[]).map((one) => shortSchema(one, shared))
  if (typeof schema.additionalProperties === 'object')
    short.additionalProperties = shortSchema(schema.additionalProperties, shared)
  if (schema.properties)
    short.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [
        name,
        withoutShared(shortSchema(property, shared), name, shared),
      ]),
    )
  return short
}

function withoutShared(property: Schema, name: string, shared: Shared): Schema {
  const short = { ...property }
  // A description states the value that it has where it is absent.
  if (short.description?.includes(`absent: ${short.default}`)) delete short.default
  if (short.description === shared.descriptions.get(name)) delete short.description
  const values = valuesOf(short)
  if (!values || JSON.stringify(values) !== JSON.stringify(shared.values.get(name))) return short
  delete short.enum
  if (short.items?.enum) {
    const { enum: _, ...items } = short.items
    short.items = items
  }
  return short
}

/** Values of a property, or of the entries of a list; null of one that has none. */
export const valuesOf = ({ enum: values, items }: Schema): unknown[] | null =>
  values ?? items?.enum ?? null

/** True of bounds, and of defaults that are as good as absent: false, 0 and an empty list. */
const isSilent = (keyword: string, value: unknown): boolean =>
  BOUNDS.has(keyword) ||
  (keyword === 'default' && (!value || (Array.isArray(value) && value.length === 0))) ||
  (keyword === 'required' && (value as string[]).length === 0)

/** The properties of a schema and of all objects in it. */
function propertiesOf(schema: Schema): [string, Schema][] {
  const inner = [schema.items, schema.additionalProperties].filter(
    (one): one is Schema => typeof one === 'object',
  )
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]): [string, Schema][] => [
      [name, property],
      ...propertiesOf(property),
    ]),
    ...inner.flatMap(propertiesOf),
  ]
}

function count(counts: Map<string, Map<string, number>>, name: string, value: string): void {
  const ofName = counts.get(name) ?? new Map<string, number>()
  counts.set(name, ofName.set(value, (ofName.get(value) ?? 0) + 1))
}

/** The value with the most uses, the first in the alphabet of several, and its uses. */
const mostOf = (uses: ReadonlyMap<string, number>): [string, number] =>
  [...uses].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]
