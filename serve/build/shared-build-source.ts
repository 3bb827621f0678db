import { openEngines } from './build-engines.ts'
import type { BuildLease, BuildSource } from './build-source.ts'
import { RefCountedBuild } from './ref-counted-build.ts'
import { readShared, type SharedBuild } from './shared-build.ts'

/** Leases the build that the first thread of the process shares with this thread. */
export class SharedBuildSource implements BuildSource {
  private serving: RefCountedBuild | null = null
  private replacing: Promise<void> = Promise.resolve()
  private readonly onReleased: (number: number) => void
  private readonly onFailure: (error: unknown) => void

  /**
   * `onReleased` receives the number of each shared build once, when it is no longer used.
   * `onFailure` receives the error where a build is served although its DuckDB file or search index
   * could not be opened: requests that need it try again.
   */
  constructor(onReleased: (number: number) => void, onFailure: (error: unknown) => void) {
    this.onReleased = onReleased
    this.onFailure = onFailure
  }

  acquire(): BuildLease | null {
    return this.serving?.lease() ?? null
  }

  /** Serves the build once it is ready; running requests finish on the build before it. */
  async replace(build: SharedBuild | null): Promise<void> {
    this.replacing = this.replacing.then(() => this.open(build))
    await this.replacing
  }

  private async open(build: SharedBuild | null): Promise<void> {
    const next =
      build && new RefCountedBuild(readShared(build), () => this.onReleased(build.number))
    if (next) await openEngines(next.build).catch(this.onFailure)
    const old = this.serving
    this.serving = next
    old?.drop()
  }
}
