import { BlockChannel } from '../../catalog/block-channel.ts'
import { BuildFiles, type SharedFiles } from '../../catalog/build-files.ts'
import type { OpenBuild } from '../../catalog/build-folder.ts'
import { readSharedPacks, type SharedPacks, sharePacks } from '../../lookup/open-packs.ts'
import type { ServedBuild } from './build-source.ts'

/**
 * An open build in a form that other threads of the process can receive. All threads use the same
 * packs in memory.
 */
export interface SharedBuild {
  /** Number of this transfer: one build may be sent several times. */
  number: number
  id: string
  manifest: OpenBuild['manifest']
  folder: string
  hasDatabase: boolean
  files: SharedFiles
  /** Memory of the `BlockChannel` of a stored build. */
  store: SharedArrayBuffer | null
  packs: SharedPacks
}

/** Converts a build for a message. It must stay open until the other thread releases it. */
export function shareBuild(build: ServedBuild, number: number): SharedBuild {
  const { id, manifest, folder, hasDatabase } = build
  const [files, packs] = [build.files.share(), sharePacks(build.packs)]
  const store = build.store?.shared ?? null
  return { number, id, manifest, folder, hasDatabase, files, store, packs }
}

/** Opens a shared build in the thread that received it. */
export function readShared({ number: _, files, store, packs, ...build }: SharedBuild): ServedBuild {
  return {
    ...build,
    files: BuildFiles.read(files),
    packs: readSharedPacks(packs),
    ...(store && { store: new BlockChannel(store) }),
    atClose: [],
  }
}
