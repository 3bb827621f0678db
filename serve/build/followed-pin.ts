import type { FileEvent } from '../../catalog/build-files-watch.ts'
import { servedFiles } from '../../catalog/manifest.ts'
import type { PinWatch } from '../../catalog/pin-watch.ts'
import type { BuildOrigin } from './build-origin.ts'
import type { BuildLease, BuildSource, ServedBuild } from './build-source.ts'
import { HomeBuilds, type HomeOptions } from './home-builds.ts'
import { RefCountedBuild } from './ref-counted-build.ts'

export interface FollowedPinOptions {
  /** Called when the build in service changes, or could not be opened. */
  onChange?: (event: BuildEvent) => void
  /** Pause before a pinned build that could not be opened is tried again. */
  retry_ms?: number
}

export type BuildEvent =
  /** The build is in service: `bytes` of files were read and verified. */
  | { kind: 'opened'; build: ServedBuild; bytes: number; ms: number }
  | { kind: 'file'; id: string; event: FileEvent }
  | { kind: 'unpinned' }
  /** A pinned build could not be opened; the one before it stays in service. */
  | { kind: 'failed'; id: string | null; error: unknown }
  | { kind: 'closed'; id: string }

/** Default of `retry_ms`. */
const RETRY_MS = 5_000

/**
 * Follows the pin of a home folder or a store and leases the pinned build. A newly pinned build is
 * opened completely before it is served; requests on the old one finish there, then it closes.
 * When the new build cannot be opened, the old one stays in service.
 */
export class FollowedPin implements BuildSource {
  private readonly origin: BuildOrigin
  private readonly options: FollowedPinOptions
  private readonly pinWatch: PinWatch
  private serving: RefCountedBuild | null = null
  private lastPin: string | undefined
  private following: Promise<void> | null = null
  private hasNewPin = false
  private isClosed = false
  private lastProblem = ''
  private retry: NodeJS.Timeout | undefined

  private constructor(origin: BuildOrigin, options: FollowedPinOptions) {
    this.origin = origin
    this.options = options
    this.pinWatch = origin.watchPin(
      () => void this.follow(),
      (error) => this.report({ kind: 'failed', id: null, error }),
    )
  }

  /** Serves the pinned build of a home; without one it waits for the first pin. */
  static async open(options: FollowedPinOptions & HomeOptions): Promise<FollowedPin> {
    return await FollowedPin.of(new HomeBuilds(options), options)
  }

  /** Serves the pinned build of `origin`; without one it waits for the first pin. */
  static async of(origin: BuildOrigin, options: FollowedPinOptions): Promise<FollowedPin> {
    const builds = new FollowedPin(origin, options)
    // The watch does not announce the pin that it reads first.
    await builds.pinWatch.look()
    await builds.follow()
    return builds
  }

  acquire(): BuildLease | null {
    return this.serving?.lease() ?? null
  }

  /** Id of the build in service; null where there is none. */
  servedId(): string | null {
    return this.serving?.build.id ?? null
  }

  /** Stops following. The build closes when its last lease is released. */
  async close(): Promise<void> {
    this.isClosed = true
    this.pinWatch.close()
    clearTimeout(this.retry)
    await this.following
    this.replace(null)
  }

  /** Opens one build at a time; the pin is read once more if it moves meanwhile. */
  private async follow(): Promise<void> {
    this.hasNewPin = true
    this.following ??= this.lookUntilSettled().finally(() => {
      this.following = null
    })
    await this.following
  }

  private async lookUntilSettled(): Promise<void> {
    while (this.hasNewPin && !this.isClosed) {
      this.hasNewPin = false
      await this.look()
    }
  }

  private async look(): Promise<void> {
    clearTimeout(this.retry)
    let id: string | null = null
    const started = performance.now()
    try {
      const pin = await this.origin.readPin()
      if (JSON.stringify(pin) === this.lastPin) return
      this.lastPin = JSON.stringify(pin)
      id = pin?.build ?? null
      if (id === (this.serving?.build.id ?? null)) return
      if (id === null) {
        this.replace(null)
        this.report({ kind: 'unpinned' })
        return
      }
      const build = await this.origin.open(id, { isFirst: this.serving === null })
      const bytes = servedFiles(build.manifest).reduce((sum, file) => sum + file.bytes, 0)
      this.replace(build)
      this.lastProblem = ''
      this.report({ kind: 'opened', build, bytes, ms: performance.now() - started })
    } catch (error) {
      // The files may come back, so it is tried again; the problem is reported once.
      this.lastPin = undefined
      // Each try reads a large build whole: spend at most a quarter of the time on it.
      const { retry_ms = RETRY_MS } = this.options
      const delay_ms = Math.max(retry_ms, 3 * (performance.now() - started))
      // The only timer: `look` clears the previous one, and two looks never overlap.
      if (!this.isClosed) this.retry = setTimeout(() => void this.follow(), delay_ms).unref()
      const problem = `${id} ${error}`
      if (problem !== this.lastProblem) this.report({ kind: 'failed', id, error })
      this.lastProblem = problem
    }
  }

  private replace(build: ServedBuild | null): void {
    const old = this.serving
    this.serving = build && this.refCounted(build)
    old?.drop()
  }

  private refCounted(build: ServedBuild): RefCountedBuild {
    const { id, files } = build
    const onEvent = (event: FileEvent) => this.report({ kind: 'file', id, event })
    const watch = this.origin.watchFiles(build, onEvent)
    return new RefCountedBuild(build, () => {
      // The watch ends first: it would report closed files as changed. A check in progress may open
      // a file once more, so they are closed again after it.
      const closed = watch.close()
      files.close()
      void closed.then(() => files.close())
      this.report({ kind: 'closed', id })
    })
  }

  private report(event: BuildEvent): void {
    this.options.onChange?.(event)
  }
}
