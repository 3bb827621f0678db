import { expect, test } from 'vitest'
import { z } from 'zod'
import { lengthIn } from '../input/input-units.ts'
import { UNITS } from '../scene/units.ts'
import { TOOLS, toolList } from './tool-list.ts'
import { publishedTool, type Schema, toolSchema } from './tool-schema.ts'

/** What strict clients of tools refuse or warn about, each with its path. */
function faultsOf(schema: Schema, path: string, isProperty = false): string[] {
  const faults: string[] = []
  const keywords = Object.keys(schema)
  if (keywords.length === 0 || (keywords.length === 1 && schema.description !== undefined))
    faults.push(`${path}: no type`)
  if (Array.isArray(schema.type)) faults.push(`${path}: a list of types`)
  if ('prefixItems' in schema || Array.isArray(schema.items)) faults.push(`${path}: a tuple`)
  if ('$ref' in schema || '$defs' in schema) faults.push(`${path}: a reference`)
  if (isProperty && !schema.description?.trim()) faults.push(`${path}: no description`)
  if (schema.properties && schema.additionalProperties !== false)
    faults.push(`${path}: more properties`)
  if (schema.type === 'array' && !schema.items) faults.push(`${path}: items of any type`)
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    faults.push(...faultsOf(property, `${path}.${name}`, true))
  if (schema.items) faults.push(...faultsOf(schema.items, `${path}[]`))
  if (typeof schema.additionalProperties === 'object')
    faults.push(...faultsOf(schema.additionalProperties, `${path}.*`))
  const options = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as Schema[] | undefined
  for (const option of options ?? []) faults.push(...faultsOf(option, `${path}|`))
  return faults
}

test('the lint finds each thing that strict clients refuse', () => {
  const schema: Schema = {
    type: 'object',
    properties: {
      a: { type: ['number', 'string'] as unknown as string, description: 'A' },
      b: { description: 'B' },
      c: { type: 'array', prefixItems: [], items: { type: 'number' }, description: 'C' },
      d: { $ref: '#/x', description: 'D' },
      e: { type: 'string' },
      f: { type: 'array', description: 'F' },
      g: { type: 'object', properties: {}, description: 'G' },
    },
    additionalProperties: false,
  }
  expect(faultsOf(schema, 'tool')).toEqual([
    'tool.a: a list of types',
    'tool.b: no type',
    'tool.c: a tuple',
    'tool.d: a reference',
    'tool.e: no description',
    'tool.f: items of any type',
    'tool.g: more properties',
  ])
})

test.each(TOOLS.map((tool) => [tool.name, tool] as const))('%s is strict-clean', (name, tool) => {
  const { description, inputSchema } = publishedTool(tool)
  expect(faultsOf(inputSchema, name)).toEqual([])
  expect(inputSchema.type).toBe('object')
  for (const union of ['anyOf', 'oneOf', 'allOf']) expect(inputSchema).not.toHaveProperty(union)
  expect(description).toMatch(/^[A-Z].*[.}]$/)
})

test('names are unique, and those of reads differ from those of edits', () => {
  const names = TOOLS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test('bounds and usual values of lengths are not in a schema: they would be wrong in millimetres', () => {
  const input = z.strictObject({
    width: lengthIn(0.3, 12).default(0.9).describe('Width of the door'),
    depth: lengthIn(0.3, 12).default(0.6),
    share: z.number().min(0).max(1).default(0.5),
  })
  const { properties } = toolSchema(input)
  expect(properties.width).toEqual({
    type: 'number',
    description: 'Width of the door; 0.9 m by default',
  })
  expect(properties.depth).toEqual({ type: 'number', description: '0.6 m by default' })
  expect(properties.share).toMatchObject({ minimum: 0, maximum: 1, default: 0.5 })
  expect(properties.unit).toMatchObject({ enum: [...UNITS] })
})

/** The first fault of a value in the schema, as validating clients find it; null without one. */
function mismatch(schema: Schema, value: unknown): string | null {
  if (typeof value === 'number') {
    const { minimum = -Infinity, maximum = Infinity } = schema as Record<string, number>
    return value < minimum || value > maximum
      ? `${value} is not from ${minimum} to ${maximum}`
      : null
  }
  if (Array.isArray(value)) {
    for (const entry of value) {
      const fault = mismatch(schema.items ?? {}, entry)
      if (fault) return fault
    }
    return null
  }
  if (value === null || typeof value !== 'object') return null
  for (const [name, field] of Object.entries(value)) {
    const property = schema.properties?.[name]
    if (!property) return `no property ${name}`
    const fault = mismatch(property, field)
    if (fault) return `${name}: ${fault}`
  }
  return null
}

test('a validating client accepts calls in millimetres', () => {
  const tools = new Map(toolList().tools.map((tool) => [tool.name, tool.inputSchema]))
  const calls: [string, Record<string, unknown>][] = [
    [
      'create_room',
      {
        label: 'Hall',
        unit: 'mm',
        polygon: [
          [0, 0],
          [25_000, 0],
          [25_000, -14_000],
        ],
        wallThickness: 240,
        doors: [{ edge: 0, width: 900, height: 2100 }],
      },
    ],
    ['add_window', { wallId: 'wall_3', offset: 12_500, width: 1200, sill: 900, unit: 'mm' }],
    ['find_nodes', { near: [12_000, -8000], radius: 15_000, unit: 'mm' }],
    ['search_assets', { maxWidth: 2200, unit: 'mm' }],
  ]
  for (const [name, given] of calls) expect(mismatch(tools.get(name)!, given), name).toBeNull()
})

test('the list states repeated descriptions and values once, and each argument has one', () => {
  const { instructions, tools } = toolList()
  const glossary = new Map(
    instructions
      .split('\n')
      .filter((line) => line.includes(': '))
      .map((line): [string, string] => [
        line.slice(0, line.indexOf(': ')),
        line.slice(line.indexOf(': ') + 2),
      ]),
  )
  expect(glossary.get('unit')).toContain('length')
  const values = new Map(
    instructions
      .split('\n')
      .filter((line) => line.includes(' = '))
      .map((line) => line.split(' = '))
      .map(([name, list]): [string, string[]] => [name, list.split(' | ')]),
  )
  expect(values.get('unit')).toEqual([...UNITS])
  const full = new Map(TOOLS.map((tool) => [tool.name, publishedTool(tool).inputSchema]))
  const compare = (short: Schema, whole: Schema, name: string) => {
    expect(short.description ?? glossary.get(name), name).toBe(whole.description)
    const stated = whole.enum && (short.enum ?? values.get(name))
    expect(stated, name).toEqual(whole.enum)
    for (const [field, property] of Object.entries(whole.properties ?? {}))
      compare(short.properties![field], property, field)
    if (whole.items?.properties)
      for (const [field, property] of Object.entries(whole.items.properties))
        compare(short.items!.properties![field], property, field)
  }
  for (const { name, inputSchema } of tools) {
    for (const [field, property] of Object.entries(full.get(name)!.properties))
      compare(inputSchema.properties[field], property, field)
  }
})

test('a tool takes at most 1 KB of the list on average, with its share of the glossary', () => {
  const { instructions, tools } = toolList()
  const list = tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }))
  const bytes = Buffer.byteLength(JSON.stringify(list)) + Buffer.byteLength(instructions)
  // 58.6 KB for 59 tools.
  expect(bytes / tools.length).toBeLessThan(1024)
})
