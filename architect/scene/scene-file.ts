import { z } from 'zod'
import { hasLevels, TOO_DEEP } from './json-levels.ts'
import { KINDS, NODE_SCHEMAS, type SceneNode } from './nodes.ts'
import { LAST_ID_MAX, quantized, SCENE_FORMAT, SCENE_NODES_MAX, type Scene } from './scene.ts'
import { canonicalScene } from './scene-hash.ts'

/** A fault in the form of a scene file. */
export interface SceneFault {
  /** Where: `nodes.wall_3.thickness`. */
  path: string
  message: string
}

/** Characters of one scene file. */
export const SCENE_FILE_CHARACTERS_MAX = 32_000_000

const head = z.strictObject({
  format: z.literal(SCENE_FORMAT),
  lastId: z.int().min(0).max(LAST_ID_MAX),
  nodes: z.record(z.string(), z.looseObject({ id: z.string(), kind: z.enum(KINDS) })),
})

/**
 * Parses a scene file: puts numbers on the grid and fills in usual values. Returns the scene, or
 * every fault of form with its path. `validateScene` checks whether the nodes fit together.
 */
export function readScene(text: string): { scene: Scene } | { faults: SceneFault[] } {
  if (text.length > SCENE_FILE_CHARACTERS_MAX)
    return {
      faults: [{ path: '', message: `is longer than ${SCENE_FILE_CHARACTERS_MAX} characters` }],
    }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    return { faults: [{ path: '', message: `is not JSON: ${(error as Error).message}` }] }
  }
  return sceneOfJson(json)
}

/** As `readScene`, of a scene file that is parsed already. */
export function sceneOfJson(json: unknown): { scene: Scene } | { faults: SceneFault[] } {
  const read = head.safeParse(json)
  if (!read.success) return { faults: read.error.issues.map((issue) => faultOf('', issue)) }
  const { lastId, nodes } = read.data
  const ids = Object.keys(nodes)
  if (ids.length > SCENE_NODES_MAX)
    return { faults: [{ path: 'nodes', message: `are more than ${SCENE_NODES_MAX}` }] }
  const faults: SceneFault[] = []
  const full: Record<string, SceneNode> = {}
  for (const id of ids) {
    const path = `nodes.${id}`
    if (!hasLevels(nodes[id])) {
      faults.push({ path, message: TOO_DEEP })
      continue
    }
    const node = NODE_SCHEMAS[nodes[id].kind].safeParse(quantized(nodes[id]))
    if (node.success) full[id] = node.data as SceneNode
    else faults.push(...node.error.issues.map((issue) => faultOf(path, issue)))
    if (nodes[id].id !== id) faults.push({ path: `${path}.id`, message: `is ${nodes[id].id}` })
  }
  return faults.length > 0 ? { faults } : { scene: { format: SCENE_FORMAT, lastId, nodes: full } }
}

/** Formats a scene file: the same bytes for the same scene and counter; ends with a newline. */
export function writeScene(scene: Scene): string {
  const { format, nodes } = JSON.parse(canonicalScene(scene))
  // One node a line: a diff shows the nodes that changed.
  const lines = Object.entries(nodes).map(
    ([id, node]) => `    ${JSON.stringify(id)}: ${JSON.stringify(node)}`,
  )
  return `{\n  "format": ${JSON.stringify(format)},\n  "lastId": ${scene.lastId},\n  "nodes": {\n${lines.join(',\n')}\n  }\n}\n`
}

function faultOf(path: string, issue: z.core.$ZodIssue): SceneFault {
  const message =
    issue.code === 'unrecognized_keys'
      ? `has the unknown field ${issue.keys.map((key) => JSON.stringify(key)).join(' and ')}`
      : `is not valid: ${issue.message.replace(/^Invalid input: /, '')}`
  return { path: [path, ...issue.path.map(String)].filter(Boolean).join('.'), message }
}
