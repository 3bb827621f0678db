import { LISTED_OPERATIONS, OPERATIONS } from '../operations/index.ts'
import { READS } from '../reads/index.ts'
import { type PublishedTool, publishedTool, type Tool } from './tool-schema.ts'

/** Edits, then reads: everything that is published for calls on a scene. */
export const TOOLS: readonly Tool[] = [...LISTED_OPERATIONS, ...READS]

/** The tool of this name, listed or superseded; null where there is none. */
export const toolNamed = (name: string): Tool | null =>
  [...OPERATIONS, ...READS].find((tool) => tool.name === name) ?? null

/** What holds for all tools, so that no tool repeats it: a client gets it once, with the list. */
export const INSTRUCTIONS = [
  'Plan points are [x, z] in the world: x east, z south, so north is -z; y is up. Metres, or the unit of the call: `unit` (m, cm, mm, ft, in) holds for every length in the arguments; in answers of reads also for areas (unit²) and volumes (unit³), and the answer names it. Bounds and defaults in texts are metres. Angles are degrees, counter-clockwise from above. Lengths are on a grid of 0.1 mm, areas of 1 cm², volumes of 0.1 l.',
  'Heights are above the floor of the level; [x, y, z] of reads and issues is in the world, y above the ground of the site. Positions along a wall run along its centreline from its start; left and right are seen from start to end.',
  'Reads take ids or labels that only one node has. Without `limit` a page has about 4 KB; `nextCursor` of an answer is the `cursor` of the next page, until the scene changes.',
  'An error is an answer: {"error": {"code", "message", "param", "candidates" or "fix"}}. A refused edit changes nothing; its `fix`, where present, is a call that works.',
].join('\n')

/** All tools as clients see them, in a fixed order. */
export const publishedTools = (): PublishedTool[] => TOOLS.map(publishedTool)
