import { BuildFilesWatch, type FileEvent } from '../../catalog/build-files-watch.ts'
import { openBuild } from '../../catalog/build-folder.ts'
import { servedFiles } from '../../catalog/manifest.ts'
import { readPin } from '../../catalog/pin.ts'
import { type PinWatch, watchPin } from '../../catalog/pin-watch.ts'
import { DEFAULT_PACK_MEMORY_BYTES } from '../../lookup/open-packs.ts'
import { openEngines } from './build-engines.ts'
import type { BuildLease, BuildSource, ServedBuild } from './build-source.ts'
import { RefCountedBuild } from './ref-counted-build.ts'
import { openServedBuild } from './served-build.ts'

export interface FollowedPinOptions {
  home: string
  /** Packs of one build held in memory, in total; the rest is read by position. */
  packMemoryBytes?: number
  /** A build was taken into service, or could not be. */
  onChange?: (event: BuildEvent) => void
  /** How often the pin is read where the folder cannot be watched. */
  poll_ms?: number
  /** How often a pinned build that could not be opened is tried again. */
  retry_ms?: number
  /** How often the files of the build in service are looked at. */
  check_ms?: number
}

export type BuildEvent =
  /** `files` were read whole. */
  | { kind: 'opened'; build: ServedBuild; bytes: number; ms: number }
  | { kind: 'file'; id: string; event: FileEvent }
  | { kind: 'unpinned' }
  /** The build before it stays in service. */
  | { kind: 'failed'; id: string | null; error: unknown }
  | { kind: 'closed'; id: string }

/** A pinned build that could not be opened is tried again this often. */
const RETRY_MS = 5_000

/**
 * Follows the pin. A newly pinned build is opened whole before it is served; requests on the old
 * one finish there, then it closes. A build that cannot be opened changes nothing.
 */
export class FollowedPin implements BuildSource {
  private readonly options: FollowedPinOptions
  private readonly pinWatch: PinWatch
  private serving: RefCountedBuild | null = null
  private lastPin: string | undefined
  private following: Promise<void> | null = null
  private isAskedAgain = false
  private isClosed = false
  private lastProblem = ''
  private retry: NodeJS.Timeout | undefined

  private constructor(options: FollowedPinOptions) {
    this.options = options
    this.pinWatch = watchPin(options.home, () => void this.follow(), {
      onError: (error) => this.say({ kind: 'failed', id: null, error }),
      poll_ms: options.poll_ms,
    })
  }

  /** Serves the pinned build where there is one; waits for the first pin where there is none. */
  static async open(options: FollowedPinOptions): Promise<FollowedPin> {
    const builds = new FollowedPin(options)
    // The watch does not announce the pin that it reads first: a move before that is seen here.
    await builds.pinWatch.look()
    await builds.follow()
    return builds
  }

  take(): BuildLease | null {
    return this.serving?.lease() ?? null
  }

  /** Id of the build in service. */
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

  /** One move at a time; moves that come meanwhile are one more look at the pin. */
  private async follow(): Promise<void> {
    this.isAskedAgain = true
    this.following ??= this.lookUntilSettled().finally(() => {
      this.following = null
    })
    await this.following
  }

  private async lookUntilSettled(): Promise<void> {
    while (this.isAskedAgain && !this.isClosed) {
      this.isAskedAgain = false
      await this.look()
    }
  }

  private async look(): Promise<void> {
    const { home, packMemoryBytes = DEFAULT_PACK_MEMORY_BYTES } = this.options
    clearTimeout(this.retry)
    let id: string | null = null
    const started = performance.now()
    try {
      const pin = await readPin(home)
      if (JSON.stringify(pin) === this.lastPin) return
      this.lastPin = JSON.stringify(pin)
      id = pin?.build ?? null
      if (id === (this.serving?.build.id ?? null)) return
      if (id === null) {
        this.replace(null)
        this.say({ kind: 'unpinned' })
        return
      }
      const build = await openServedBuild(await openBuild(id, home), packMemoryBytes)
      await enginesOf(build)
      const bytes = servedFiles(build.manifest).reduce((sum, file) => sum + file.bytes, 0)
      this.replace(build)
      this.lastProblem = ''
      this.say({ kind: 'opened', build, bytes, ms: performance.now() - started })
    } catch (error) {
      // Files may come back, or a slow disk: it is tried again, and said once.
      this.lastPin = undefined
      // A large build is read whole each time: for a quarter of the time at most.
      const { retry_ms = RETRY_MS } = this.options
      const delay_ms = Math.max(retry_ms, 3 * (performance.now() - started))
      // The one timer: `look` clears the one before, and no two looks overlap.
      if (!this.isClosed) this.retry = setTimeout(() => void this.follow(), delay_ms).unref()
      const problem = `${id} ${error}`
      if (problem !== this.lastProblem) this.say({ kind: 'failed', id, error })
      this.lastProblem = problem
    }
  }

  private replace(build: ServedBuild | null): void {
    const old = this.serving
    this.serving = build && this.leased(build)
    old?.drop()
  }

  private leased(build: ServedBuild): RefCountedBuild {
    const { id, manifest, files } = build
    const onEvent = (event: FileEvent) => this.say({ kind: 'file', id, event })
    const watch = new BuildFilesWatch(files, servedFiles(manifest), onEvent, this.options.check_ms)
    return new RefCountedBuild(build, () => {
      // Before the next look: a file that is closed is none that changed.
      const closed = watch.close()
      files.close()
      void closed.then(() => files.close())
      this.say({ kind: 'closed', id })
    })
  }

  private say(event: BuildEvent): void {
    this.options.onChange?.(event)
  }
}

/** Opens them; throws with nothing of the build left open. */
async function enginesOf(build: ServedBuild): Promise<void> {
  try {
    await openEngines(build)
  } catch (error) {
    for (const close of build.atClose.splice(0)) close()
    build.files.close()
    throw error
  }
}
