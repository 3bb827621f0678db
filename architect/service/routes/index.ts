import type { SceneRoute } from '../route.ts'
import { draftRoutes } from './drafts.ts'
import { fileRoutes } from './files.ts'
import { projectRoutes } from './projects.ts'
import { versionRoutes } from './versions.ts'
import { viewRoutes } from './views.ts'

/** Every route in the order of the reference. */
export const SCENE_ROUTES: readonly SceneRoute[] = [
  ...projectRoutes,
  ...draftRoutes,
  ...viewRoutes,
  ...versionRoutes,
  ...fileRoutes,
]
