import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { missingFiles, type OpenBuild } from '../catalog/build-folder.ts'
import { StepError } from '../terminal/step-error.ts'
import { FileSender, type PushOptions, type Sent } from './file-objects.ts'
import type { ObjectStorage } from './object-storage.ts'
import { blockwiseFiles, sendBlockLists } from './send-block-lists.ts'
import { readSmall } from './small-object.ts'
import { changeStorePin, isCondemned, readStorePin } from './store-pin.ts'
import { hashedFiles, isSoundBuild, manifestKey } from './stored-builds.ts'

/** Times that the manifest is written while a `gc` removes it. */
const MANIFEST_ATTEMPTS = 3

/**
 * Stores a build: what is absent of its files and of the lists of their blocks, then its manifest.
 * A build that is there stays as it is, and is mended where it is not whole. Throws `StepError` for
 * a build that is not whole here, or whose id the store has with other bytes, and `StorageFailure`;
 * then run it again: what was sent is not sent twice.
 */
export async function pushBuild(
  storage: ObjectStorage,
  build: OpenBuild,
  options: PushOptions,
): Promise<Sent> {
  const { id, paths, manifest } = build
  const [missing] = await missingFiles(build)
  if (missing !== undefined)
    throw new StepError('push', id, `is not whole: ${missing}`, 'Build it again with `plat build`.')
  const files = hashedFiles(manifest)
  const text = await readFile(paths.manifestFile, 'utf8')
  const sender = await FileSender.begin(storage, options)
  let etag = await expectNoOther(storage, id, text)
  const local = files.map((file) => ({ ...file, path: join(paths.folder, file.file) }))
  await sendBlockLists(storage, sender, blockwiseFiles(build), options)
  const sent = await sender.send(id, local)
  for (let attempt = 0; attempt < MANIFEST_ATTEMPTS; attempt++) {
    await sender.expectInTime()
    // On the condition that it is absent, or as it was: others may push this id at the same time.
    const condition = etag === null ? { is: 'absent' as const } : { is: 'unchanged' as const, etag }
    if ((await storage.put(manifestKey(id), Buffer.from(text), condition)) === null) {
      etag = await expectNoOther(storage, id, text)
      continue
    }
    if (!isCondemned(await readStorePin(storage), id)) return sent
    // The `gc` that has condemned it may be deleting the manifest. It cannot be pinned until then.
    await sender.settle()
    etag = await expectNoOther(storage, id, text)
    if (etag === null) continue
    await uncondemn(storage, id)
    return sent
  }
  const problem = `others changed it ${MANIFEST_ATTEMPTS} times in a row`
  throw new StepError('push', `${id} in ${storage.name}`, problem, 'Push it again.')
}

/**
 * Throws for a whole and sound build of this id with another manifest: each run writes other bytes
 * into the database, and a build never changes. Returns the ETag of what may be replaced, null
 * without any.
 */
async function expectNoOther(
  storage: ObjectStorage,
  id: string,
  text: string,
): Promise<string | null> {
  const found = await readSmall(storage, manifestKey(id))
  if (!found || found.text === text) return found?.etag ?? null
  // One that failed its audits cannot be pinned: another run may replace it.
  if (!(await isSoundBuild(storage, id))) return found.etag
  const problem = 'the store has this build from another run, with other bytes of the same rows'
  const remedy = `Use that one: remove the build here, then \`plat pull ${id}\`.`
  throw new StepError('push', `${id} in ${storage.name}`, problem, remedy)
}

/** Takes a build off the list of those under removal. */
async function uncondemn(storage: ObjectStorage, id: string): Promise<void> {
  await changeStorePin(storage, async (state) =>
    isCondemned(state, id)
      ? { ...state, condemned: state.condemned.filter(({ build }) => build !== id) }
      : null,
  )
}
