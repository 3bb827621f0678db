import { escapeHtml } from '../../values/escaped-html.ts'
import { prose, sentence } from './html.ts'
import type { Json } from './json.ts'

/** The fields of a schema as nested lists; named schemas are links. */
export function schemaFields(schema: Json): string {
  const variants = variantsOf(schema)
  if (variants) return variantList(variants)
  const { inner } = unwrapped(schema)
  const properties = (inner.properties ?? {}) as Record<string, Json>
  const required = (inner.required ?? []) as string[]
  const rows = Object.entries(properties).map(([name, field]) =>
    fieldRow(name, field, required.includes(name)),
  )
  return rows.length > 0 ? `<dl class="fields">${rows.join('')}</dl>` : ''
}

/**
 * One field with its type, whether it may be absent or null, its description, and its own fields.
 */
function fieldRow(name: string, field: Json, isRequired: boolean): string {
  const { inner, isNullable } = unwrapped(field)
  const about = (field.description ?? inner.description) as string | undefined
  const marks = [
    isNullable ? '<span class="mark">or null</span>' : '',
    isRequired ? '' : '<span class="mark">may be absent</span>',
  ].join(' ')
  const description = about ? `<p>${prose(sentence(about))}</p>` : ''
  const nested = nestedOf(field)
  const inside = nested && `<details open><summary>fields</summary>${nested}</details>`
  return `<div${nested && ' class="deep"'}><dt><code>${escapeHtml(name)}</code> ${typeLabel(field)} ${marks}</dt><dd>${description}${choicesOf(field)}${inside}</dd></div>`
}

/** A short name of a type, with its limits. */
export function typeLabel(schema: Json): string {
  return `<span class="type">${typeName(schema)}</span>${limitsOf(schema)}`
}

function typeName(schema: Json): string {
  const { inner } = unwrapped(schema)
  if (typeof inner.$ref === 'string') return refLink(inner.$ref)
  if ('const' in inner) return `<code>${escapeHtml(JSON.stringify(inner.const))}</code>`
  if (inner.type === 'array') {
    const { inner: items } = unwrapped((inner.items ?? {}) as Json)
    return `list of ${typeName(items)}`
  }
  const variants = variantsOf(inner)
  if (variants) {
    const kinds = [...new Set(variants.map(typeName))]
    return kinds.length === 1 ? kinds[0] : kinds.join(' or ')
  }
  if (inner.enum) return 'one of'
  if (isMap(inner)) {
    const values = unwrapped(inner.additionalProperties as Json)
    const valueType = typeName(values.inner)
    return `map of names to ${valueType}${values.isNullable ? ' or null' : ''}`
  }
  return escapeHtml(typeof inner.type === 'string' ? inner.type : 'any JSON')
}

function limitsOf(schema: Json): string {
  const { inner } = unwrapped(schema)
  const { minimum, exclusiveMinimum, maximum, minLength, maxLength, minItems, maxItems } = inner
  const limits = [
    range(minimum, maximum, ''),
    exclusiveMinimum === undefined ? '' : `above ${exclusiveMinimum}`,
    minLength === 1 && maxLength === undefined
      ? 'not empty'
      : range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' items'),
    inner.format === 'date-time' ? 'ISO 8601' : '',
    inner.default === undefined ? '' : `default ${formatDefault(inner.default)}`,
  ].filter(Boolean)
  return limits.map((each) => ` <span class="mark">${escapeHtml(each)}</span>`).join('')
}

const formatDefault = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : `${value}`

function range(least: unknown, most: unknown, unit: string): string {
  if (least === undefined && most === undefined) return ''
  if (least === most) return `${least}${unit}`
  if (most === undefined) return `at least ${least}${unit}`
  return least === undefined ? `at most ${most}${unit}` : `${least} to ${most}${unit}`
}

/** The values of an enum. */
export function choicesOf(schema: Json): string {
  const { inner } = unwrapped(schema)
  const items = inner.type === 'array' ? unwrapped((inner.items ?? {}) as Json).inner : inner
  if (!Array.isArray(items.enum)) return ''
  const values = items.enum.map((value) => `<code>${escapeHtml(formatDefault(value))}</code>`)
  return `<p class="choices">${values.join(' ')}</p>`
}

/** The nested fields of a field whose schema has no name. */
function nestedOf(schema: Json): string {
  const { inner } = unwrapped(schema)
  if (inner.$ref) return ''
  if (inner.type === 'array') return nestedOf((inner.items ?? {}) as Json)
  if (isMap(inner)) return nestedOf(inner.additionalProperties as Json)
  const variants = variantsOf(inner)
  if (variants) return variants.some((each) => schemaFields(each)) ? variantList(variants) : ''
  return schemaFields(inner)
}

function variantList(variants: Json[]): string {
  const items = variants.map((variant) => {
    const about = variant.description ? prose(sentence(`${variant.description}`)) : ''
    return `<li>${schemaFields(variant) || typeLabel(variant)}${about}</li>`
  })
  return `<p class="either">One of:</p><ul class="variants">${items.join('')}</ul>`
}

/** The schema without null, and whether it allowed null. */
export function unwrapped(schema: Json): { inner: Json; isNullable: boolean } {
  const options = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  const others = options?.filter(({ type }) => type !== 'null')
  if (options && others && others.length < options.length) {
    const rest = { ...schema, anyOf: others, oneOf: undefined }
    return { inner: others.length === 1 ? others[0] : rest, isNullable: true }
  }
  if (Array.isArray(schema.type) && schema.type.includes('null')) {
    const types = schema.type.filter((type) => type !== 'null')
    const type = types.length === 1 ? types[0] : types
    // `null` among the values of an enum is shown once, as `or null`.
    const values = Array.isArray(schema.enum) && schema.enum.filter((each) => each !== null)
    return { inner: { ...schema, type, ...(values && { enum: values }) }, isNullable: true }
  }
  return { inner: schema, isNullable: false }
}

function variantsOf({ anyOf, oneOf }: Json): Json[] | null {
  const options = (anyOf ?? oneOf) as Json[] | undefined
  return options && options.length > 1 ? options : null
}

function isMap(schema: Json): boolean {
  return schema.type === 'object' && typeof schema.additionalProperties === 'object'
}

function refLink(reference: string): string {
  const name = reference.slice(reference.lastIndexOf('/') + 1)
  return `<a href="#${name}">${name}</a>`
}
