import { statSync } from 'node:fs'
import { dirname, extname, resolve, sep } from 'node:path'
import { replaceFile } from '../../catalog/atomic-file.ts'
import { UsageError } from '../../terminal/command.ts'
import { StepError } from '../../terminal/step-error.ts'
import { linkPath } from '../client/project-link.ts'
import { isSafeText } from '../scene/safe-text.ts'
import { formerPath, historyPath } from './scene-history.ts'

/**
 * The path of the file that a command writes. Throws `UsageError` for that of the scene, of its
 * history or of its link to a project, for a folder, and for one that a terminal would show as
 * another.
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
  if (given.endsWith('/') || given.endsWith(sep) || kindOf(given) === 'folder')
    throw new UsageError(`${option} must be the path of a file, got the folder "${given}".`)
  if (kindOf(dirname(given)) === 'file')
    throw new UsageError(
      `${option} must be a path in a folder, but "${dirname(given)}" is a file. Give another path.`,
    )
  return given
}

/** Writes the file of a command, whole or not at all. Throws `StepError`. */
export async function writeOutput(
  path: string,
  content: string | Uint8Array,
  step: string,
): Promise<void> {
  await replaceFile(path, content).catch((cause) => {
    const remedy = 'Give a path in a folder that you can write to.'
    throw new StepError(step, path, 'cannot be written', remedy, { cause })
  })
}

/** The path of a file with another extension. */
export const withExtension = (file: string, extension: string): string =>
  `${file.slice(0, file.length - extname(file).length)}.${extension}`

/** Null where nothing is there that can be seen: writing finds the reason. */
function kindOf(path: string): 'file' | 'folder' | null {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file'
  } catch {
    return null
  }
}
