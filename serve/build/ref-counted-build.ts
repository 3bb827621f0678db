import type { BuildLease, ServedBuild } from './build-source.ts'

/** A build in service, or one whose last requests are being answered. */
export class RefCountedBuild {
  readonly build: ServedBuild
  private holders = 1
  private readonly onLast: () => void

  /** `onLast` is called once, when the last holder is gone. */
  constructor(build: ServedBuild, onLast: () => void) {
    this.build = build
    this.onLast = onLast
  }

  lease(): BuildLease {
    this.holders++
    let isHeld = true
    return {
      build: this.build,
      release: () => {
        if (isHeld) this.drop()
        isHeld = false
      },
    }
  }

  /** Gives up the hold that it began with. */
  drop(): void {
    if (--this.holders > 0) return
    for (const close of this.build.atClose.splice(0)) close()
    this.onLast()
  }
}
