import { schemaFields } from '../../http/reference/docs-schema.ts'
import { prose } from '../../http/reference/html.ts'
import type { Json } from '../../http/reference/json.ts'
import { SECTION_VARIANTS } from '../schemas/components.ts'

/** Names of all variants: the page shows them with their union. */
export const VARIANT_NAMES = new Set(Object.values(SECTION_VARIANTS).flatMap(Object.values))

/**
 * The fields of a union of variants by `status`, each once, and a table of what differs by status:
 * four lists of nearly the same fields for each section would double the page.
 */
export function unionFields(name: string, schemas: Record<string, Json>): string {
  const variants = Object.entries(SECTION_VARIANTS[name]).map(([status, variant]) => ({
    status,
    variant,
    schema: schemas[variant],
  }))
  const all = variants.map(({ schema }) => schema)
  const names = [...new Set(all.flatMap((each) => Object.keys(propertiesOf(each))))]
  const properties = names.map((field): [string, Json] => [field, mergedField(field, all)])
  const varying = properties.map(([field]) => field).filter((field) => !isSame(field, all))
  const rows = variants.map(({ status, variant, schema }) => {
    const parts = varying
      .filter((field) => field !== 'status')
      .map((field) => partOf(field, schema))
    return `<tr id="${variant}"><th scope="row"><code>${status}</code></th><td>${prose(parts.join('; '))}</td></tr>`
  })
  const required = names.filter((field) => all.every((each) => isRequired(field, each)))
  return `<table class="answers"><thead><tr><th scope="col">Status</th><th scope="col">Fields</th></tr></thead><tbody>${rows.join('')}</tbody></table>
${schemaFields({ type: 'object', properties: Object.fromEntries(properties), required })}`
}

const propertiesOf = ({ properties }: Json) => properties as Record<string, Json>

const isRequired = (field: string, { required }: Json): boolean =>
  ((required ?? []) as string[]).includes(field)

const isNull = (schema: Json | undefined): boolean => schema?.type === 'null'

/** True where a field is alike in all variants. */
function isSame(field: string, variants: Json[]): boolean {
  const texts = variants.map((each) =>
    JSON.stringify([propertiesOf(each)[field], isRequired(field, each)]),
  )
  return new Set(texts).size === 1
}

/** One schema for a field of all variants: one of their constants, or the first, or null. */
function mergedField(field: string, variants: Json[]): Json {
  const own = variants.flatMap((each): Json[] => {
    const schema = propertiesOf(each)[field]
    return schema ? [schema] : []
  })
  const values = new Set(own.map((each) => each.const))
  if (values.size > 1) {
    const { const: _, ...rest } = own[0]
    return { ...rest, enum: [...values] }
  }
  const [first] = own.filter((each) => !isNull(each))
  if (own.some(isNull)) return { description: 'see `status`', anyOf: [first, { type: 'null' }] }
  const descriptions = new Set(own.map((each) => each.description))
  return descriptions.size > 1 ? { ...first, description: [...descriptions].join('; ') } : first
}

/** What a variant has of a field that differs between variants. */
function partOf(field: string, schema: Json): string {
  const own = propertiesOf(schema)[field]
  if (own === undefined) return `no \`${field}\``
  if (isNull(own)) return `\`${field}\` is null`
  if (Array.isArray(own.anyOf) && own.anyOf.some(isNull)) return `\`${field}\` may be null`
  return isRequired(field, schema) ? `has \`${field}\`` : `may have \`${field}\``
}
