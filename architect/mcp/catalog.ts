import { OPERATIONS } from '../operations/index.ts'
import { READS } from '../reads/index.ts'
import { TOOLS } from '../tools/tool-list.ts'
import { isRead, type Tool } from '../tools/tool-schema.ts'
import type { OwnTool } from './own-tool.ts'
import { OWN_TOOLS } from './tools/index.ts'

/** A tool of the server: one of its own, or an edit or a read of scenes. */
export type ServerTool =
  | { kind: 'own'; name: string; tool: OwnTool }
  | { kind: 'edit' | 'read'; name: string; tool: Tool }

/** Every tool that a client may call, listed or not. */
const CALLABLE: ReadonlyMap<string, ServerTool> = new Map(
  [...OWN_TOOLS.map(ofServer), ...[...OPERATIONS, ...READS].map(ofScene)].map((tool) => [
    tool.name,
    tool,
  ]),
)

/**
 * Tools that only the largest list has, which clients with room for it request by `?tools=all`:
 * what they do others do as well, and the usual list stays under 30 KB. All can be called.
 */
const LARGE_LIST_ALONE = new Set([
  'edit_level',
  'edit_wall',
  'edit_opening',
  'edit_room',
  'edit_roof',
  'edit_stair',
  'edit_item',
  'move_wall',
  'move_room',
  'swap_rooms',
  'merge_rooms',
  'split_room',
  'delete_room',
  'set_element',
  'set_finishes',
  'set_building',
  'quantities',
])

/** An edit that is listed here beside those of models: one for nodes of every kind. */
const LISTED_TOO = ['edit_node']

/** A smaller set, for clients with little room for tools. */
const CORE = new Set([
  'list_scenes',
  'load_scene',
  'create_project',
  'get_project_status',
  'save_scene',
  'undo',
  'view_scene',
  'plan_layout',
  'create_level',
  'create_room',
  'create_wall',
  'add_door',
  'add_window',
  'create_roof',
  'create_stair_between_levels',
  'furnish_room',
  'place_item',
  'resize_room',
  'edit_node',
  'delete_node',
  'get_scene',
  'find_nodes',
  'get_zones',
  'get_walls',
  'measure',
  'verify_scene',
])

/** Which of the tools a client lists. */
export const TOOL_SETS = ['usual', 'core', 'all'] as const
export type ToolSet = (typeof TOOL_SETS)[number]

/** The listed tools in an order that never changes: those that open a project first. */
export function listedTools(set: ToolSet, hasJobs: boolean): ServerTool[] {
  const names = [
    ...OWN_TOOLS.filter(({ needsJobs }) => hasJobs || !needsJobs).map(({ name }) => name),
    ...TOOLS.map(({ name }) => name),
    ...LISTED_TOO,
  ]
  return names.filter(IS_IN[set]).map((name) => CALLABLE.get(name)!)
}

const IS_IN: Record<ToolSet, (name: string) => boolean> = {
  usual: (name) => !LARGE_LIST_ALONE.has(name),
  core: (name) => CORE.has(name),
  all: () => true,
}

export const toolNamed = (name: string): ServerTool | null => CALLABLE.get(name) ?? null
export const callableNames = (): string[] => [...CALLABLE.keys()]

/** Whether a call is about one project. */
export const hasProject = ({ kind, tool }: ServerTool): boolean =>
  kind === 'own' ? tool.hasProject : true

/** Whether a call changes nothing. */
export const isReadOnly = ({ kind, tool }: ServerTool): boolean =>
  kind === 'own' ? tool.isReadOnly : kind === 'read'

function ofServer(tool: OwnTool): ServerTool {
  return { kind: 'own', name: tool.name, tool }
}

function ofScene(tool: Tool): ServerTool {
  return { kind: isRead(tool) ? 'read' : 'edit', name: tool.name, tool }
}
