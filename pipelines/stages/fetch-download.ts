import { createHash } from 'node:crypto'
import { type FileHandle, open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { StepError } from '../../terminal/step-error.ts'
import type { FetchLimits } from './fetch-limits.ts'
import { fetchError, PassingError, reasonOf, requestAsset } from './fetch-response.ts'
import { findFormatProblem, HEAD_BYTES } from './file-format.ts'
import { parseJson } from './json-text.ts'

/** A file to download, and the folder of its part between attempts and between runs. */
export interface Download {
  name: string
  url: string
  /** The lock's length; a body of another length is refused. */
  bytes?: number
  folder: string
  limits: FetchLimits
  signal: AbortSignal
  /** Bytes on disk now; drops to 0 when the download begins again. */
  onBytes(bytes: number): void
}

/** Which version of the file a part belongs to. Without one of the two a part is never resumed. */
const Validator = z.object({ etag: z.string().nullable(), last_modified: z.string().nullable() })
type Validator = z.infer<typeof Validator>

/**
 * Downloads into a `.part` file and returns its path when every byte is there. A part left by an
 * attempt or by a killed run is resumed with Range and If-Range. Hashing is the caller's.
 */
export async function downloadPart(download: Download): Promise<string> {
  const { limits, url, signal } = download
  let barren = 0
  for (let attempt = 1; ; attempt++) {
    const part = await Part.open(download)
    const before = part.length
    try {
      await continuePart(part, download)
      await part.file.sync()
      return part.path
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof PassingError)) throw error
      barren = part.length > before ? 0 : barren + 1
      if (attempt >= limits.attempts_max || barren >= limits.barren_attempts_max) {
        throw fetchError(url, `gave up after ${attempt} attempts: ${error.message}`, error)
      }
      await sleep(delayOf(barren, error.wait_ms, limits), undefined, { signal })
    } finally {
      await part.file.close()
    }
  }
}

/** Removes a part and its validators. */
export async function dropPart(url: string, folder: string): Promise<void> {
  const path = partPath(url, folder)
  await rm(path, { force: true })
  await rm(`${path}.json`, { force: true })
}

/** Random delay between half and all of a doubling one; never less than `Retry-After`. */
export function delayOf(barren: number, retry_after_ms: number, limits: FetchLimits): number {
  const doubled = limits.retry_delay_ms * 2 ** Math.max(0, barren - 1)
  const delay = Math.min(doubled, limits.retry_delay_max_ms) * (0.5 + Math.random() / 2)
  return Math.min(Math.max(delay, retry_after_ms), limits.retry_delay_max_ms)
}

function partPath(url: string, folder: string): string {
  return join(folder, `${createHash('sha256').update(url).digest('hex').slice(0, 32)}.part`)
}

/** One half-fetched file. */
class Part {
  readonly path: string
  readonly file: FileHandle
  length: number
  validator: Validator | null

  private constructor(path: string, file: FileHandle, length: number, validator: Validator | null) {
    this.path = path
    this.file = file
    this.length = length
    this.validator = validator
  }

  static async open({ url, folder }: Download): Promise<Part> {
    const path = partPath(url, folder)
    const file = await open(path, 'a+')
    const text = await readFile(`${path}.json`, 'utf8').catch(() => 'null')
    const validator = Validator.safeParse(parseJson(text)).data ?? null
    const part = new Part(path, file, (await file.stat()).size, validator)
    if (part.length > 0 && part.ifRange() === null) await part.restart()
    return part
  }

  /** A weak ETag must not be used in If-Range (RFC 9110, 13.1.5). */
  ifRange(): string | null {
    const etag = this.validator?.etag ?? null
    return etag !== null && !etag.startsWith('W/') ? etag : (this.validator?.last_modified ?? null)
  }

  async restart(): Promise<void> {
    await this.file.truncate(0)
    this.length = 0
  }

  async append(chunk: Uint8Array): Promise<void> {
    try {
      await this.file.appendFile(chunk)
    } catch (cause) {
      const remedy = 'Make room, or set PLAT_HOME to a larger disk; the next run goes on from here.'
      throw new StepError('fetch', this.path, 'cannot be written', remedy, { cause })
    }
    this.length += chunk.length
  }

  async remember(response: Response): Promise<void> {
    this.validator = {
      etag: response.headers.get('etag'),
      last_modified: response.headers.get('last-modified'),
    }
    await writeFile(`${this.path}.json`, JSON.stringify(this.validator))
  }
}

async function continuePart(part: Part, download: Download): Promise<void> {
  const { url, limits, signal } = download
  const ifRange = part.ifRange()
  const isResumed = part.length > 0 && ifRange !== null
  const headers = isResumed ? { range: `bytes=${part.length}-`, 'if-range': ifRange } : undefined
  const response = await requestAsset(url, { headers, alsoRead: [416] }, limits, signal)
  const total = await agreeOnStart(part, response)
  const cap = download.bytes ?? limits.bytes_max
  if (total !== null && total !== (download.bytes ?? total)) {
    await response.body?.cancel()
    throw fetchError(url, `has ${total} bytes, the lock states ${download.bytes}`)
  }
  download.onBytes(part.length)
  if (part.length !== total) await appendBody(part, response, cap, download)
  if (total !== null && part.length < total) {
    throw new PassingError(`the connection ended at ${part.length} of ${total} bytes`)
  }
  if (download.bytes !== undefined && part.length !== download.bytes) {
    throw fetchError(url, `has ${part.length} bytes, the lock states ${download.bytes}`)
  }
}

/** Decides at which byte the body begins. Returns the file's length, or null when unknown. */
async function agreeOnStart(part: Part, response: Response): Promise<number | null> {
  if (response.status === 416) {
    await response.body?.cancel()
    const whole = Number(/^bytes \*\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1])
    if (whole === part.length) return whole
    await part.restart()
    throw new PassingError('the part does not fit the file any more')
  }
  if (response.status === 206) {
    const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get('content-range') ?? '')
    const etag = response.headers.get('etag')
    const isSame = etag === null || etag === part.validator?.etag
    if (range !== null && Number(range[1]) === part.length && isSame) return Number(range[2])
    await response.body?.cancel()
    await part.restart()
    throw new PassingError('the server answered with another range than the requested one')
  }
  // 200: the server ignored the range, or the file has changed. Begin again.
  await part.restart()
  await part.remember(response)
  const length = response.headers.get('content-length')
  const isEncoded = (response.headers.get('content-encoding') ?? 'identity') !== 'identity'
  return length === null || isEncoded ? null : Number(length)
}

async function appendBody(
  part: Part,
  response: Response,
  cap: number,
  { name, url, limits, signal, onBytes }: Download,
): Promise<void> {
  if (response.body === null) throw fetchError(url, 'has no body')
  const reader = response.body.getReader()
  // A web page in place of the file is refused at its first bytes, not after the download.
  let head: Buffer | null = part.length === 0 ? Buffer.alloc(0) : null
  try {
    for (;;) {
      const chunk = await nextChunk(reader, limits.idle_timeout_ms, signal)
      if (chunk === null) return
      if (part.length + chunk.length > cap) throw fetchError(url, `is longer than ${cap} bytes`)
      if (head !== null) {
        head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES)])
        if (head.length >= HEAD_BYTES) {
          const problem = findFormatProblem(name, head)
          if (problem !== null) throw fetchError(url, problem)
          head = null
        }
      }
      await part.append(chunk)
      onBytes(part.length)
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** The next piece of a body, null at its end. Throws `PassingError` where none comes in time. */
export async function nextChunk(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  idle_ms: number,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  let timer: NodeJS.Timeout | undefined
  const idle = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PassingError(`no byte in ${idle_ms} ms`)), idle_ms)
  })
  try {
    const { done, value } = await Promise.race([reader.read(), idle])
    return done ? null : value
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof PassingError) throw error
    throw new PassingError(`the connection broke: ${reasonOf(error)}`, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
