import { parseJson } from '../catalog/json-file.ts'
import {
  allFiles,
  BuildId,
  checkManifest,
  failedAudits,
  type HashedFile,
  MANIFEST_FILE,
  type Manifest,
} from '../catalog/manifest.ts'
import { StepError } from '../terminal/step-error.ts'
import { findIncomplete } from './file-objects.ts'
import type { ObjectStorage } from './object-storage.ts'
import { readSmall } from './small-object.ts'
import { StorageFailure } from './storage-failure.ts'

/** Folder of the manifests: a build is complete when its manifest is there, which comes last. */
const BUILDS = 'builds'

/** A build of the store: its manifest, and the manifest's exact bytes. */
export interface StoredBuild {
  text: string
  manifest: Manifest
  files: HashedFile[]
}

/** Key of a build's manifest. Throws `StepError` for an id that is not one. */
export function manifestKey(id: string): string {
  if (!BuildId.safeParse(id).success)
    throw new StepError('find the build', id, 'is not a build id', 'See `plat builds`.')
  return `${BUILDS}/${id}/${MANIFEST_FILE}`
}

/**
 * Files of a build with their hashes. Throws `StepError` for a build of the time before the
 * database had one: what has no hash cannot be stored by its content.
 */
export function hashedFiles(manifest: Manifest): HashedFile[] {
  return allFiles(manifest).map(({ file, bytes, sha256 }) => {
    if (sha256 !== undefined) return { file, bytes, sha256 }
    const problem = `its manifest has no sha256 of ${file}, as older builds have none`
    const remedy = 'Build again with `plat build` and the same names, and push that build.'
    throw new StepError('read the manifest', manifest.build, problem, remedy)
  })
}

/** Reads a build of the store; null where there is none. Throws `StepError` for a damaged one. */
export async function findStoredBuild(
  storage: ObjectStorage,
  id: string,
): Promise<StoredBuild | null> {
  const key = manifestKey(id)
  const found = await readSmall(storage, key)
  if (!found) return null
  const file = {
    path: `${key} of ${storage.name}`,
    step: 'read the manifest',
    remedy: 'Push the build again from a home that has it.',
  }
  const manifest = checkManifest(parseJson(file, found.text), file)
  if (manifest.build !== id)
    throw new StepError(file.step, file.path, `is of build ${manifest.build}`, file.remedy)
  return { text: found.text, manifest, files: hashedFiles(manifest) }
}

/** Reads a build of the store. Throws `StepError`, with the newest there, where it is missing. */
export async function requireStoredBuild(storage: ObjectStorage, id: string): Promise<StoredBuild> {
  const build = await findStoredBuild(storage, id)
  if (build) return build
  const ids = (await listStoredBuilds(storage)).map((each) => each.id)
  const newest = ids.slice(0, LISTED_MAX).join(', ')
  const remedy = newest ? `The newest there: ${newest}.` : 'Push one with `plat push`.'
  throw new StepError('find the build', storage.name, `has no build ${id}`, remedy)
}

/** Builds that an error lists. */
const LISTED_MAX = 10

/** Ids of all builds of the store with the time of their push, the newest first. */
export async function listStoredBuilds(
  storage: ObjectStorage,
): Promise<{ id: string; pushed_at: Date }[]> {
  const builds: { id: string; pushed_at: Date }[] = []
  for await (const { name, written_at } of storage.list(BUILDS)) {
    const [, id, file, ...below] = name.split('/')
    if (file === MANIFEST_FILE && below.length === 0) builds.push({ id, pushed_at: written_at })
  }
  return builds.sort(
    (a, b) => b.pushed_at.getTime() - a.pushed_at.getTime() || (a.id < b.id ? 1 : -1),
  )
}

/** Why a build of the store may not be pinned, or null: it must be whole, without failed audits. */
export async function storedBuildProblem(
  storage: ObjectStorage,
  id: string,
): Promise<string | null> {
  const build = await readWhole(storage, id)
  return typeof build === 'string' ? build : failedAudits(build.manifest)
}

/** Whether a build of the store has a sound manifest, and all files that it names. */
export async function isWholeBuild(storage: ObjectStorage, id: string): Promise<boolean> {
  return typeof (await readWhole(storage, id)) !== 'string'
}

/** Whether a build of the store is whole and passed its audits: there is nothing to make then. */
export async function isSoundBuild(storage: ObjectStorage, id: string): Promise<boolean> {
  return (await storedBuildProblem(storage, id)) === null
}

/** A build with all its files, or the problem of one that is missing, damaged or not whole. */
async function readWhole(storage: ObjectStorage, id: string): Promise<StoredBuild | string> {
  try {
    const build = await requireStoredBuild(storage, id)
    const missing = await findIncomplete(storage, build.files)
    return missing === null ? build : `is not whole: ${missing}`
  } catch (error) {
    // A storage that is gone is not a problem of the build.
    if (!(error instanceof StepError) || error instanceof StorageFailure) throw error
    return error.problem
  }
}
