import type { SceneRoute } from '../route.ts'
import { agentRoutes } from './agents.ts'
import { chatRoutes } from './chat.ts'
import { completionRoutes } from './chat-completions.ts'
import { draftRoutes } from './drafts.ts'
import { fileRoutes } from './files.ts'
import { mediaRoutes } from './media.ts'
import { modelRoutes } from './models.ts'
import { projectRoutes } from './projects.ts'
import { responseRoutes } from './responses.ts'
import { turnFileRoutes } from './turn-files.ts'
import { versionRoutes } from './versions.ts'
import { viewRoutes } from './views.ts'

/** Every route in the order of the reference. */
export const SCENE_ROUTES: readonly SceneRoute[] = [
  ...projectRoutes,
  ...draftRoutes,
  ...viewRoutes,
  ...versionRoutes,
  ...fileRoutes,
  ...mediaRoutes,
  ...chatRoutes,
  ...responseRoutes,
  ...turnFileRoutes,
  ...completionRoutes,
  ...modelRoutes,
  ...agentRoutes,
]
