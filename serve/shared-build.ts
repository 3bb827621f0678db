import type { OpenBuild } from '../catalog/build-folder.ts'
import { readSharedPacks, type SharedPacks, sharePacks } from '../layers/open-packs.ts'
import type { ServedBuild } from './build-source.ts'

/** An open build as another thread of the process reads it: its packs lie in memory once. */
export interface SharedBuild {
  /** Tells this hand-over from an earlier one of the same build. */
  number: number
  id: string
  manifest: OpenBuild['manifest']
  hasDatabase: boolean
  packs: SharedPacks
}

/** What a message can carry of a build. It must stay open until the other thread has done. */
export function shareBuild(build: ServedBuild, number: number): SharedBuild {
  const { id, manifest, hasDatabase } = build
  return { number, id, manifest, hasDatabase, packs: sharePacks(build.packs) }
}

/** The build in the thread that the message came to. */
export function readShared({ id, manifest, hasDatabase, packs }: SharedBuild): ServedBuild {
  return { id, manifest, hasDatabase, packs: readSharedPacks(packs) }
}
