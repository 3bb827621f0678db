import { z } from 'zod'
import { isLength, unitIn } from '../input/input-units.ts'
import { isLook } from '../operations/input/look-input.ts'
import { nodeFields } from '../operations/input/node-fields.ts'
import type { Operation } from '../operations/operation.ts'
import type { Read } from '../reads/read.ts'
import { unwrapped } from '../scene/length-schema.ts'
import { EDIT_EXAMPLES } from './edit-examples.ts'
import { SHARED_FIELDS } from './shared-fields.ts'

/** An edit or a read: what a client may call. */
export type Tool = Operation | Read

/** A tool as clients see it. */
export interface PublishedTool {
  name: string
  /** Purpose, use, and an example of the arguments. */
  description: string
  /** True where it changes nothing. */
  isReadOnly: boolean
  /** True where it deletes or overwrites existing nodes. */
  isDestructive: boolean
  inputSchema: ObjectSchema
}

/** The part of JSON Schema that inputs use; no unions, tuples, references or lists of types. */
export interface Schema {
  type?: string
  description?: string
  enum?: unknown[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  default?: unknown
  [keyword: string]: unknown
}
export interface ObjectSchema extends Schema {
  properties: Record<string, Schema>
  required: string[]
}

export const isRead = (tool: Tool): tool is Read => 'example' in tool

/** The first sentence of its description: what it makes, and what one must know of it. */
export const summaryOf = ({ description }: Tool): string => description.split(/(?<=\.)\s/)[0]

/** A call of the tool, as its description ends; empty where no argument is needed. */
export function exampleOf(tool: Tool): string {
  const example = isRead(tool) ? tool.example : (EDIT_EXAMPLES[tool.name] ?? {})
  return Object.keys(example).length > 0 ? ` Example: ${JSON.stringify(example)}` : ''
}

/** The tool with the JSON schema of a call, which holds in every unit. */
export const publishedTool = (tool: Tool): PublishedTool => ({
  name: tool.name,
  description: tool.description + exampleOf(tool),
  isReadOnly: isRead(tool),
  isDestructive: !isRead(tool) && (tool.isDestructive ?? false),
  inputSchema: toolSchema(tool.input, isRead(tool)),
})

/**
 * JSON schema of a call: the tool's own arguments and, where it has lengths or answers some, their
 * unit. Bounds and usual values of lengths are in metres and would be wrong in other units: bounds
 * are left out, since the tool checks them, and usual values are in the descriptions.
 */
export function toolSchema(input: z.ZodType, isAnswerInUnit = false): ObjectSchema {
  let hasUnit = isAnswerInUnit
  const schema = z.toJSONSchema(input, {
    io: 'input',
    override: ({ zodSchema, jsonSchema, path }) => {
      hasUnit ||= isLength(zodSchema)
      withoutMetres(zodSchema, jsonSchema as Schema, String(path.at(-1)))
      if (isLook(unwrapped(zodSchema))) asText(jsonSchema as Schema)
      if (unwrapped(zodSchema) === nodeFields) anyFields(jsonSchema as Schema)
    },
  }) as Schema
  const { additionalProperties, required = [] } = schema
  const { type, enum: units } = z.toJSONSchema(unitIn, { io: 'input' }) as Schema
  const properties = {
    ...schema.properties,
    ...(hasUnit && { unit: { type, enum: units } }),
  }
  return compact({ type: 'object', properties, required, additionalProperties }) as ObjectSchema
}

/** A look, without its former spelling as an object. */
function asText(json: Schema): void {
  delete json.anyOf
  json.type = 'string'
}

/** Fields of nodes of any kind: each kind has an edit that describes its own. */
function anyFields(json: Schema): void {
  delete json.properties
  json.additionalProperties = true
}

/** JSON schema of a read's own fields of its answer, described with frames. */
export const resultSchema = ({ result }: Read): Schema =>
  z.toJSONSchema(result, { io: 'output' }) as Schema

function withoutMetres(schema: z.core.$ZodType, json: Schema, field: string): void {
  if (!isLength(schema)) return
  delete json.minimum
  delete json.maximum
  if (json.default === undefined) return
  const usual = `${json.default} m`
  const text = json.description ?? SHARED_FIELDS[field]
  if (json.default !== 0 && !text?.includes(usual))
    json.description = text ? `${text}; absent: ${usual}` : `Absent: ${usual}`
  delete json.default
}

/** Keywords that the tool checks itself and states in its error; without them lists are shorter. */
const LEFT_OUT = new Set(['maxLength', 'minLength', 'maxItems', 'pattern', 'propertyNames'])
/** Bounds that state nothing: of whole numbers by zod, of degrees by a whole turn. */
const isWideBound = (keyword: string, value: unknown): boolean =>
  (keyword === 'minimum' || keyword === 'maximum') &&
  [360, Number.MAX_SAFE_INTEGER].includes(Math.abs(Number(value)))

/** The schema without what repeats, and with a description of every property. */
function compact(schema: Schema): Schema {
  const entries = Object.entries(schema).filter(
    ([keyword, value]) =>
      !(LEFT_OUT.has(keyword) && !isPoint(schema)) && !isWideBound(keyword, value),
  )
  const short: Schema = Object.fromEntries(entries)
  if (schema.items) short.items = compact(schema.items)
  if (schema.properties) {
    short.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([field, property]) => [
        field,
        described(field, compact(property)),
      ]),
    )
  }
  if (typeof schema.additionalProperties === 'object')
    short.additionalProperties = compact(schema.additionalProperties)
  return short
}

/** Points are lists of two or three numbers: their lengths are stated. */
const isPoint = ({ items, maxItems }: Schema): boolean =>
  items?.type === 'number' && Number(maxItems) <= 3

function described(field: string, property: Schema): Schema {
  if (property.description !== undefined) return property
  const shared = SHARED_FIELDS[field]
  return shared === undefined ? property : { ...property, description: shared }
}
