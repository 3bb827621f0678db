import { z } from 'zod'
import { area } from '../geometry/polygon.ts'
import { levelFrames } from '../kernel/levels.ts'
import { sitePolygon } from '../kernel/site-polygon.ts'
import { KINDS, type SceneNode } from '../scene/nodes.ts'
import { childrenOf, levelIdOf, nodesOf, type Scene } from '../scene/scene.ts'
import { sceneHash } from '../scene/scene-hash.ts'
import { idOut, kindField, labelField, labelOf, levelIdIn } from './answer-fields.ts'
import { areaOut, nodeOut } from './answer-units.ts'
import { levelOut, levelSummary } from './level-summary.ts'
import { namedNode } from './named-node.ts'
import { pageFields } from './page.ts'
import type { PagedList, Read } from './read.ts'

const input = z.strictObject({
  detail: z.enum(['summary', 'tree', 'nodes']).default('summary'),
  levelId: levelIdIn,
  kinds: z.array(z.enum(KINDS)).max(KINDS.length).optional(),
  ...pageFields,
})
type Input = z.infer<typeof input>

const branch = z.strictObject({
  id: idOut().describe('Id of the node'),
  kind: kindField,
  label: labelField,
  depth: z.number().describe('0 the site, 1 a building, 2 a level, 3 what is on it, 4 openings'),
  parent: idOut().nullable().describe('Id of the node above it'),
})

export const getScene: Read<Input> = {
  name: 'get_scene',
  description: 'The levels with counts, or the nodes as a tree or with all fields.',
  example: { detail: 'tree', kinds: ['zone', 'stair'] },
  input,
  result: z.strictObject({
    name: z.string().describe('Label of the site'),
    graphHash: z.string().describe('SHA-256 of the scene: equal exactly for equal scenes'),
    nodeCount: z.number().describe('Count of all nodes of the project'),
    siteArea: areaOut().describe('Area of the plot'),
    counts: z.record(z.string(), z.number()).describe('Count of nodes of each kind that occurs'),
    levels: z.array(levelOut).optional().describe('Of summary: from the lowest up'),
    tree: z.array(branch).optional().describe('Of tree: each node before those under it'),
    nodes: z
      .array(nodeOut())
      .optional()
      .describe('Of nodes: in the order of ids; points [x, z] in the world, degrees'),
  }),
  run(scene, given) {
    const level =
      given.levelId === undefined ? null : namedNode(scene, given.levelId, 'levelId', ['level'])
    const kinds = KINDS.map((kind) => [kind, nodesOf(scene, kind).length] as const)
    const sites = nodesOf(scene, 'site')
    return {
      fields: {
        name: sites[0]?.label ?? '',
        graphHash: sceneHash(scene),
        nodeCount: Object.keys(scene.nodes).length,
        siteArea: sites.reduce((sum, site) => sum + area(sitePolygon(scene, site)), 0),
        counts: Object.fromEntries(kinds.filter(([, count]) => count > 0)),
      },
      list: listOf(scene, given, level?.id ?? null),
    }
  },
}

function listOf(scene: Scene, { detail, kinds }: Input, levelId: string | null): PagedList {
  const isRequested = (node: SceneNode) =>
    (!kinds || kinds.includes(node.kind)) &&
    (levelId === null || levelIdOf(scene, node) === levelId)
  switch (detail) {
    case 'summary': {
      const levels = [...levelFrames(scene).keys()].filter((id) => isRequested(scene.nodes[id]))
      return { name: 'levels', entries: levels.map((id) => levelSummary(scene, id)) }
    }
    case 'tree':
      return { name: 'tree', entries: [...branches(scene, '', 0)].filter(isRequestedId) }
    case 'nodes':
      return { name: 'nodes', entries: Object.values(scene.nodes).filter(isRequested) }
    default:
      return detail satisfies never
  }

  function isRequestedId({ id }: { id: string }): boolean {
    return isRequested(scene.nodes[id])
  }
}

/** The nodes under `parent`, each before its own; the levels of a building from the lowest up. */
function* branches(scene: Scene, parent: string, depth: number): Generator<Branch> {
  const children = childrenOf(scene, parent)
  const rank = new Map([...levelFrames(scene).keys()].map((id, index) => [id, index]))
  const sorted = children.toSorted((a, b) => (rank.get(a.id) ?? -1) - (rank.get(b.id) ?? -1))
  for (const node of sorted) {
    yield { id: node.id, kind: node.kind, ...labelOf(node), depth, parent: node.parent }
    yield* branches(scene, node.id, depth + 1)
  }
}

type Branch = z.infer<typeof branch>
