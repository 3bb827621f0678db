import { unwrapped } from '../../http/reference/docs-schema.ts'
import type { Json } from '../../http/reference/json.ts'
import { SECTION_VARIANTS } from '../schemas/components.ts'

/** Characters of the description of a field; longer ones are cut after a word. */
const FIELD_CHARACTERS_MAX = 100
/** Values of an enum that are listed; of longer ones the first are. */
const VALUES_SHOWN_MAX = 8

/** Whether a field is one of the contract is of no use to a reader of the list. */
const ADDITIVE = / ?\(additive( field)?\)$|^additive$/

/** One field of the data of a section: path, type and description in one line. */
export interface SectionField {
  /** Such as `zones_on_parcel[].zone`. */
  path: string
  type: string
  /** Empty where the schema has none. */
  about: string
}

/** The fields of the data of each section by its name, in the order of the dossier. */
export function sectionFields(schemas: Record<string, Json>): [section: string, SectionField[]][] {
  return Object.values(SECTION_VARIANTS).map(({ available }) => {
    const { layer, data } = schemas[available].properties as Record<string, Json>
    return [`${layer.const}`, fieldsOf(data, '', schemas)]
  })
}

/** One line: the path, the type, whether the field may be absent, and what it is. */
export function formatField({ path, type, about }: SectionField): string {
  return `\`${path}\` ${type}${about ? `: ${about}` : ''}`
}

function fieldsOf(schema: Json, prefix: string, schemas: Record<string, Json>): SectionField[] {
  const { inner } = resolved(schema, schemas)
  const required = (inner.required ?? []) as string[]
  const properties = Object.entries((inner.properties ?? {}) as Record<string, Json>)
  return properties.flatMap(([name, field]) => {
    const path = prefix + name
    const { inner: own, isNullable } = resolved(field, schemas)
    const type = typeName(own, schemas) + (isNullable ? ' or null' : '')
    const isList = own.type === 'array'
    const nested = isList ? ((own.items ?? {}) as Json) : own
    const about = shortened(`${field.description ?? own.description ?? ''}`.replace(ADDITIVE, ''))
    return [
      { path, type: required.includes(name) ? type : `${type}, may be absent`, about },
      ...fieldsOf(nested, `${path}${isList ? '[]' : ''}.`, schemas),
    ]
  })
}

function typeName(schema: Json, schemas: Record<string, Json>): string {
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) {
    const values = schema.enum.filter((value) => value !== null).map((value) => `"${value}"`)
    const rest = values.length > VALUES_SHOWN_MAX ? [' ...'] : []
    return [...values.slice(0, VALUES_SHOWN_MAX), ...rest].join('|')
  }
  if (schema.type !== 'array') return typeof schema.type === 'string' ? schema.type : 'any JSON'
  const items = resolved((schema.items ?? {}) as Json, schemas)
  return `list of ${typeName(items.inner, schemas)}${items.isNullable ? ' or null' : ''}`
}

/** The schema, or the one that its reference names, without null, and whether it allowed null. */
function resolved(schema: Json, schemas: Record<string, Json>) {
  const { inner, isNullable } = unwrapped(schema)
  const { $ref } = inner
  const named = typeof $ref === 'string' ? schemas[$ref.slice($ref.lastIndexOf('/') + 1)] : inner
  return { inner: named, isNullable }
}

function shortened(text: string): string {
  if (text.length <= FIELD_CHARACTERS_MAX) return text
  return `${text.slice(0, FIELD_CHARACTERS_MAX).replace(/[\s,;:.]*\S*$/, '')} ...`
}
