import type { BuildLease, BuildSource } from './build-source.ts'
import { LeasedBuild } from './leased-build.ts'
import { readShared, type SharedBuild } from './shared-build.ts'

/** The build that another thread of the process follows, opened and closes. */
export class HandedBuilds implements BuildSource {
  private serving: LeasedBuild | null = null
  private readonly onReleased: (number: number) => void

  /** `onReleased` is told the number of each build that was handed over, once. */
  constructor(build: SharedBuild | null, onReleased: (number: number) => void) {
    this.onReleased = onReleased
    this.hand(build)
  }

  take(): BuildLease | null {
    return this.serving?.lease() ?? null
  }

  /** Serves the build from now on; requests on the one before finish there. */
  hand(build: SharedBuild | null): void {
    const old = this.serving
    this.serving = build && new LeasedBuild(readShared(build), () => this.onReleased(build.number))
    old?.drop()
  }
}
