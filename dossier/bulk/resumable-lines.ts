import { type FileHandle, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { replaceFile, syncFolder } from '../../catalog/atomic-file.ts'
import { withProcessMutex } from '../../catalog/process-mutex.ts'
import { StepError } from '../../terminal/step-error.ts'

/** Interval of checkpoints: a kill costs at most this much work. */
const CHECKPOINT_MS = 2_000
const CHECKPOINT_LINES = 1_000
/** Lines are written to disk in blocks of about this size. */
const BLOCK_BYTES = 1_000_000

const STEP = 'write the dossiers'

/**
 * Runs `work`, which writes `path`, while no other process does: two writers of one part would
 * publish each other's half. Throws `StepError` when another process writes it, when `path` cannot
 * be written, and when `path` or a file derived from it is `input`, which would be lost.
 */
export async function asOnlyWriter<T>(
  path: string,
  input: string,
  work: () => Promise<T>,
): Promise<T> {
  const own = await realpath(input)
  for (const name of [path, provenancePath(path), partOf(path), stateOf(path)])
    if ((await realpath(name).catch(() => null)) === own)
      throw new StepError(STEP, path, `would replace ${input}`, 'Name another file.')
  const old = await stat(path).catch(() => null)
  if (old !== null && !old.isFile())
    throw new StepError(STEP, path, 'exists already and is not a file', 'Name another file.')
  let isMine = false
  try {
    // Taking the mutex would create a mistyped folder.
    await stat(dirname(path))
    return await withProcessMutex(`${partOf(path)}.lock`, { step: STEP, wait_ms: 0 }, () => {
      isMine = true
      return work()
    })
  } catch (cause) {
    if (isMine || cause instanceof StepError) throw cause
    throw unwritable(path, cause as Error)
  }
}

function unwritable(path: string, cause: Error): StepError {
  const remedy = 'Choose an existing folder that can be written.'
  return new StepError(STEP, path, cause.message, remedy, { cause })
}

/**
 * A file of lines that is written as `<path>.part` and renamed when complete. A state file records
 * the lines that are safely on disk; a later run for the same `work` continues after them, so that
 * killed and uninterrupted runs give the same bytes.
 */
export class ResumableLines<Counts extends object> {
  /** Number of lines that an earlier run wrote. */
  readonly resumed: number
  readonly counts: Counts
  private readonly path: string
  private readonly work: Record<string, unknown>
  private readonly file: FileHandle
  private pending = ''
  private lines: number
  private bytes: number
  private checkpointAt = performance.now()

  private constructor(
    path: string,
    work: Record<string, unknown>,
    file: FileHandle,
    state: { lines: number; bytes: number; counts: Counts },
  ) {
    this.path = path
    this.work = work
    this.file = file
    this.resumed = state.lines
    this.lines = state.lines
    this.bytes = state.bytes
    this.counts = state.counts
  }

  /**
   * Opens `<path>.part` and continues after the lines of an earlier run for the same work. Throws
   * `StepError` when `path` exists or the part belongs to other work, unless `again` starts over.
   */
  static async open<Counts extends object>(
    path: string,
    work: Record<string, unknown>,
    counts: Counts,
    again: boolean,
  ): Promise<ResumableLines<Counts>> {
    if (!again && (await exists(path)))
      throw new StepError(STEP, path, 'exists already', 'Name another file, or add --again.')
    if (again) for (const old of [partOf(path), stateOf(path)]) await rm(old, { force: true })
    const state = await readState<Counts>(path, work)
    const file = await open(partOf(path), state ? 'r+' : 'w').catch((cause: Error) => {
      throw unwritable(path, cause)
    })
    // Lines after the checkpoint may be incomplete; they are written again.
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
    const isDue = performance.now() - this.checkpointAt >= CHECKPOINT_MS
    if (isDue || this.lines % CHECKPOINT_LINES === 0) await this.checkpoint()
  }

  /** Stops after the last line; a later run continues there. */
  async pause(): Promise<void> {
    await this.checkpoint()
    await this.file.close()
  }

  /** Completes the lines on disk and returns the path of the part. */
  async finish(): Promise<string> {
    await this.pause()
    return partOf(this.path)
  }

  /** Renames a complete file to the final name, and deletes the part and its state. */
  async publish(made: string): Promise<void> {
    await rename(made, this.path)
    await syncFolder(dirname(this.path))
    for (const old of [partOf(this.path), stateOf(this.path)]) await rm(old, { force: true })
  }

  /** Closes the file; the lines up to the checkpoint stay. */
  async close(): Promise<void> {
    await this.file.close()
  }

  private async flush(): Promise<void> {
    const block = Buffer.from(this.pending)
    this.pending = ''
    try {
      // A disk that is nearly full may write only a part of a block without an error.
      for (let at = 0; at < block.length; ) {
        const left = block.length - at
        const { bytesWritten } = await this.file.write(block, at, left, this.bytes)
        at += bytesWritten
        this.bytes += bytesWritten
      }
    } catch (cause) {
      const remedy = 'Make room on the disk: the same command continues from here.'
      throw new StepError(STEP, this.path, (cause as Error).message, remedy, { cause })
    }
  }

  private async checkpoint(): Promise<void> {
    await this.flush()
    await this.file.datasync()
    const { work, lines, bytes, counts } = this
    await replaceFile(stateOf(this.path), `${JSON.stringify({ work, lines, bytes, counts })}\n`)
    this.checkpointAt = performance.now()
  }
}

const partOf = (path: string) => `${path}.part`
const stateOf = (path: string) => `${path}.part.json`
/** Path of the provenance of the lines, which is published next to them. */
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
      'was changed after the run that wrote it',
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
      'Use the same options as that run, or start over with --again.',
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
