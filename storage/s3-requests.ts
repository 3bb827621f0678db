import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { ByteRange } from './byte-range.ts'
import { OperationTimeout, statusOf, UnlikeS3 } from './s3-failure.ts'
import type { S3Place } from './s3-place.ts'

/** Attempts of the client of S3 for a request that fails by the network, by load or with 5xx. */
const ATTEMPTS = 3
export interface S3Waits {
  connect_ms: number
  /** For the head of a response. */
  response_ms: number
  /** For all attempts of a request with the pauses between them. */
  operation_ms: number
  /** For those of a deletion, during which another process may store the blob again. */
  deletion_ms: number
  /** For the next bytes of a body. */
  silence_ms: number
}
/** Longest waits for S3: to connect, for a response, for all attempts, for the next bytes. */
const S3_WAITS_MS = {
  connect_ms: 5_000,
  response_ms: 20_000,
  operation_ms: 60_000,
  deletion_ms: 5_000,
  silence_ms: 20_000,
}
/** Every wait for a transfer is longer by the time that its bytes take at this rate: 256 KiB/s. */
const SLOWEST_BYTES_PER_SECOND = 262_144
const CONTENT_TYPE = 'application/octet-stream'
/** Keys of one page of a list. */
const PAGE_MAX = 1_000

/** An object without its bytes. */
export interface FoundObject {
  bytes: number
  /** By the clock of the service, in whole seconds. */
  written_at: Date
  /** SHA-256 in hex that the service computed when it stored the object; null without one. */
  checksum: string | null
  /** The ETag as the service wrote it; empty where it has none. */
  etag: string
}

export interface ListedObject {
  name: string
  bytes: number
  written_at: Date
}

/** Bytes of an object: a stream can be sent once, bytes are sent again by the client. */
export interface SentBytes {
  body: Uint8Array | Readable
  bytes: number
  sha256: string
}

/** The object must not be there, or be there with this ETag. */
export type WriteCondition = { is: 'absent' } | { is: 'unchanged'; etag: string }

const PRECONDITION_FAILED = 412

/** The requests to one bucket, each with bounded attempts and waits. Throws the client's errors. */
export class S3Requests {
  readonly waits: S3Waits
  private readonly client: S3Client
  private readonly bucket: string
  private readonly prefix: string

  constructor(place: S3Place, connectionsMax: number, waits: S3Waits = S3_WAITS_MS) {
    this.bucket = place.bucket
    this.prefix = place.prefix && `${place.prefix}/`
    this.waits = waits
    const agent = { keepAlive: true, maxSockets: connectionsMax }
    this.client = new S3Client({
      region: place.region,
      ...(place.endpoint && { endpoint: place.endpoint }),
      forcePathStyle: place.path_style,
      maxAttempts: ATTEMPTS,
      retryMode: 'standard',
      // It would write to the console that a stream cannot be sent again: callers do that.
      logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
      // Checksums of the client's own choice are unknown to many services: the SHA-256 is sent.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: waits.connect_ms,
        requestTimeout: waits.response_ms,
        throwOnRequestTimeout: true,
        // A slow reader of a stream leaves its connection idle. Bodies have a wait of their own.
        socketTimeout: 0,
        httpAgent: agent,
        httpsAgent: agent,
      },
    })
  }

  /** Looks for an object; null where there is none. Throws when the bucket is not there. */
  async find(name: string): Promise<FoundObject | null> {
    const found = await this.look(name)
    if (found) return found
    // The response to a look has no body. That of a read states if the bucket is missing.
    const read = await this.get(name, null)
    read?.Body?.destroy()
    return read && { ...describe(read), checksum: null }
  }

  /** Looks for an object; null where there is none or where the bucket is missing too. */
  async look(name: string): Promise<FoundObject | null> {
    const command = new HeadObjectCommand({ ...this.named(name), ChecksumMode: 'ENABLED' })
    const found = await ifThere(this.send((options) => this.client.send(command, options)))
    if (!found) return null
    const { ChecksumSHA256 } = found
    const checksum = ChecksumSHA256 && Buffer.from(ChecksumSHA256, 'base64').toString('hex')
    return { ...describe(found), checksum: checksum || null }
  }

  /** The response with the body, of which the caller takes care; null where there is none. */
  async get(name: string, range: ByteRange | null): Promise<Download | null> {
    const command = new GetObjectCommand({
      ...this.named(name),
      ...(range && { Range: `bytes=${range.first}-${range.last}` }),
    })
    const download = (await ifThere(
      this.send((options) => this.client.send(command, options)),
    )) as Download | null
    if (!range || !download || download.ContentRange?.startsWith(`bytes ${range.first}-`))
      return download
    download.Body.destroy()
    throw new UnlikeS3('the service does not send parts of objects')
  }

  /**
   * Stores bytes of this SHA-256. Returns the new ETag, or null where the condition is not met. A
   * repeated attempt whose first one was stored, but not confirmed, does not meet it either.
   */
  async put(
    name: string,
    sent: SentBytes,
    condition: WriteCondition | null = null,
  ): Promise<string | null> {
    const written = await this.write(name, sent, condition)
    if (written !== null || condition?.is !== 'unchanged') return written
    // Ceph 16 compares without quotation marks.
    const bare = condition.etag.replaceAll('"', '')
    const found = bare === condition.etag ? null : await this.look(name)
    if (found?.etag !== condition.etag) return null
    return await this.write(name, sent, { ...condition, etag: bare })
  }

  /** Copies an object onto itself, which makes it as new as its copy; false where there is none. */
  async touch(name: string, bytes: number): Promise<boolean> {
    const { Bucket, Key } = this.named(name)
    const command = new CopyObjectCommand({
      Bucket,
      Key,
      CopySource: `${Bucket}/${Key}`,
      // S3 refuses a copy onto itself that changes nothing.
      MetadataDirective: 'REPLACE',
      ContentType: CONTENT_TYPE,
    })
    const copy = this.send((options) => this.client.send(command, options), { sent: bytes })
    return (await ifThere(copy)) !== null
  }

  async delete(name: string): Promise<void> {
    const command = new DeleteObjectCommand(this.named(name))
    const waitMs = this.waits.deletion_ms
    await ifThere(this.send((options) => this.client.send(command, options), { waitMs }))
  }

  /**
   * One page of the objects whose names begin with `start`, in the order of names, and the token of
   * the next page. Names with a slash after `start` are left out where `isFlat`.
   */
  async list(
    { start = '', isFlat = false, max = PAGE_MAX }: ListOptions,
    token: string | null = null,
  ): Promise<{ objects: ListedObject[]; next: string | null }> {
    const command = new ListObjectsV2Command({
      Bucket: this.bucket,
      Prefix: this.prefix + start,
      MaxKeys: max,
      ...(isFlat && { Delimiter: '/' }),
      ...(token !== null && { ContinuationToken: token }),
    })
    const page = await this.send((options) => this.client.send(command, options))
    const { Contents = [], NextContinuationToken: next = null } = page
    if (next !== null && next === token) throw new UnlikeS3('the list begins again and again')
    const objects = Contents.flatMap(({ Key = '', Size = 0, LastModified }) => {
      if (!Key.startsWith(this.prefix)) return []
      const name = Key.slice(this.prefix.length)
      return [{ name, bytes: Size, written_at: LastModified ?? new Date() }]
    })
    return { objects, next }
  }

  /** The clock of the service, in whole seconds. */
  async time(): Promise<Date> {
    const command = new ListObjectsV2Command({ Bucket: this.bucket, MaxKeys: 1 })
    let stated = ''
    command.middlewareStack.add(
      (next) => async (args) => {
        const result = await next(args)
        stated = (result.response as { headers: Record<string, string> }).headers.date ?? ''
        return result
      },
      { step: 'deserialize', priority: 'low' },
    )
    await this.send((options) => this.client.send(command, options))
    const time = new Date(stated)
    if (Number.isNaN(time.getTime())) throw new UnlikeS3('its responses have no date')
    return time
  }

  /** The longest time for a transfer of bytes after the head of the response. */
  transferMs(bytes: number): number {
    return this.waits.silence_ms + (bytes / SLOWEST_BYTES_PER_SECOND) * 1_000
  }

  destroy(): void {
    this.client.destroy()
  }

  /**
   * Sends a request within its time. The client's own pauses between attempts do not end when it
   * is aborted, so the time is measured here.
   */
  private async send<T>(
    request: (options: SendOptions) => Promise<T>,
    { sent = 0, waitMs = this.waits.operation_ms, body }: SendBounds = {},
  ): Promise<T> {
    const transferMs = (sent / SLOWEST_BYTES_PER_SECOND) * 1_000
    const abortion = new AbortController()
    const { promise: failure, reject } = Promise.withResolvers<never>()
    const fail = (error: Error) => {
      reject(error)
      abortion.abort()
    }
    const timer = setTimeout(() => fail(new OperationTimeout()), waitMs + transferMs)
    // The client pipes a stream, and so does not see that it fails.
    if (body instanceof Readable) body.once('error', fail)
    const sending = request({
      abortSignal: abortion.signal,
      requestTimeout: this.waits.response_ms + transferMs,
    })
    try {
      return await Promise.race([sending, failure])
    } finally {
      clearTimeout(timer)
    }
  }

  private async write(
    name: string,
    { body, bytes, sha256 }: SentBytes,
    condition: WriteCondition | null,
  ): Promise<string | null> {
    const command = new PutObjectCommand({
      ...this.named(name),
      Body: body,
      ContentLength: bytes,
      ContentType: CONTENT_TYPE,
      ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64'),
      ...(condition?.is === 'absent' && { IfNoneMatch: '*' }),
      ...(condition?.is === 'unchanged' && { IfMatch: condition.etag }),
    })
    // Every service compares this one with the bytes. The client would hash them again for it.
    command.middlewareStack.add(
      (next) => (args) => {
        ;(args.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] =
          sha256
        return next(args)
      },
      { step: 'build' },
    )
    const sending = this.send((options) => this.client.send(command, options), {
      sent: bytes,
      body,
    })
    try {
      return (await sending).ETag ?? ''
    } catch (error) {
      // With `unchanged` a missing object is a 404, as a missing bucket is.
      if (condition !== null && (isAbsent(error) || statusOf(error) === PRECONDITION_FAILED))
        return null
      throw error
    }
  }

  private named(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.bucket, Key: this.prefix + name }
  }
}

export type Download = Omit<GetObjectCommandOutput, 'Body'> & { Body: Readable }

interface ListOptions {
  start?: string
  isFlat?: boolean
  max?: number
}

interface SendBounds {
  /** Bytes that the request sends, or that the service copies for it. */
  sent?: number
  waitMs?: number
  body?: Uint8Array | Readable
}

interface SendOptions {
  abortSignal: AbortSignal
  requestTimeout: number
}

function describe(found: { ContentLength?: number; LastModified?: Date; ETag?: string }) {
  const { ContentLength: bytes = 0, LastModified: written_at = new Date(0), ETag = '' } = found
  return { bytes, written_at, etag: ETag }
}

/** Null for an object that is not there; a missing bucket stays an error where S3 states it. */
async function ifThere<T>(result: Promise<T>): Promise<T | null> {
  return await result.catch((error) => {
    if (isAbsent(error)) return null
    throw error
  })
}

function isAbsent(error: unknown): boolean {
  return statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket'
}
