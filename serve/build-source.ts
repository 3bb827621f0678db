import type { OpenBuild } from '../catalog/build-folder.ts'
import type { Packs } from '../layers/dossier.ts'

/** A build with its packs open. */
export interface ServedBuild extends Pick<OpenBuild, 'id' | 'manifest'> {
  /** Where its files are; paths in the manifest are relative to it. */
  folder: string
  packs: Packs
  /** Whether the build's DuckDB file is on disk. */
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
  take(): BuildLease | null
}
