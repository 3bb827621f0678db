import type { BuildFiles } from '../../catalog/build-files.ts'
import type { OpenBuild } from '../../catalog/build-folder.ts'
import type { Packs } from '../../dossier/dossier.ts'

/** A build with its files open. */
export interface ServedBuild extends Pick<OpenBuild, 'id' | 'manifest'> {
  /** Where its files are; paths in the manifest are relative to it. */
  folder: string
  /** All that answers are made of, guarded against changes. */
  files: BuildFiles
  packs: Packs
  /** Whether the build has a DuckDB file. */
  hasDatabase: boolean
  /** What routes opened of it in this thread; closed when its last request is answered. */
  readonly atClose: (() => void)[]
}

/** A build that stays open until it is released, whatever is pinned meanwhile. */
export interface BuildLease {
  build: ServedBuild
  /** Must be called once; later calls do nothing. */
  release(): void
}

/** Gives the build that is served now. */
export interface BuildSource {
  /** Null when no build is pinned, or none could be opened yet. */
  acquire(): BuildLease | null
}
