import type { OpenBuild } from '../catalog/build-folder.ts'
import { readSharedPacks, type SharedPacks, sharePacks } from '../layers/open-packs.ts'
import type { ServedBuild } from './build-source.ts'

/** An open build as another thread of the process reads it: its packs lie in memory once. */
export interface SharedBuild {
  /** Tells this hand-over from an earlier one of the same build. */
  number: number
  id: string
  manifest: OpenBuild['manifest']
  folder: string
  hasDatabase: boolean
  packs: SharedPacks
}

/** What a message can carry of a build. It must stay open until the other thread has done. */
export function shareBuild(build: ServedBuild, number: number): SharedBuild {
  const { id, manifest, folder, hasDatabase } = build
  return { number, id, manifest, folder, hasDatabase, packs: sharePacks(build.packs) }
}

/** The build in the thread that the message came to. */
export function readShared({ packs, ...build }: SharedBuild): ServedBuild {
  const { id, manifest, folder, hasDatabase } = build
  return { id, manifest, folder, hasDatabase, packs: readSharedPacks(packs), atClose: [] }
}
