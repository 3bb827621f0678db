import type { BuildLease, ServedBuild } from './build-source.ts'

/** An open build that counts its leases and closes with the last one. */
export class RefCountedBuild {
  readonly build: ServedBuild
  private references = 1
  private readonly onLast: () => void

  /** `onLast` is called once, when the last reference is gone. */
  constructor(build: ServedBuild, onLast: () => void) {
    this.build = build
    this.onLast = onLast
  }

  lease(): BuildLease {
    this.references++
    let isReleased = false
    return {
      build: this.build,
      release: () => {
        if (!isReleased) this.drop()
        isReleased = true
      },
    }
  }

  /** Gives up one reference: its creator holds the first, each lease one more. */
  drop(): void {
    if (--this.references > 0) return
    for (const close of this.build.atClose.splice(0)) close()
    this.onLast()
  }
}
