import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from '../../catalog/atomic-file.ts'
import type { ImportSummary } from './desktop-protocol.ts'
import { buildingProblem } from './glb-check.ts'
import { ImportFailure, type ReceivedFile } from './import-queue.ts'

/** Characters of a name in the name of a file, whose bytes are limited to 255. */
const SLUG_CHARACTERS_MAX = 40

/**
 * Puts a received file into a folder as `<name>.<project>.glb`, in the place of the one that the
 * project had there. Throws `ImportFailure`.
 */
export async function importIntoFolder(folder: string, file: ReceivedFile): Promise<ImportSummary> {
  try {
    const { gltf } = file
    const problem = buildingProblem(gltf)
    if (problem !== null) throw new ImportFailure('not_a_building', problem)
    const extras = (gltf.nodes ?? []).map((node) => (node.extras ?? {}) as Record<string, string>)
    const countOf = (kind: string) => extras.filter((each) => each.kind === kind).length
    const site = extras.find(({ kind }) => kind === 'site')?.svcId
    const ending = `.${file.projectId ?? slugOf(site ?? 'building')}.glb`
    const name = `${slugOf(file.name) || 'building'}${ending}`
    await mkdir(folder, { recursive: true })
    const former = (await readdir(folder)).filter((each) => each.endsWith(ending))
    await replaceFile(join(folder, name), createReadStream(file.path))
    for (const each of former) if (each !== name) await rm(join(folder, each))
    return {
      objects: extras.filter(({ svcId }) => svcId !== undefined).length,
      levels: countOf('level'),
      rooms: countOf('zone'),
      clips: gltf.animations?.length ?? 0,
      replaced: former.length > 0,
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOSPC' && code !== 'EDQUOT') throw error
    throw new ImportFailure('storage_full', 'The disk of the folder is full.')
  } finally {
    await rm(file.path, { force: true })
  }
}

/** Letters and digits of any script, with hyphens between them. */
function slugOf(text: string): string {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}_]+/gu) ?? []
  return [...words.join('-')].slice(0, SLUG_CHARACTERS_MAX).join('')
}
