import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { StepData, StepValue } from './step-reader.ts'

/** A class of the schema: its supertype and its attributes, inherited ones first. */
interface SchemaClass {
  above: string | null
  attributes: { name: string; type: string }[]
  /** The names of an enumeration. */
  names: string[]
}

interface Schema {
  classes: Map<string, SchemaClass>
  selects: Map<string, string[]>
}

let schema: Schema | undefined

/**
 * The IFC4 schema as the declarations of web-ifc state it, which are generated from EXPRESS: the
 * attributes of each class with their types, enumerations and selects; neither bounds nor rules.
 */
function readSchema(): Schema {
  if (schema) return schema
  const path = createRequire(import.meta.url).resolve('web-ifc')
  const text = readFileSync(path.replace(/[^/]*$/, 'ifc-schema.d.ts'), 'utf8')
  const start = text.indexOf('export declare namespace IFC4 {')
  const own = text.slice(start, text.indexOf('export declare namespace', start + 10))
  schema = { classes: new Map(), selects: new Map() }
  for (const [, name, above, body] of own.matchAll(
    /^ {4}class (\w+)(?: extends (\w+))? \{\n([\s\S]*?)^ {4}\}/gm,
  )) {
    // The constructor has the attributes alone, without what refers to the class.
    const attributes = (/^ {8}constructor\((.*)\);$/m.exec(body)?.[1] ?? '')
      .split(/, (?=\w+: )/)
      .map((parameter) => parameter.split(': '))
      .map(([attribute, type]) => ({ name: attribute, type }))
    const names = [...body.matchAll(/^ {8}static (\w+): any;$/gm)].map((found) => found[1])
    schema.classes.set(name.toUpperCase(), {
      above: above?.toUpperCase() ?? null,
      attributes,
      names,
    })
  }
  for (const [, name, union] of own.matchAll(/^ {4}type (\w+) = (.*);$/gm))
    schema.selects.set(name.toUpperCase(), optionsOf(union))
  return schema
}

/** The names in a union: `(Handle<IfcA> | IfcA) | IfcB` is A or B. */
const optionsOf = (union: string): string[] =>
  union
    .replace(/\(Handle<\w+> \| (\w+)\)/g, '$1')
    .split(' | ')
    .map((name) => name.toUpperCase())

/** Numbers that the schema has as integers; a count may be either. */
const INTEGERS = new Set(['IFCINTEGER', 'IFCPOSITIVEINTEGER', 'IFCDIMENSIONCOUNT'])

/** Values of a file that are not of the types of the schema. */
export function schemaFaults({ instances }: StepData): string[] {
  const { classes, selects } = readSchema()
  const isA = (type: string, wanted: string): boolean => {
    for (let at: string | null = type; at !== null; at = classes.get(at)?.above ?? null)
      if (at === wanted) return true
    return false
  }
  const matches = (value: StepValue, type: string): boolean => {
    const select = selects.get(type)
    if (select) {
      if (value.kind !== 'typed')
        return value.kind === 'ref' && select.some((one) => matches(value, one))
      return select.some((one) =>
        selects.has(one) ? matches(value, one) : one === value.type && matches(value.value, one),
      )
    }
    const found = classes.get(type)
    if (value.kind === 'ref') return isA(instances.get(value.id)?.type ?? '', type)
    if (type === 'IFCBOOLEAN') return value.kind === 'enum' && /^[TF]$/.test(value.name)
    if (type === 'IFCLOGICAL') return value.kind === 'enum' && /^[TFU]$/.test(value.name)
    if (!found) return type === '(NUMBERHANDLE | NUMBER)' && value.kind === 'integer'
    if (found.names.length > 0) return value.kind === 'enum' && found.names.includes(value.name)
    if (found.above === 'NUMBERHANDLE') {
      if (INTEGERS.has(type)) return value.kind === 'integer'
      return value.kind === 'real' || (type === 'IFCCOUNTMEASURE' && value.kind === 'integer')
    }
    const [inner] = found.attributes
    if (inner?.name !== 'value') return false
    if (inner.type === 'string') return value.kind === 'string'
    const element = /^Array<(\w+)>$/.exec(inner.type)?.[1].toUpperCase()
    return (
      value.kind === 'list' && !!element && value.values.every((each) => matches(each, element))
    )
  }
  const fits = (value: StepValue, declared: string): boolean => {
    const isOptional = declared.endsWith(' | null')
    if (value.kind === 'none') return isOptional
    const type = isOptional ? declared.slice(0, -' | null'.length) : declared
    if (type.endsWith('[]'))
      return value.kind === 'list' && value.values.every((each) => fits(each, type.slice(0, -2)))
    const [only, ...more] = type.startsWith('(Number') ? [type.toUpperCase()] : optionsOf(type)
    return more.length === 0 && matches(value, only)
  }
  const faults: string[] = []
  for (const { id, type, values } of instances.values()) {
    const found = classes.get(type)
    if (!found) {
      faults.push(`#${id} is of the unknown class ${type}`)
      continue
    }
    const written = values.filter(({ kind }) => kind !== 'derived')
    if (written.length !== found.attributes.length) {
      faults.push(`#${id} ${type} has ${written.length} values, not ${found.attributes.length}`)
      continue
    }
    for (const [index, { name, type: declared }] of found.attributes.entries())
      if (!fits(written[index], declared))
        faults.push(`#${id} ${type}.${name} is ${JSON.stringify(written[index])}, not ${declared}`)
  }
  return faults
}
