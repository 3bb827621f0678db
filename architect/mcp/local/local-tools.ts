import { PlannerThreads } from '../../planner/threads/planner-threads.ts'
import { DraftEditor } from '../../projects/draft-editor.ts'
import { DraftQueue } from '../../projects/draft-queue.ts'
import { SceneFiles } from '../../projects/scene-files.ts'
import { VersionSaver } from '../../projects/version-saver.ts'
import { ViewThreads } from '../../render/view-threads.ts'
import type { Viewer } from '../../store/access.ts'
import { CallSlots } from '../call-slots.ts'
import { openServer } from '../open-server.ts'
import type { ToolServerParts } from '../own-tool.ts'
import type { OpenServer } from '../tool-server.ts'
import { MemoryProjects } from './memory-projects.ts'

/** The person at this computer, who needs no account. */
export const LOCAL_VIEWER: NonNullable<Viewer> = {
  kind: 'key',
  credential_id: 'local',
  account: { id: 'local', kind: 'person' },
  workspace: { kind: 'personal', id: 'local' },
  scopes: ['projects:edit'],
  plan: 'pro',
}

export interface LocalTools {
  open: OpenServer
  close(): Promise<void>
}

/** The tools on projects in memory, without an account, a key or a database. */
export function openLocalTools(onFailure: (error: unknown) => void): LocalTools {
  const projects = new MemoryProjects()
  const { blobs } = projects
  const scenes = new SceneFiles(blobs)
  const queue = new DraftQueue(projects)
  const planners = new PlannerThreads()
  const views = new ViewThreads()
  const parts: ToolServerParts = {
    store: projects,
    scenes,
    blobs,
    editor: new DraftEditor(projects, scenes, queue, planners),
    versions: new VersionSaver(projects, scenes, queue),
    views,
    jobs: null,
    hasRoutes: false,
  }
  const slots = new CallSlots()
  return {
    open: (client, tools) => openServer({ parts, client, tools, slots, onFailure }),
    async close() {
      await Promise.all([views.close(), planners.close()])
    },
  }
}
