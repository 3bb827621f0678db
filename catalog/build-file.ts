/**
 * A file of a build for reading by position: on this machine (`GuardedFile`), or in a store, with
 * its blocks cached here (`StoredFile`). No byte is returned that is not the build's.
 */
export interface BuildFile {
  /** Where it is, or would be; names the file in errors and caches. */
  readonly path: string
  /** Bytes of the whole file. */
  readonly size: number
  /** Differs when values that were read earlier may be stale. */
  readonly generation: number
  /** The file for another thread of this process. */
  readonly shared: SharedFile
  /**
   * Fills `into` as far as the file reaches and returns the number of bytes. Blocks the thread,
   * for a stored file also while a block comes from the store. Throws `UnavailableFile`.
   */
  read(into: Uint8Array, position: number): number
  /** Reads like `read`, without blocking the event loop. */
  readLater(into: Uint8Array, position: number): Promise<number>
  /** Throws `UnavailableFile` when nothing may be answered from the file now. */
  expectWhole(): void
  /** Closes the file in every thread. */
  close(): void
}

/** A file as the threads of a process share it. */
export type SharedFile = SharedGuardedFile | SharedStoredFile

/** A guarded file as the threads of a process share it: descriptors are the process's. */
export interface SharedGuardedFile {
  kind: 'guarded'
  path: string
  state: SharedArrayBuffer
}

/** A file of a store as the threads of a process share it. */
export interface SharedStoredFile {
  kind: 'stored'
  /** Where the file would be on this machine. */
  path: string
  bytes: number
  sha256: string
  /** SHA-256 of the blocks, one after the other. */
  hashes: SharedArrayBuffer
  /** Folder of the cached blocks. */
  folder: string
  /** Memory of the `BlockChannel`. */
  channel: SharedArrayBuffer
}
