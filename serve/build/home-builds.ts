import { BuildFilesWatch, type FileEvent } from '../../catalog/build-files-watch.ts'
import { openBuild } from '../../catalog/build-folder.ts'
import { servedFiles } from '../../catalog/manifest.ts'
import { type Pin, readPin } from '../../catalog/pin.ts'
import { type PinWatch, watchPin } from '../../catalog/pin-watch.ts'
import { DEFAULT_PACK_MEMORY_BYTES } from '../../lookup/open-packs.ts'
import { openEnginesOrClose } from './build-engines.ts'
import type { BuildOrigin, FilesWatch } from './build-origin.ts'
import type { ServedBuild } from './build-source.ts'
import { openServedBuild } from './served-build.ts'

export interface HomeOptions {
  home: string
  /** Total bytes of a build's packs in memory; the rest is read by position. */
  packMemoryBytes?: number
  /** How often the pin is read where the folder cannot be watched. */
  poll_ms?: number
  /** How often the files of the build in service are checked for changes. */
  check_ms?: number
}

/** The builds of the home of this machine. */
export class HomeBuilds implements BuildOrigin {
  private readonly options: HomeOptions

  constructor(options: HomeOptions) {
    this.options = options
  }

  watchPin(onChange: () => void, onError: (error: unknown) => void): PinWatch {
    const { home, poll_ms } = this.options
    return watchPin(home, onChange, { onError, poll_ms })
  }

  async readPin(): Promise<Pin | null> {
    return await readPin(this.options.home)
  }

  async open(id: string): Promise<ServedBuild> {
    const { home, packMemoryBytes = DEFAULT_PACK_MEMORY_BYTES } = this.options
    const build = await openServedBuild(await openBuild(id, home), packMemoryBytes)
    await openEnginesOrClose(build)
    return build
  }

  watchFiles({ files, manifest }: ServedBuild, onEvent: (event: FileEvent) => void): FilesWatch {
    return new BuildFilesWatch(files, servedFiles(manifest), onEvent, this.options.check_ms)
  }
}
