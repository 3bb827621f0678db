import { resolve } from 'node:path'
import { UsageError } from '../../terminal/command.ts'
import { linkPath } from '../client/project-link.ts'
import { isSafeText } from '../scene/safe-text.ts'
import { formerPath, historyPath } from './scene-history.ts'

/**
 * The path that a command writes to. Throws `UsageError` for that of the scene, of its history or
 * of its link to a project, and for one that a terminal would show as another.
 */
export function outputPath(option: string, given: string, scene: string): string {
  if (!isSafeText(given))
    throw new UsageError(
      `${option} has control characters or marks of direction. Give another path.`,
    )
  const own = [scene, historyPath(scene), formerPath(scene), linkPath(scene)]
  if (given === '' || own.some((path) => resolve(path) === resolve(given)))
    throw new UsageError(
      `${option} must be another path than that of the scene and its history, got "${given}".`,
    )
  return given
}
