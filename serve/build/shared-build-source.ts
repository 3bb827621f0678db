import { openEngines } from './build-engines.ts'
import type { BuildLease, BuildSource } from './build-source.ts'
import { RefCountedBuild } from './ref-counted-build.ts'
import { readShared, type SharedBuild } from './shared-build.ts'

/** The build that another thread of the process follows, opened and closes. */
export class SharedBuildSource implements BuildSource {
  private serving: RefCountedBuild | null = null
  private handing: Promise<void> = Promise.resolve()
  private readonly onReleased: (number: number) => void
  private readonly onFailure: (error: unknown) => void

  /**
   * `onReleased` receives the number of each build that was handed over, once. `onFailure` receives
   * why a build is served whose DuckDB file or search index could not be opened: requests that need
   * it try again.
   */
  constructor(onReleased: (number: number) => void, onFailure: (error: unknown) => void) {
    this.onReleased = onReleased
    this.onFailure = onFailure
  }

  take(): BuildLease | null {
    return this.serving?.lease() ?? null
  }

  /** Serves the build once it is ready; requests on the one before finish there. */
  async hand(build: SharedBuild | null): Promise<void> {
    this.handing = this.handing.then(() => this.replace(build))
    await this.handing
  }

  private async replace(build: SharedBuild | null): Promise<void> {
    const next =
      build && new RefCountedBuild(readShared(build), () => this.onReleased(build.number))
    if (next) await openEngines(next.build).catch(this.onFailure)
    const old = this.serving
    this.serving = next
    old?.drop()
  }
}
