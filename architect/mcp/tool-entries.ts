import type { Tool } from '@modelcontextprotocol/server'
import { repeatedValues, sharedDescriptions, shortSchema } from '../tools/short-schema.ts'
import { FRAMES, sharedLines } from '../tools/tool-list.ts'
import {
  exampleOf,
  type ObjectSchema,
  type Schema,
  summaryOf,
  toolSchema,
} from '../tools/tool-schema.ts'
import { COMMON_DESCRIPTIONS, commonSchemas } from './call-arguments.ts'
import { isReadOnly, listedTools, type ServerTool, type ToolSet } from './catalog.ts'

/** What a client lists: sent once for each connection, so it is as short as can be. */
export interface ToolEntries {
  instructions: string
  tools: Tool[]
}

const lists = new Map<string, ToolEntries>()

/** The tools of a set with what holds for all of them. Made once: it takes some 20 ms. */
export function toolEntries(set: ToolSet, hasJobs: boolean): ToolEntries {
  const name = `${set} ${hasJobs}`
  const known = lists.get(name)
  if (known) return known
  const made = makeEntries(listedTools(set, hasJobs))
  lists.set(name, made)
  return made
}

function makeEntries(servers: readonly ServerTool[]): ToolEntries {
  const schemas = servers.map(ownSchema)
  const shared = { descriptions: sharedDescriptions(schemas), values: repeatedValues(schemas) }
  return {
    instructions: [
      'Designs buildings in projects. Start: list_scenes, then load_scene or create_project; edit; verify_scene; save_scene. The resource svc://agent-guide has the whole way.',
      ...FRAMES,
      ...Object.entries(COMMON_DESCRIPTIONS).map(([name, text]) => `${name}: ${text}.`),
      ...sharedLines(shared),
    ].join('\n'),
    tools: servers.map((server, index) => ({
      name: server.name,
      description: descriptionOf(server),
      inputSchema: withCommon(shortSchema(schemas[index], shared) as ObjectSchema, server),
      annotations: annotationsOf(server),
    })),
  }
}

/** The schema with the arguments of the server; that inner objects are strict, tools state. */
function withCommon({ properties, required = [], ...schema }: ObjectSchema, server: ServerTool) {
  const own = Object.entries(properties).map(([name, each]) => [name, withoutStrict(each)] as const)
  const all = { ...Object.fromEntries(own), ...commonSchemas(server) }
  const needed = [...required, ...(isPaid(server) ? ['operationId'] : [])]
  return {
    ...schema,
    properties: all,
    ...(needed.length > 0 && { required: needed }),
  } as Tool['inputSchema']
}

const isPaid = (server: ServerTool): boolean => server.kind === 'own' && server.tool.isPaid === true

function withoutStrict({ additionalProperties, items, properties, ...schema }: Schema): Schema {
  const inner = Object.entries(properties ?? {}).map(([name, each]) => [name, withoutStrict(each)])
  return {
    ...schema,
    ...(additionalProperties !== false &&
      additionalProperties !== undefined && {
        additionalProperties,
      }),
    ...(items && { items: withoutStrict(items) }),
    ...(properties && { properties: Object.fromEntries(inner) }),
  }
}

/** Tools whose arguments are lists of objects: an example is shorter than an explanation. */
const SHOWN_BY_EXAMPLE = new Set(['plan_layout', 'create_room', 'place_item', 'apply_patch'])

const ownSchema = (server: ServerTool): Schema =>
  server.kind === 'own'
    ? toolSchema(server.tool.input)
    : toolSchema(server.tool.input, server.kind === 'read')

const descriptionOf = (server: ServerTool): string =>
  server.kind === 'own'
    ? server.tool.description
    : summaryOf(server.tool) + (SHOWN_BY_EXAMPLE.has(server.name) ? exampleOf(server.tool) : '')

/** Hints of the protocol. An edit that only adds destroys nothing; an undo can take back. */
function annotationsOf(server: ServerTool): Tool['annotations'] {
  if (isPaid(server)) return { destructiveHint: false, idempotentHint: true, openWorldHint: true }
  if (isReadOnly(server)) return { readOnlyHint: true, openWorldHint: false }
  const isDestructive =
    server.kind === 'edit' && 'isDestructive' in server.tool && server.tool.isDestructive === true
  return { destructiveHint: isDestructive, openWorldHint: false }
}
