import type { BuildFiles } from '../../catalog/build-files.ts'
import type { FileEvent } from '../../catalog/build-files-watch.ts'
import { GuardedFile } from '../../catalog/guarded-file.ts'
import type { HashedFile } from '../../catalog/manifest.ts'

/** How often files are checked: one that changed on disk is noticed within this time. */
const CHECK_MS = 1_000
/** Pause before a file that could not be brought is tried again. */
const RETRY_MS = 5_000

export interface LocalCopiesOptions {
  files: BuildFiles
  /** The files that are brought here whole. */
  entries: readonly HashedFile[]
  /** Brings files of the store to their places in the folder of `files`, verified. */
  bring(entries: readonly HashedFile[]): Promise<void>
  check_ms?: number
  retry_ms?: number
}

/**
 * Files of a stored build that engines open by their path, so that they must be on this machine.
 * Until one is here, and while it is damaged, reads of it throw `UnavailableFile`.
 */
export class LocalCopies {
  private readonly options: LocalCopiesOptions
  private working: Promise<void> | null = null
  private timer: NodeJS.Timeout | undefined
  private paused_until = 0
  private isClosed = false
  /** Receives what happens to the files; `watch` sets it. */
  private onEvent: (event: FileEvent) => void = () => {}
  private reported = ''

  constructor(options: LocalCopiesOptions) {
    this.options = options
    const { files, entries } = options
    for (const { file } of entries) files.add(file, GuardedFile.awaited(files.pathOf(file)))
  }

  /** Brings some of the files here. Throws `StepError` and `StorageFailure`. */
  async bring(entries: readonly HashedFile[]): Promise<void> {
    if (entries.length === 0) return
    await this.options.bring(entries)
    for (const entry of this.isClosed ? [] : entries) await this.options.files.verifyAgain(entry)
  }

  /** Brings what is missing or damaged, again and again, until it is closed. */
  watch(onEvent: (event: FileEvent) => void): void {
    this.onEvent = onEvent
    const { check_ms = CHECK_MS } = this.options
    this.timer = setInterval(() => this.look(), check_ms).unref()
    this.look()
  }

  /** Resolves when no file is being brought any more. */
  async close(): Promise<void> {
    this.isClosed = true
    clearInterval(this.timer)
    await this.working
  }

  private look(): void {
    if (performance.now() < this.paused_until) return
    this.working ??= this.mend().finally(() => {
      this.working = null
    })
  }

  private async mend(): Promise<void> {
    const { files, entries, retry_ms = RETRY_MS } = this.options
    for (const entry of entries) {
      if (this.isClosed) return
      const file = files.localFile(entry.file)
      if (file.isVerified()) continue
      const { path } = file
      // A change of the number of its links: answers use the file while it is verified again.
      if (!file.isWhole() && file.generation > 0) {
        this.onEvent({ kind: 'changed', path })
        file.close()
      }
      try {
        const isNew = file.generation === 0
        const wasWhole = file.isWhole()
        await this.bring([entry])
        if (!wasWhole) this.onEvent({ kind: isNew ? 'here' : 'whole', path })
        this.reported = ''
      } catch (error) {
        this.paused_until = performance.now() + retry_ms
        if (this.reported !== String(error)) this.onEvent({ kind: 'away', path, error })
        this.reported = String(error)
        return
      }
    }
  }
}
