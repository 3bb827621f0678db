import { LISTED_OPERATIONS, OPERATIONS } from '../operations/index.ts'
import { READS } from '../reads/index.ts'
import { type PublishedTool, publishedTool, type Schema, type Tool } from './tool-schema.ts'

/** Edits, then reads: everything that is published for calls on a scene. */
export const TOOLS: readonly Tool[] = [...LISTED_OPERATIONS, ...READS]

/** The tool of this name, listed or superseded; null where there is none. */
export const toolNamed = (name: string): Tool | null =>
  [...OPERATIONS, ...READS].find((tool) => tool.name === name) ?? null

/** What a client needs to call tools: sent once, as a whole. */
export interface ToolList {
  /** What holds for all tools, and the meaning of arguments that many of them have. */
  instructions: string
  tools: PublishedTool[]
}

/** An argument is described once for all from this number of tools on. */
const REPEATED_MIN = 3

/**
 * Characters of the values of an argument, as JSON, from which on they are stated once for all
 * tools that have them.
 */
const VALUES_CHARACTERS_MIN = 20

/** Frames, units, pages and errors: alike in all tools. */
const FRAMES = [
  'Plan points are [x, z] in the world: x east, z south, so north is -z; y is up. Metres, or the unit of the call: `unit` holds for every length in the arguments; in answers of reads also for areas (unit²) and volumes (unit³), and the answer names it. Bounds and defaults in texts are metres. Angles are degrees, counter-clockwise from above. Lengths are on a grid of 0.1 mm, areas of 1 cm², volumes of 0.1 l.',
  'Heights are above the floor of the level; [x, y, z] of reads and issues is in the world, y above the ground of the site. Positions along a wall run along its centreline from its start; left and right are seen from start to end.',
  'Reads take ids or labels that only one node has. Without `limit` a page has about 4 KB; `nextCursor` of an answer is the `cursor` of the next page, until the scene changes.',
  'An error is an answer: {"error": {"code", "message", "param", "candidates" or "fix"}}. A refused edit changes nothing; its `fix`, where present, is a call that works.',
]

/**
 * All tools in a fixed order. Descriptions and values that several tools repeat are left out of
 * their schemas and stated once in the instructions.
 */
export function toolList(): ToolList {
  const tools = TOOLS.map(publishedTool)
  const shared = { descriptions: repeatedDescriptions(tools), values: repeatedValues(tools) }
  const glossary = [...shared.descriptions].map(([name, description]) => `${name}: ${description}`)
  const values = [...shared.values].map(([name, list]) => `${name} = ${list.join(' | ')}`)
  return {
    instructions: [
      ...FRAMES,
      'Arguments without a description:',
      ...glossary,
      'Values of arguments that list none:',
      ...values,
    ].join('\n'),
    tools: tools.map((tool) => ({
      ...tool,
      inputSchema: withoutShared(tool.inputSchema, shared) as PublishedTool['inputSchema'],
    })),
  }
}

/** The description that most properties of a name have, of names that several tools repeat. */
function repeatedDescriptions(tools: readonly PublishedTool[]): Map<string, string> {
  const counts = new Map<string, Map<string, number>>()
  for (const { inputSchema } of tools) {
    for (const [name, { description = '' }] of propertiesOf(inputSchema)) {
      const ofName = counts.get(name) ?? new Map<string, number>()
      counts.set(name, ofName.set(description, (ofName.get(description) ?? 0) + 1))
    }
  }
  const shared = new Map<string, string>()
  for (const name of [...counts.keys()].sort()) {
    const [most] = [...counts.get(name)!].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    if (most[1] >= REPEATED_MIN) shared.set(name, most[0])
  }
  return shared
}

/** The values that most properties of a name have, of names with long lists in several tools. */
function repeatedValues(tools: readonly PublishedTool[]): Map<string, readonly unknown[]> {
  const counts = new Map<string, Map<string, number>>()
  for (const { inputSchema } of tools)
    for (const [name, { enum: values }] of propertiesOf(inputSchema)) {
      if (!values) continue
      const ofName = counts.get(name) ?? new Map<string, number>()
      const list = JSON.stringify(values)
      counts.set(name, ofName.set(list, (ofName.get(list) ?? 0) + 1))
    }
  const shared = new Map<string, readonly unknown[]>()
  for (const name of [...counts.keys()].sort()) {
    const [[list, count]] = [...counts.get(name)!].sort((a, b) => b[1] - a[1])
    if (count >= REPEATED_MIN && list.length >= VALUES_CHARACTERS_MIN)
      shared.set(name, JSON.parse(list))
  }
  return shared
}

/** The properties of a schema and of all objects in it. */
function* propertiesOf(schema: Schema): Generator<[string, Schema]> {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    yield [name, property]
    yield* propertiesOf(property)
  }
  if (schema.items) yield* propertiesOf(schema.items)
  if (typeof schema.additionalProperties === 'object')
    yield* propertiesOf(schema.additionalProperties)
}

/** What the instructions state once, by the name of an argument. */
interface Shared {
  descriptions: ReadonlyMap<string, string>
  values: ReadonlyMap<string, readonly unknown[]>
}

function withoutShared(schema: Schema, shared: Shared): Schema {
  const short = { ...schema }
  if (schema.items) short.items = withoutShared(schema.items, shared)
  if (typeof schema.additionalProperties === 'object')
    short.additionalProperties = withoutShared(schema.additionalProperties, shared)
  if (schema.properties) {
    const properties = Object.entries(schema.properties).map(([name, property]) => {
      const short = withoutShared(property, shared)
      if (short.description === shared.descriptions.get(name)) delete short.description
      if (JSON.stringify(short.enum) === JSON.stringify(shared.values.get(name))) delete short.enum
      return [name, short]
    })
    short.properties = Object.fromEntries(properties)
  }
  return short
}
