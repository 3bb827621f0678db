import { BuildFiles, type SharedFiles } from '../../catalog/build-files.ts'
import type { OpenBuild } from '../../catalog/build-folder.ts'
import { readSharedPacks, type SharedPacks, sharePacks } from '../../lookup/open-packs.ts'
import type { ServedBuild } from './build-source.ts'

/** An open build as another thread of the process reads it: its packs lie in memory once. */
export interface SharedBuild {
  /** Tells this hand-over from an earlier one of the same build. */
  number: number
  id: string
  manifest: OpenBuild['manifest']
  folder: string
  hasDatabase: boolean
  files: SharedFiles
  packs: SharedPacks
}

/** What a message can carry of a build. It must stay open until the other thread has done. */
export function shareBuild(build: ServedBuild, number: number): SharedBuild {
  const { id, manifest, folder, hasDatabase } = build
  const [files, packs] = [build.files.share(), sharePacks(build.packs)]
  return { number, id, manifest, folder, hasDatabase, files, packs }
}

/** The build in the thread that the message came to. */
export function readShared({ number: _, files, packs, ...build }: SharedBuild): ServedBuild {
  return { ...build, files: BuildFiles.read(files), packs: readSharedPacks(packs), atClose: [] }
}
