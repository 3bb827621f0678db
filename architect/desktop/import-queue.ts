import { randomBytes } from 'node:crypto'
import type { GLTF } from '@gltf-transform/core'
import type { ImportJob, ImportSummary, SentFile } from './desktop-protocol.ts'

/** Imports that wait for the one that is worked on. */
export const WAITING_IMPORTS_MAX = 1
/** Ended jobs that can be read, the newest. */
export const ENDED_IMPORTS_MAX = 64
/** Time for which an ended job can be read. */
export const ENDED_IMPORT_MS = 15 * 60_000

/** A file that was received whole and checked, on disk. */
export interface ReceivedFile extends SentFile {
  path: string
  /** Its JSON. */
  gltf: GLTF.IGLTF
}

/** Why an import has failed, for the person who sent it. */
export class ImportFailure extends Error {
  override readonly name = 'ImportFailure'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

interface Entry {
  job: ImportJob
  /** Only the origin that has sent a file reads its job. */
  origin: string | null
  endedAt: number | null
}

type Work = (file: ReceivedFile) => Promise<ImportSummary>

/** Imports one file after another. */
export class ImportQueue {
  private readonly work: Work
  private readonly entries = new Map<string, Entry>()
  private last: Promise<void> = Promise.resolve()
  private live = 0

  /** `work` throws `ImportFailure` for what the sender can mend. */
  constructor(work: Work) {
    this.work = work
  }

  /** True where another file would have to wait for two. */
  isFull(): boolean {
    return this.live > WAITING_IMPORTS_MAX
  }

  /** Takes a file into the queue. Throws where it is full: look before the file is received. */
  add(file: ReceivedFile, origin: string | null): ImportJob {
    if (this.isFull()) throw new Error('the queue of imports is full')
    const id = `import_${randomBytes(16).toString('hex')}`
    const entry: Entry = { job: { id, state: 'queued' }, origin, endedAt: null }
    this.entries.set(id, entry)
    this.live++
    this.last = this.last.then(() => this.run(entry, file))
    return entry.job
  }

  /** A job of this origin; null for an unknown one, and for one of another origin. */
  find(id: string, origin: string | null): ImportJob | null {
    this.forgetOld()
    const entry = this.entries.get(id)
    return entry && entry.origin === origin ? entry.job : null
  }

  /** Resolves when all files that were added have been imported. */
  async settled(): Promise<void> {
    await this.last
  }

  private async run(entry: Entry, file: ReceivedFile): Promise<void> {
    const { id } = entry.job
    try {
      entry.job = { id, state: 'done', summary: await this.work(file) }
    } catch (error) {
      const { code, message } =
        error instanceof ImportFailure
          ? error
          : { code: 'import_failed', message: `The import failed: ${(error as Error).message}` }
      entry.job = { id, state: 'failed', error: { code, message } }
    }
    entry.endedAt = Date.now()
    this.live--
    this.forgetOld()
  }

  private forgetOld(): void {
    const ended = [...this.entries].filter(([, { endedAt }]) => endedAt !== null)
    const over = ended.length - ENDED_IMPORTS_MAX
    for (const [at, [id, { endedAt }]] of ended.entries())
      if (at < over || Date.now() - endedAt! > ENDED_IMPORT_MS) this.entries.delete(id)
  }
}
