import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { BuildFiles } from './build-files.ts'
import type { GuardedFile } from './guarded-file.ts'
import type { NamedFile } from './manifest.ts'

export type FileEvent =
  /** It changed after it was verified: no answer uses it now. */
  | { kind: 'changed'; path: string }
  /** The path now leads to another file than that of the build. */
  | { kind: 'damaged'; path: string; error: unknown }
  /** It was verified again. */
  | { kind: 'whole'; path: string }
  /** It came from the store. */
  | { kind: 'here'; path: string }
  /** It could not be brought from the store. */
  | { kind: 'away'; path: string; error: unknown }

/** A file that changed on disk, or came back, is noticed within this time. */
const CHECK_MS = 1_000

/** A file that no answer may use. */
interface Damage {
  /** State of the path whose bytes were read and differ; that state is not read again. */
  refused: string | null
  /** Last reported event of the file. */
  reported: string
}

/**
 * Looks at the files of a build in service (0.5 µs each), closes what changed after it was
 * verified, and verifies it anew whenever its path leads to another state. For the thread that
 * opened the files.
 */
export class BuildFilesWatch {
  private readonly files: BuildFiles
  private readonly entries: readonly NamedFile[]
  private readonly onEvent: (event: FileEvent) => void
  private readonly timer: NodeJS.Timeout
  /** Damages by the name of the file. */
  private readonly damages = new Map<string, Damage>()
  private looking: Promise<void> | null = null
  private isClosed = false

  constructor(
    files: BuildFiles,
    entries: readonly NamedFile[],
    onEvent: (event: FileEvent) => void,
    check_ms = CHECK_MS,
  ) {
    this.files = files
    this.entries = entries
    this.onEvent = onEvent
    this.timer = setInterval(() => this.look(), check_ms).unref()
  }

  /** Resolves when nothing is being read any more. */
  async close(): Promise<void> {
    this.isClosed = true
    clearInterval(this.timer)
    await this.looking
  }

  /** One look at a time: a large file takes longer to read than the next one is due. */
  private look(): void {
    this.looking ??= this.lookAtAll().finally(() => {
      this.looking = null
    })
  }

  private async lookAtAll(): Promise<void> {
    for (const entry of this.entries) {
      if (this.isClosed) return
      try {
        await this.lookAt(entry)
      } catch (error) {
        // Nobody awaits a look: an error that left it would end the process.
        this.report({ kind: 'damaged', path: join(this.files.folder, entry.file), error })
      }
    }
  }

  private async lookAt(entry: NamedFile): Promise<void> {
    const file = this.files.localFile(entry.file)
    if (file.isVerified()) return
    if (file.isWhole()) return await this.verifyRelinked(entry, file)
    // The other threads need not find out one by one, and its space on disk is given back.
    file.close()
    const { path } = file
    const damage = this.damages.get(entry.file) ?? { refused: null, reported: '' }
    if (!this.damages.has(entry.file)) this.report({ kind: 'changed', path })
    this.damages.set(entry.file, damage)
    await this.verifyAgain(entry, path, damage)
  }

  /**
   * Answers use the file meanwhile; if its path leads to another file, the next look reports that.
   */
  private async verifyRelinked(entry: NamedFile, file: GuardedFile): Promise<void> {
    await this.files.verifyAgain(entry).catch(() => file.close())
  }

  private async verifyAgain(entry: NamedFile, path: string, damage: Damage): Promise<void> {
    const state = stateAt(path)
    if (damage.refused === state) return
    try {
      await this.files.verifyAgain(entry)
      this.damages.delete(entry.file)
      this.report({ kind: 'whole', path })
    } catch (error) {
      const { message, cause } = error as Error
      // With a cause it could not be read, which may pass without a change of the file.
      damage.refused = cause === undefined ? state : null
      if (damage.reported !== message) this.report({ kind: 'damaged', path, error })
      damage.reported = message
    }
  }

  /** Does not throw, whatever becomes of the report. */
  private report(event: FileEvent): void {
    try {
      this.onEvent(event)
    } catch (error) {
      process.emitWarning(String(error))
    }
  }
}

/** Differs after any change of the file that the path leads to. */
function stateAt(path: string): string {
  try {
    const found = statSync(path, { bigint: true })
    return [found.dev, found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' ')
  } catch (error) {
    // Absent, a loop of links, no right to look, a network file system that is away.
    return `unreadable ${(error as NodeJS.ErrnoException).code}`
  }
}
