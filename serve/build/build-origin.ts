import type { FileEvent } from '../../catalog/build-files-watch.ts'
import type { Pin } from '../../catalog/pin.ts'
import type { PinWatch } from '../../catalog/pin-watch.ts'
import type { ServedBuild } from './build-source.ts'

/** Where the pin and the builds in service come from: the home of this machine, or a store. */
export interface BuildOrigin {
  /** Calls `onChange` when the pin has moved, and `onError` with a new problem of reading it. */
  watchPin(onChange: () => void, onError: (error: unknown) => void): PinWatch
  /** The pin, or null when nothing was ever pinned. Throws `StepError`. */
  readPin(): Promise<Pin | null>
  /**
   * Opens a build with every file verified. The first build is served as soon as its packs are
   * open; one that follows another is complete. Throws `StepError`, with nothing left open.
   */
  open(id: string, options: { isFirst: boolean }): Promise<ServedBuild>
  /** Restores files that are damaged meanwhile, and reports that, until it is closed. */
  watchFiles(build: ServedBuild, onEvent: (event: FileEvent) => void): FilesWatch
}

/** A watch on the files of a build in service. */
export interface FilesWatch {
  /** Resolves when nothing is being read or written any more. */
  close(): Promise<void>
}
