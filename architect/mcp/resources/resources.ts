import { readFileSync } from 'node:fs'
import { ResourceNotFoundError } from '@modelcontextprotocol/server'
import { CATALOG } from '../../assets/catalog.ts'
import { RefusedCall, readScene, refusalOf } from '../../projects/calls/project-calls.ts'
import { PROJECT_ID } from '../../projects/input.ts'
import type { ToolServerParts } from '../own-tool.ts'
import { quoted } from '../tool-answers.ts'
import type { ToolClient } from '../tool-client.ts'
import { constraints } from './constraints.ts'

/** A document of the server, at a fixed address. */
interface Listed {
  uri: string
  name: string
  description: string
  mimeType: 'text/markdown' | 'application/json'
}

/** Bytes of a scene file that is a resource: it is in memory some five times until it is sent. */
export const SCENE_RESOURCE_BYTES_MAX = 4_000_000

const GUIDE = readFileSync(new URL('./agent-guide.md', import.meta.url), 'utf8')
const MARKDOWN = 'text/markdown'
const JSON_TYPE = 'application/json'

/** Documents that are the same for all clients. */
const FIXED: readonly (Listed & { text(): string })[] = [
  {
    uri: 'svc://agent-guide',
    name: 'Agent guide',
    description: 'How to design a building with these tools, in two pages. Read it first.',
    mimeType: MARKDOWN,
    text: () => GUIDE,
  },
  {
    uri: 'svc://constraints',
    name: 'Constraints',
    description: 'Units, limits, usual sizes of rooms, and what verify_scene checks.',
    mimeType: JSON_TYPE,
    text: () => JSON.stringify(constraints()),
  },
  {
    uri: 'svc://catalog/items',
    name: 'Catalog of items',
    description: 'Furniture and fittings with their sizes and clearances, for place_item.',
    mimeType: JSON_TYPE,
    text: () => JSON.stringify(catalogItems()),
  },
]

const catalogItems = () =>
  CATALOG.map(({ name, label, category, dimensions, attach, clearance }) => ({
    name,
    label,
    category,
    dimensions,
    attach,
    clearance,
  }))

const SCENE = 'The scene file of the draft.'
const SUMMARY = 'Levels, rooms and counts of the draft.'
const CURRENT = 'svc://scene/current'

/** Documents of a project: of the loaded one, and of any by its id. */
const OF_PROJECT: readonly { end: string; name: string; description: string }[] = [
  { end: '', name: 'scene', description: SCENE },
  { end: '/summary', name: 'summary', description: SUMMARY },
]

export const listedResources = (): Listed[] => [
  ...FIXED.map(({ uri, name, description, mimeType }) => ({ uri, name, description, mimeType })),
  ...OF_PROJECT.map(({ end, name, description }) => ({
    uri: `${CURRENT}${end}`,
    name: `Current ${name}`,
    description: `Of the loaded project: ${description}`,
    mimeType: JSON_TYPE as Listed['mimeType'],
  })),
]

export const resourceTemplates = () =>
  OF_PROJECT.map(({ name, description }) => ({
    uriTemplate: `svc://projects/{id}/${name}`,
    name: `Project ${name}`,
    description,
    mimeType: JSON_TYPE,
  }))

/** Reads a document. Throws `ResourceNotFoundError` with the reason. */
export async function readResource(parts: ToolServerParts, client: ToolClient, uri: string) {
  const fixed = FIXED.find((each) => each.uri === uri)
  if (fixed) return { contents: [{ uri, mimeType: fixed.mimeType, text: fixed.text() }] }
  try {
    const text = await projectText(parts, client, uri)
    return { contents: [{ uri, mimeType: JSON_TYPE, text }] }
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    throw new ResourceNotFoundError(quoted(uri), refusal.message)
  }
}

async function projectText(
  { store, scenes, hasRoutes }: ToolServerParts,
  client: ToolClient,
  uri: string,
): Promise<string> {
  const { id, isSummary } = namedIn(client, uri)
  const { sceneBlob, bytes } = await store.readDraft(client.viewer, id)
  if (!isSummary && hasRoutes && bytes > SCENE_RESOURCE_BYTES_MAX)
    throw new RefusedCall({
      code: 'limit_exceeded',
      message: `The scene file has ${bytes} bytes, and ${SCENE_RESOURCE_BYTES_MAX} are the most of a resource: GET ${client.origin}/api/scenes/${id}/scene with your key, or get_scene by pages.`,
    })
  return isSummary
    ? JSON.stringify(readScene(await scenes.get(sceneBlob), 'get_scene', {}))
    : (await scenes.text(sceneBlob)).toString()
}

/** The project that an address names. Throws `RefusedCall`. */
function namedIn(client: ToolClient, uri: string): { id: string; isSummary: boolean } {
  if (uri === CURRENT || uri === `${CURRENT}/summary`) {
    const id = client.loaded?.id
    if (id) return { id, isSummary: uri !== CURRENT }
    throw new RefusedCall({
      code: 'no_project_loaded',
      message: 'No project is loaded: load_scene first, or read svc://projects/{id}/scene.',
    })
  }
  const [, id, name] = /^svc:\/\/projects\/([^/]+)\/(scene|summary)$/.exec(uri) ?? []
  if (id !== undefined && PROJECT_ID.test(id)) return { id, isSummary: name === 'summary' }
  throw new RefusedCall({
    code: 'resource_not_found',
    message: `There is no resource ${quoted(uri)}: resources/list and resources/templates/list have all.`,
  })
}
