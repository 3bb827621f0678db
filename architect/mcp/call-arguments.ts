import { z } from 'zod'
import { fields, PROJECT_ID } from '../projects/input.ts'
import { hasProject, type ServerTool } from './catalog.ts'

/** Arguments that the server itself reads, beside those of the tool. */
const common = {
  projectId: z.string().regex(PROJECT_ID, 'is not an id of a project'),
  operationId: fields.operationId,
  expectedVersion: fields.expectedVersion,
}

export type CommonName = keyof typeof common

/** What the arguments are for, stated once in the instructions of the server. */
export const COMMON_DESCRIPTIONS: Record<CommonName, string> = {
  projectId: 'The project; absent: the one that load_scene has opened in this session',
  operationId:
    'An id of yours for this call: repeated with it, the call changes nothing and has the first answer',
  expectedVersion: 'draftVersion that the call was thought of for: refused at another one',
}

/** Those of the common arguments that a tool takes. */
export function commonNamesOf(server: ServerTool): CommonName[] {
  const isEdit = server.kind === 'edit'
  const own = server.kind === 'own' ? server.tool : null
  return [
    ...(hasProject(server) ? (['projectId'] as const) : []),
    ...(isEdit || own?.isRepeatable ? (['operationId'] as const) : []),
    ...(isEdit || own?.hasExpectedVersion ? (['expectedVersion'] as const) : []),
  ]
}

/** JSON schemas of the common arguments of a tool. */
export function commonSchemas(server: ServerTool): Record<string, { type: string }> {
  const types = { projectId: 'string', operationId: 'string', expectedVersion: 'integer' }
  return Object.fromEntries(commonNamesOf(server).map((name) => [name, { type: types[name] }]))
}

/** The arguments of a call: those of the server, and the others for the tool. */
export interface SplitArguments {
  projectId?: string
  operationId?: string
  expectedVersion?: number
  given: Record<string, unknown>
}

/** Takes the common arguments of a tool out of a call, or states which of them is wrong. */
export function splitArguments(
  server: ServerTool,
  sent: Record<string, unknown>,
): SplitArguments | { param: CommonName; problem: string } {
  const given = { ...sent }
  const found: Partial<Record<CommonName, unknown>> = {}
  for (const name of commonNamesOf(server)) {
    if (given[name] === undefined) continue
    const read = common[name].safeParse(given[name])
    if (!read.success) return { param: name, problem: read.error.issues[0].message }
    found[name] = read.data
    delete given[name]
  }
  return { ...found, given } as SplitArguments
}
