import { LISTED_OPERATIONS, OPERATIONS } from '../operations/index.ts'
import { READS } from '../reads/index.ts'
import { repeatedValues, type Shared, sharedDescriptions, shortSchema } from './short-schema.ts'
import {
  exampleOf,
  type PublishedTool,
  publishedTool,
  summaryOf,
  type Tool,
} from './tool-schema.ts'

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

/** Frames, units, names, pages and errors: alike in all tools. */
export const FRAMES = [
  'Points are [x, z] in the world: x east, z south, so north is -z. Heights (sill, top, y of [x, y, z]) are above the floor of the level; in answers of reads, and in measure, y is above the ground of the site. Lengths are in metres or `unit`, areas and volumes of answers in its square and cube. Angles are degrees, counter-clockwise from above. Left and right of a wall are seen from start to end.',
  'Nodes are named by id, or by a label that only one has. Absent means false, 0 or the `default`; where something is edited, no change. Looks (floor, walls, ceiling, facade, roof) are a preset of set_material, #rrggbb, both ("stone #aabbcc") or "usual".',
  'Without `limit` a page has about 4 KB; a `cursor` holds until the scene changes. An error is an answer: {"error": {"code", "message", "param", "candidates" or "fix"}}. A refused edit changes nothing; its `fix` is a call that works.',
]

/**
 * All tools in a fixed order, as short as a client that reads the list on every connection needs
 * it: descriptions are their first sentence, and what several schemas repeat is stated once in the
 * instructions.
 */
export function toolList(): ToolList {
  const tools = TOOLS.map(publishedTool)
  const schemas = tools.map(({ inputSchema }) => inputSchema)
  const shared = { descriptions: sharedDescriptions(schemas), values: repeatedValues(schemas) }
  return {
    instructions: [...FRAMES, ...sharedLines(shared)].join('\n'),
    tools: tools.map((tool, index) => ({
      ...tool,
      description: summaryOf(TOOLS[index]) + exampleOf(TOOLS[index]),
      inputSchema: shortSchema(tool.inputSchema, shared) as PublishedTool['inputSchema'],
    })),
  }
}

/** What several schemas repeat, as lines of the instructions of a list. */
export const sharedLines = ({ descriptions, values }: Shared): string[] => [
  'Arguments:',
  ...linesOf(descriptions, ': '),
  'Values:',
  ...linesOf(valueTexts(values), ' = '),
]

const valueTexts = (values: ReadonlyMap<string, readonly unknown[]>): Map<string, string> =>
  new Map([...values].map(([name, list]) => [name, list.join(' | ')]))

/** A line for each text, after the names of all arguments that have it. */
function linesOf(texts: ReadonlyMap<string, string>, separator: string): string[] {
  const names = Map.groupBy(texts.keys(), (name) => texts.get(name)!)
  return [...names].map(([text, names]) => names.join(', ') + separator + text)
}
