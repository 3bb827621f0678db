import type { CallToolResult } from '@modelcontextprotocol/server'
import { parseInput } from '../input/parse-input.ts'
import { asArchitectError } from '../projects/architect-error.ts'
import {
  type CallRefusal,
  ownAnswer,
  RefusedCall,
  readScene,
  refusalOf,
} from '../projects/calls/project-calls.ts'
import { type SplitArguments, splitArguments } from './call-arguments.ts'
import { hasProject, isReadOnly, type ServerTool } from './catalog.ts'
import { editorLink } from './editor-link.ts'
import type { OwnAnswer, OwnTool, ToolServerParts } from './own-tool.ts'
import { PAGE_CHARACTERS_MAX, refusalResult, successOf } from './tool-answers.ts'
import type { ToolClient } from './tool-client.ts'

/**
 * Makes a call of a tool. What the caller can mend is an answer with `isError`; a failure of the
 * service is too, without its reason, which `onFailure` receives.
 */
export async function callTool(
  parts: ToolServerParts,
  client: ToolClient,
  server: ServerTool,
  sent: Record<string, unknown>,
  onFailure: (error: unknown) => void,
): Promise<CallToolResult> {
  try {
    const call = splitArguments(server, sent)
    if ('problem' in call)
      return refusalResult({
        code: 'invalid_input',
        message: `${call.param} of ${server.name}: ${call.problem}.`,
        param: call.param,
      })
    const projectId = await projectOf(client, server, call)
    const { attached, ...fields } = await answerOf(parts, client, server, { ...call, projectId })
    return successOf({ ...(projectId !== '' && { projectId }), ...fields }, attached)
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal) return refusalResult(refusal)
    onFailure(error)
    return refusalResult(failureOf(error), 'unknown')
  }
}

type ProjectCall = SplitArguments & { projectId: string }

async function answerOf(
  parts: ToolServerParts,
  client: ToolClient,
  server: ServerTool,
  call: ProjectCall,
): Promise<OwnAnswer> {
  switch (server.kind) {
    case 'own':
      return await runOwn(parts, client, server.tool, call)
    case 'read': {
      const { sceneBlob, version } = await parts.store.readDraft(client.viewer, call.projectId)
      const scene = await parts.scenes.get(sceneBlob)
      const answer = readScene(scene, server.name, call.given, PAGE_CHARACTERS_MAX)
      return { draftVersion: version, ...answer }
    }
    case 'edit': {
      const { given, operationId, expectedVersion, projectId } = call
      const operations = [{ tool: server.name, arguments: given }]
      const options = { operationId, expectedVersion }
      const answer = await parts.editor.apply(client.viewer, projectId, operations, options)
      const persisted = true
      return { ...ownAnswer(answer), persisted, ...editorLink(parts, client, projectId) }
    }
    default:
      return server satisfies never
  }
}

async function runOwn(
  parts: ToolServerParts,
  client: ToolClient,
  tool: OwnTool,
  { given, ...common }: ProjectCall,
): Promise<OwnAnswer> {
  const parsed = parseInput(tool.name, tool.input, given)
  if ('message' in parsed)
    throw new RefusedCall({
      code: 'invalid_input',
      message: parsed.message,
      ...(parsed.param && { param: parsed.param }),
    })
  return await tool.run({ parts, client, ...common, input: parsed.input })
}

/** The project of a call; empty for a tool that has none. Throws `RefusedCall`. */
async function projectOf(
  { loaded, viewer }: ToolClient,
  server: ServerTool,
  { projectId }: SplitArguments,
): Promise<string> {
  if (!hasProject(server)) return ''
  const found = projectId ?? (isReadOnly(server) ? loaded?.id : await loaded?.stored(viewer))
  if (found) return found
  throw new RefusedCall({
    code: 'no_project_loaded',
    param: 'projectId',
    message: loaded
      ? 'No project is loaded: call load_scene with an id of list_scenes, or create_project, or name projectId.'
      : 'Calls without a session name their project: projectId, an id of list_scenes or create_project.',
    fix: { tool: 'list_scenes', arguments: {} },
  })
}

function failureOf(error: unknown): CallRefusal {
  const known = asArchitectError(error)
  if (known) return { code: known.code, message: known.message }
  return {
    code: 'internal_error',
    message:
      'The service failed: whether the call changed the project is stated by get_project_status.',
  }
}
