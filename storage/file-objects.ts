import PQueue from 'p-queue'
import type { Progress } from '../terminal/progress.ts'
import { StepError } from '../terminal/step-error.ts'
import type { LocalFile, ObjectStorage } from './object-storage.ts'
import type { FoundObject } from './s3-requests.ts'

/** Objects that no manifest names are deleted when they are older than this. */
export const GRACE_MS = 7 * 86_400_000
/** A push makes objects that it relies on new again when they are older than half of the grace. */
const REFRESHED_MS = GRACE_MS / 2
/** A deletion is over this long after its last look at the object: see `S3Waits.deletion_ms`. */
export const SETTLED_MS = 10_000
/** Files that are sent or received at once. */
export const TRANSFERS_AT_ONCE = 8
/** Looks at objects without their bytes at once. */
const LOOKS_AT_ONCE = 16

/** Files by content: builds, partitions and later editions share what is unchanged. */
export const OBJECTS = 'objects'
/** Hashes of the blocks of files, by the SHA-256 of the file. */
export const BLOCKS = 'blocks'
/** Files that agencies published, by content. */
export const ASSETS = 'assets'

export interface PushOptions {
  progress: Progress
  /** Send files that are there too, to mend damage that their size does not show. */
  again?: boolean
  /** Wait for deletions under way; tests have none. */
  settledMs?: number
}

/** Counts of a push. */
export interface Sent {
  files: number
  sent_files: number
  sent_bytes: number
}

/** Runs work on all items, a bounded number at once; the first failure stops what has not begun. */
export async function eachAtOnce<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = new PQueue({ concurrency: atOnce })
  try {
    await Promise.all(items.map((item) => queue.add(() => work(item))))
  } finally {
    queue.clear()
    await queue.onIdle()
  }
}

/**
 * Sends files as `<folder>/<sha256>`, each verified while it is read, unless they are there. What
 * is old is made new again, so that no `gc` deletes it before something names it: within half of
 * the grace, which `expectInTime` verifies. Throws `StepError`.
 */
export class FileSender {
  private readonly storage: ObjectStorage
  private readonly options: PushOptions
  private readonly begun: Date

  private constructor(storage: ObjectStorage, options: PushOptions, begun: Date) {
    this.storage = storage
    this.options = options
    this.begun = begun
  }

  static async begin(storage: ObjectStorage, options: PushOptions): Promise<FileSender> {
    return new FileSender(storage, options, await storage.now())
  }

  async send(name: string, all: readonly LocalFile[], folder = OBJECTS): Promise<Sent> {
    const files = [...new Map(all.map((file) => [file.sha256, file])).values()]
    const sent: Sent = { files: files.length, sent_files: 0, sent_bytes: 0 }
    const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
    const step = this.options.progress.step(`push ${name}`, { total, unit: 'B' })
    const refreshed: LocalFile[] = []
    const shown = new Map<string, number>()
    const send = async (file: LocalFile) => {
      const show = (count: number) => {
        const before = shown.get(file.sha256) ?? 0
        if (count > before) step.advance(count - before)
        shown.set(file.sha256, Math.max(count, before))
      }
      const key = `${folder}/${file.sha256}`
      const found = this.options.again ? null : await this.storage.head(key)
      const isThere = found !== null && isObjectOf(found, file)
      // Nothing else is ever deleted for its age.
      const isRefreshed = isThere && folder === OBJECTS && this.isOld(found)
      if (isRefreshed && (await this.storage.refresh(key))) refreshed.push(file)
      else if (!isThere || isRefreshed) {
        await this.storage.putFile(key, file, show)
        sent.sent_files++
        sent.sent_bytes += file.bytes
      }
      show(file.bytes)
    }
    await eachAtOnce(files, TRANSFERS_AT_ONCE, send)
    // A `gc` that had looked at an old one before it was refreshed may have deleted it since.
    if (refreshed.length > 0) await this.settle()
    await eachAtOnce(refreshed, TRANSFERS_AT_ONCE, send)
    step.done(`${sent.sent_files} of ${sent.files} files sent`)
    return sent
  }

  isOld({ written_at }: Pick<FoundObject, 'written_at'>): boolean {
    return this.begun.getTime() - written_at.getTime() > REFRESHED_MS
  }

  /** Waits until deletions that were decided before now are over. */
  async settle(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    setTimeout(resolve, this.options.settledMs ?? SETTLED_MS)
    await promise
  }

  /** Throws where the push took so long that what it relies on may be deleted. */
  async expectInTime(): Promise<void> {
    const tookMs = (await this.storage.now()).getTime() - this.begun.getTime()
    if (tookMs <= REFRESHED_MS) return
    const days = (tookMs / 86_400_000).toFixed(1)
    const problem = `took ${days} days, more than half of the ${GRACE_MS / 86_400_000} for which unnamed files stay`
    throw new StepError('push', this.storage.name, problem, 'Push again: what is there stays.')
  }
}

/** Why the first of these files that is not whole in the store is not, or null. */
export async function findIncomplete(
  storage: ObjectStorage,
  files: readonly (Omit<LocalFile, 'path'> & { file: string })[],
): Promise<string | null> {
  const problems: string[] = []
  await eachAtOnce(files, LOOKS_AT_ONCE, async (file) => {
    const found = await storage.head(`${OBJECTS}/${file.sha256}`)
    if (!found) problems.push(`${file.file} is absent`)
    else if (!isObjectOf(found, file))
      problems.push(`${file.file} has ${found.bytes} of ${file.bytes} bytes, or other ones`)
  })
  return problems.sort()[0] ?? null
}

function isObjectOf(found: FoundObject, { bytes, sha256 }: Omit<LocalFile, 'path'>): boolean {
  return found.bytes === bytes && (found.checksum === null || found.checksum === sha256)
}
