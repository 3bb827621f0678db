import { type FileHandle, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { replaceFile, syncFolder } from '../../catalog/atomic-file.ts'
import { withProcessLock } from '../../catalog/process-lock.ts'
import { StepError } from '../../terminal/step-error.ts'

/** So often the lines on disk are vouched for: what a kill costs is at most this much work. */
const VOUCH_MS = 2_000
const VOUCH_LINES = 1_000
/** Lines are handed to the disk in blocks of about this size. */
const BLOCK_BYTES = 1_000_000

const STEP = 'write the dossiers'

/**
 * Runs `work`, which writes `path`, while no other process does: two writers of one part would
 * publish each other's half. Throws `StepError` when one is at it, when `path` cannot be written,
 * and when it or a file beside it is `input`, which would be lost.
 */
export async function asOnlyWriter<T>(
  path: string,
  input: string,
  work: () => Promise<T>,
): Promise<T> {
  const own = await realpath(input)
  for (const name of [path, provenancePath(path), partOf(path), stateOf(path)])
    if ((await realpath(name).catch(() => null)) === own)
      throw new StepError(STEP, path, `would take the place of ${input}`, 'Name another file.')
  const old = await stat(path).catch(() => null)
  if (old !== null && !old.isFile())
    throw new StepError(STEP, path, 'is there already, and is no file', 'Name another file.')
  let isMine = false
  try {
    // The lock would make a folder that is mistyped.
    await stat(dirname(path))
    return await withProcessLock(`${partOf(path)}.lock`, { step: STEP, wait_ms: 0 }, () => {
      isMine = true
      return work()
    })
  } catch (cause) {
    if (isMine || cause instanceof StepError) throw cause
    throw unwritable(path, cause as Error)
  }
}

function unwritable(path: string, cause: Error): StepError {
  const remedy = 'Choose a folder that is there and can be written.'
  return new StepError(STEP, path, cause.message, remedy, { cause })
}

/**
 * A file of lines that is written beside its name and renamed when whole. A state file vouches for
 * the lines that are safely on disk; a later run for the same `work` goes on after them, so that
 * killed and whole runs give the same bytes.
 */
export class ResumableLines<Counts extends object> {
  /** Lines that an earlier run wrote. */
  readonly kept: number
  readonly counts: Counts
  private readonly path: string
  private readonly work: Record<string, unknown>
  private readonly file: FileHandle
  private pending = ''
  private lines: number
  private bytes: number
  private vouchedAt = performance.now()

  private constructor(
    path: string,
    work: Record<string, unknown>,
    file: FileHandle,
    state: { lines: number; bytes: number; counts: Counts },
  ) {
    this.path = path
    this.work = work
    this.file = file
    this.kept = state.lines
    this.lines = state.lines
    this.bytes = state.bytes
    this.counts = state.counts
  }

  /**
   * Opens `<path>.part`, after what an earlier run for the same work left. Throws `StepError` when
   * `path` is there already or the part is of other work, unless `again` starts over.
   */
  static async open<Counts extends object>(
    path: string,
    work: Record<string, unknown>,
    counts: Counts,
    again: boolean,
  ): Promise<ResumableLines<Counts>> {
    if (!again && (await exists(path)))
      throw new StepError(STEP, path, 'is there already', 'Name another file, or add --again.')
    if (again) for (const old of [partOf(path), stateOf(path)]) await rm(old, { force: true })
    const state = await readState<Counts>(path, work)
    const file = await open(partOf(path), state ? 'r+' : 'w').catch((cause: Error) => {
      throw unwritable(path, cause)
    })
    // What came after the vouched lines may be torn, and is made again.
    await file.truncate(state?.bytes ?? 0)
    return new ResumableLines(path, work, file, {
      lines: 0,
      bytes: 0,
      ...state,
      counts: { ...counts, ...state?.counts },
    })
  }

  async add(line: string): Promise<void> {
    this.pending += `${line}\n`
    this.lines++
    if (this.pending.length >= BLOCK_BYTES) await this.flush()
    const isDue = performance.now() - this.vouchedAt >= VOUCH_MS
    if (isDue || this.lines % VOUCH_LINES === 0) await this.vouch()
  }

  /** Stops here: a later run goes on after the last line. */
  async pause(): Promise<void> {
    await this.vouch()
    await this.file.close()
  }

  /** The path of the lines, whole and on disk, still beside the final name. */
  async finish(): Promise<string> {
    await this.pause()
    return partOf(this.path)
  }

  /** Gives what was made its name, and forgets how far it was. */
  async publish(made: string): Promise<void> {
    await rename(made, this.path)
    await syncFolder(dirname(this.path))
    for (const old of [partOf(this.path), stateOf(this.path)]) await rm(old, { force: true })
  }

  /** Lets go of the file, however far it came; what is vouched for stays. */
  async close(): Promise<void> {
    await this.file.close()
  }

  private async flush(): Promise<void> {
    const block = Buffer.from(this.pending)
    this.pending = ''
    try {
      // A disk that is nearly full takes a part of a block without a word.
      for (let at = 0; at < block.length; ) {
        const left = block.length - at
        const { bytesWritten } = await this.file.write(block, at, left, this.bytes)
        at += bytesWritten
        this.bytes += bytesWritten
      }
    } catch (cause) {
      const remedy = 'Make room on the disk: the same command goes on from here.'
      throw new StepError(STEP, this.path, (cause as Error).message, remedy, { cause })
    }
  }

  private async vouch(): Promise<void> {
    await this.flush()
    await this.file.datasync()
    const { work, lines, bytes, counts } = this
    await replaceFile(stateOf(this.path), `${JSON.stringify({ work, lines, bytes, counts })}\n`)
    this.vouchedAt = performance.now()
  }
}

const partOf = (path: string) => `${path}.part`
const stateOf = (path: string) => `${path}.part.json`
/** What the lines are of: published beside them. */
export const provenancePath = (path: string) => `${path}.json`

const State = z.object({
  work: z.record(z.string(), z.unknown()),
  lines: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  counts: z.unknown(),
})

async function readState<Counts>(path: string, work: Record<string, unknown>) {
  const text = await readFile(stateOf(path), 'utf8').catch(() => null)
  const part = await stat(partOf(path)).catch(() => null)
  if (text === null || part === null) return null
  const state = stateIn(text)
  if (state === null || part.size < state.bytes)
    throw new StepError(
      STEP,
      partOf(path),
      'is not as the run that wrote it left it',
      'Start over with --again.',
    )
  const differing = Object.keys(work).filter(
    (name) => JSON.stringify(work[name]) !== JSON.stringify(state.work[name]),
  )
  if (differing.length > 0)
    throw new StepError(
      STEP,
      partOf(path),
      `was begun with another ${differing.join(' and ')}`,
      'Go on with what it was begun with, or start over with --again.',
    )
  return state as { lines: number; bytes: number; counts: Counts }
}

function stateIn(text: string): z.infer<typeof State> | null {
  try {
    return State.parse(JSON.parse(text))
  } catch {
    return null
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
