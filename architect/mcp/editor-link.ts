import { editorUrl } from '../projects/project-answer.ts'
import type { ToolServerParts } from './own-tool.ts'
import type { ToolClient } from './tool-client.ts'

/** The address at which a person opens a project; nothing where the server has no pages. */
export const editorLink = (
  { hasRoutes }: ToolServerParts,
  { origin }: ToolClient,
  projectId: string,
): { editorUrl?: string } => (hasRoutes ? { editorUrl: editorUrl(origin, projectId) } : {})
