import type { OwnTool } from '../own-tool.ts'
import { createProject } from './create-project.ts'
import { exportGlb } from './export-glb.ts'
import { exportJson } from './export-json.ts'
import { listScenes } from './list-scenes.ts'
import { listVersions } from './list-versions.ts'
import { loadScene } from './load-scene.ts'
import { getProjectStatus } from './project-status.ts'
import { saveScene } from './save-scene.ts'
import { SERVICES } from './services.ts'
import { undo } from './undo.ts'
import { viewScene } from './view-scene.ts'

/** The tools of the server beside edits and reads: those that open a project first. */
export const OWN_TOOLS: readonly OwnTool[] = [
  listScenes,
  loadScene,
  createProject,
  getProjectStatus,
  saveScene,
  listVersions,
  undo,
  viewScene,
  exportJson,
  exportGlb,
  ...SERVICES,
]
