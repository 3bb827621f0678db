import { validateScene } from '../checks/validate.ts'
import { ArchitectError } from '../projects/architect-error.ts'
import { FAULTS_LISTED_MAX } from '../projects/project-limits.ts'
import type { Scene } from '../scene/scene.ts'
import { sceneOfJson } from '../scene/scene-file.ts'

/**
 * The scene of a parsed scene file. Throws `invalid_scene` with the first faults of its form, of
 * its nodes, and of walls that cannot be joined.
 */
export function sceneFrom(json: unknown): Scene {
  const read = sceneOfJson(json)
  if (!('scene' in read))
    throw invalidScene(
      read.faults.map(({ path, message }) => ({
        path,
        message: `${path || 'The scene file'} ${message}.`,
      })),
    )
  const { scene } = read
  const { valid, errors } = validateScene(scene)
  if (!valid)
    throw invalidScene(
      errors.map(({ nodeId, path, message }) => ({
        path: nodeId ? ['nodes', nodeId, path].filter(Boolean).join('.') : '',
        message,
      })),
    )
  return scene
}

function invalidScene(faults: readonly { path: string; message: string }[]): ArchitectError {
  const [{ path, message }] = faults
  const more = faults.length > 1 ? ` There are ${faults.length} faults in all.` : ''
  return new ArchitectError('invalid_scene', message + more, {
    param: path ? `scene.${path}` : 'scene',
    fields: { faults: faults.slice(0, FAULTS_LISTED_MAX), total: faults.length },
  })
}
