import type { BlockChannel } from '../../catalog/block-channel.ts'
import type { BuildFiles } from '../../catalog/build-files.ts'
import type { OpenBuild } from '../../catalog/build-folder.ts'
import type { Packs } from '../../dossier/dossier.ts'

/** A build with its files open. */
export interface ServedBuild extends Pick<OpenBuild, 'id' | 'manifest'> {
  /** Where its files are; paths in the manifest are relative to it. */
  folder: string
  /** All files that answers are made from, guarded against changes. */
  files: BuildFiles
  packs: Packs
  /** True when the build has a DuckDB file. */
  hasDatabase: boolean
  /** Requests to the store that holds its files; absent where they are on this machine. */
  store?: BlockChannel
  /** Closes what routes opened in this thread; called when the last request is answered. */
  readonly atClose: (() => void)[]
}

/** Holds a build open until it is released, even when another build is pinned meanwhile. */
export interface BuildLease {
  build: ServedBuild
  /** Must be called once; later calls do nothing. */
  release(): void
}

/** Leases the build that is in service now. */
export interface BuildSource {
  /** Null when no build is pinned, or none could be opened yet. */
  acquire(): BuildLease | null
}
