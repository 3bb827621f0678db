import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { made } from '../../tests/houses/drafted-house.ts'
import { exampleScene } from '../../tests/houses/example-scenes.ts'
import { lengthIn } from '../input/input-units.ts'
import { Draft } from '../operations/draft.ts'
import { LISTED_OPERATIONS } from '../operations/index.ts'
import { READS } from '../reads/index.ts'
import { ROOM_TYPE_NAMES } from '../scene/room-types.ts'
import { UNITS } from '../scene/units.ts'
import { EDIT_EXAMPLES } from './edit-examples.ts'
import { valuesOf } from './short-schema.ts'
import { TOOLS, toolList, toolNamed } from './tool-list.ts'
import { publishedTool, type Schema, toolSchema } from './tool-schema.ts'

const EXAMPLES = Object.entries(EDIT_EXAMPLES)

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

/** Of the contract of the hosted tool server, and of the work that rooms are edited by. */
const LISTED_ALWAYS = [
  'create_room',
  'add_door',
  'add_window',
  'furnish_room',
  'validate_scene',
  'verify_scene',
  'move_wall',
  'resize_room',
  'move_room',
  'merge_rooms',
  'split_room',
  'swap_rooms',
  'delete_room',
  'set_finishes',
  'set_building',
  'edit_wall',
  'edit_opening',
  'edit_room',
  'edit_roof',
  ...READS.map(({ name }) => name),
]

test('superseded tools work by their names and are not in the list', () => {
  const listed = TOOLS.map(({ name }) => name)
  expect(listed).toEqual(expect.arrayContaining(LISTED_ALWAYS))
  for (const name of [
    'create_story_shell',
    'set_zone',
    'cut_opening',
    'create_slab',
    'edit_site',
  ]) {
    expect(toolNamed(name)?.name).toBe(name)
    expect(listed).not.toContain(name)
  }
  expect(toolNamed('no_such_tool')).toBeNull()
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
    description: 'Width of the door; absent: 0.9 m',
  })
  expect(properties.depth.description).toMatch(/; absent: 0.6 m$/)
  expect(properties.share).toMatchObject({ minimum: 0, maximum: 1, default: 0.5 })
  expect(properties.unit).toMatchObject({ enum: [...UNITS] })
})

/** The arguments and values that the instructions of the list state for all tools. */
function glossaryOf(instructions: string) {
  const lines = instructions.split('\n')
  /** The text of each argument, in lines of names, a separator and a text. */
  const textsOf = (separator: string): [string, string][] =>
    lines
      .filter((line) => new RegExp(`^\\w+(, \\w+)*${separator}`).test(line))
      .flatMap((line) => {
        const [names] = line.split(separator, 1)
        const text = line.slice(names.length + separator.length)
        return names.split(', ').map((name): [string, string] => [name, text])
      })
  return {
    descriptions: new Map(textsOf(': ')),
    values: new Map(textsOf(' = ').map(([name, text]) => [name, text.split(' | ')])),
  }
}

const LIST = toolList()
const GLOSSARY = glossaryOf(LIST.instructions)
const LISTED = new Map(LIST.tools.map((tool) => [tool.name, tool]))

const TYPES: Record<string, (value: unknown) => boolean> = {
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

/** The first fault of a value in the schema, as validating clients find it; null without one. */
function mismatch(schema: Schema, value: unknown, name = ''): string | null {
  const { type, items, properties, required = [], anyOf } = schema
  if (anyOf) {
    const faults = (anyOf as Schema[]).map((option) => mismatch(option, value, name))
    return faults.includes(null) ? null : faults[0]
  }
  if (!TYPES[type!](value)) return `${name} is not of the type ${type}`
  const values = schema.enum ?? (type === 'string' ? GLOSSARY.values.get(name) : undefined)
  if (values && !values.includes(value)) return `${name} is not one of ${values.join(', ')}`
  const { minimum = -Infinity, maximum = Infinity } = schema as Record<string, number>
  if (typeof value === 'number' && (value < minimum || value > maximum))
    return `${name} is not from ${minimum} to ${maximum}`
  if (Array.isArray(value))
    return value.map((entry) => mismatch(items!, entry, name)).find((fault) => fault) ?? null
  if (type !== 'object') return null
  const fields = value as Record<string, unknown>
  const missing = required.find((field) => fields[field] === undefined)
  if (missing) return `no ${missing}`
  for (const [field, entry] of Object.entries(fields)) {
    const property = properties?.[field]
    if (!property && schema.additionalProperties === true) continue
    const fault = property ? mismatch(property, entry, field) : `no property ${field}`
    if (fault) return fault
  }
  return null
}

test('a validating client finds each fault of a call', () => {
  const fault = (name: string, given: object) => mismatch(LISTED.get(name)!.inputSchema, given)
  expect(fault('create_room', { label: 'Hall' })).toBe('no polygon')
  expect(fault('create_room', { label: 'Hall', polygon: [[0, 'a']] })).toContain('type number')
  expect(fault('edit_room', { id: 'Hall', roomType: 'hal' })).toContain('not one of living')
  expect(fault('edit_opening', { id: 'x', hinge: 'middle' })).toContain('not one of start, end')
  expect(fault('edit_wall', { id: 'wall_3', thicknes: 1 })).toBe('no property thicknes')
})

test('a validating client accepts calls in millimetres', () => {
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
  for (const [name, given] of calls)
    expect(mismatch(LISTED.get(name)!.inputSchema, given), name).toBeNull()
})

test.each(['studio', 'family-house', 'school'])(
  'a validating client accepts every call of the example %s',
  (folder) => {
    const path = join(import.meta.dirname, '../examples', folder, 'operations.ndjson')
    const lines = readFileSync(path, 'utf8').trim().split('\n')
    expect(lines.length).toBeGreaterThan(10)
    for (const line of lines) {
      const { tool, arguments: given } = JSON.parse(line)
      const listed = LISTED.get(tool)
      expect(listed, `${tool} is in the list`).toBeDefined()
      // `$hall.zoneId` stands for an id, which is a text too.
      expect(mismatch(listed!.inputSchema, given), line).toBeNull()
    }
  },
)

test('examples of reads and edits are calls that their schemas accept', () => {
  const calls = [...READS.map(({ name, example }) => [name, example] as const), ...EXAMPLES]
  for (const [name, example] of calls)
    expect(mismatch(LISTED.get(name)!.inputSchema, example), name).toBeNull()
})

test('every listed edit has an example, which works on the family house', () => {
  expect(EXAMPLES.map(([name]) => name)).toEqual(LISTED_OPERATIONS.map(({ name }) => name))
  const house = exampleScene('family-house')
  for (const [name, example] of EXAMPLES) made(new Draft(house).apply(name, example))
})

test('the list states repeated descriptions and values once, and each argument has one', () => {
  const { descriptions, values } = GLOSSARY
  expect(descriptions.get('unit')).toContain('length')
  expect(values.get('unit')).toEqual([...UNITS])
  expect(values.get('roomType')).toEqual(ROOM_TYPE_NAMES)
  const compare = (short: Schema, whole: Schema, name: string) => {
    expect(short.description ?? descriptions.get(name), name).toBe(whole.description)
    expect(whole.description?.trim(), name).toBeTruthy()
    const stated = valuesOf(short) ?? (valuesOf(whole) && values.get(name))
    expect(stated, name).toEqual(valuesOf(whole))
    // A value that is used where none is given, unless it is false, 0 or none.
    const isSilent = !whole.default || Array.isArray(whole.default)
    if (!isSilent && !whole.description!.includes(`absent: ${whole.default}`))
      expect(short.default, name).toBe(whole.default)
    // A text without values of its own would seem to have those that are stated for its name.
    if (whole.type === 'string' && !whole.enum) expect(values.has(name), name).toBe(false)
    compareFields(short, whole)
  }
  const compareFields = (short: Schema, whole: Schema) => {
    expect(short.additionalProperties).toBe(whole.additionalProperties)
    expect(short.required ?? []).toEqual(whole.required ?? [])
    const fields = Object.entries(whole.properties ?? {})
    expect(Object.keys(short.properties ?? {})).toEqual(fields.map(([field]) => field))
    for (const [field, property] of fields) compare(short.properties![field], property, field)
    if (whole.items) compareFields(short.items!, whole.items)
  }
  for (const tool of TOOLS) {
    const { inputSchema, description } = publishedTool(tool)
    const listed = LISTED.get(tool.name)!
    compareFields(listed.inputSchema, inputSchema)
    expect(description).toContain(listed.description.split(' Example: ')[0])
  }
})

/** Longest sentence of a tool in the list. */
const SENTENCE_CHARACTERS_MAX = 120

/** A client reads the list on every connection, and a model pays for each byte of it. */
const LIST_BYTES_MAX = 30_000
const INSTRUCTIONS_BYTES_MAX = 7_000

test('the list with its examples is under 30 KB, and its instructions are under 7', () => {
  const list = LIST.tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }))
  expect(Buffer.byteLength(JSON.stringify(list))).toBeLessThan(LIST_BYTES_MAX)
  expect(Buffer.byteLength(LIST.instructions)).toBeLessThan(INSTRUCTIONS_BYTES_MAX)
})

test('the sentence of a tool in the list is short', () => {
  for (const { name, description } of LIST.tools) {
    const [sentence] = description.split(' Example: ')
    expect(sentence, name).toMatch(/^[A-Z].*\.$/)
    expect(sentence.length, `${name}: ${sentence}`).toBeLessThanOrEqual(SENTENCE_CHARACTERS_MAX)
  }
})
